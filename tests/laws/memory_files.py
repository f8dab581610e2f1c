# SPDX-License-Identifier: GPL-3.0-or-later
"""The memory that files record: every change is a row of `memory --by time` with its size and the sums that the file states or that
follow from it, and the tables by category and by line add up to the same changes.

Read here with Python's own pickle, json and csv. Snapshots are made here: random allocations in two segments, freed in another order.
"""
import collections
import csv
import glob
import gzip
import json
import os
import pickle
import random
import tempfile
from decimal import Decimal

from lamella import Lamella, Refused


PROFILED = ("switch", "tl_h100", "Falcon", "gaunernst", "Qwen_")  # public Chrome traces with events of memory

# Of torch.profiler._memory_profiler, in the order of its numbers; CREATE is action 2, DESTROY 4.
CATEGORIES = ("parameter", "optimizer_state", "input", "temporary", "activation", "gradient", "autograd_detail", "unknown")

CHANGES = ("alloc", "free_requested", "free")  # actions of a snapshot that change what is allocated


class _Data(pickle.Unpickler):
    """A pickle that may hold nothing but data."""

    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"{module}.{name} is no data")


def write_snapshot(path, seed):
    """A snapshot of the allocator of two devices whose history begins with blocks that are older than it."""
    rng = random.Random(seed)
    traces, segments = [], []
    for device in range(2):
        base, used, blocks, history, now = (device + 1) << 40, 0, {}, [], 1000
        for _ in range(rng.randrange(4)):  # older than the history
            blocks[base + used] = size = 512 * rng.randrange(1, 40)
            used += size
        for _ in range(rng.randrange(2, 60)):
            now += rng.randrange(1, 50)
            if blocks and rng.random() < 0.45:
                address = rng.choice(sorted(blocks))
                size = blocks.pop(address)
                for action in ("free_requested", "free_completed"):
                    history.append({"action": action, "addr": address, "size": size, "stream": 0, "time_us": now, "frames": []})
                    now += rng.randrange(3)
            else:
                blocks[base + used] = size = 512 * rng.randrange(1, 40)
                history.append({"action": "alloc", "addr": base + used, "size": size, "stream": 0, "time_us": now,
                                "frames": [{"filename": f"/home/me/model{rng.randrange(3)}.py", "line": rng.randrange(1, 5), "name": "f"}]})
                used += size
        total = -(-max(used, 1) // (2 << 20)) * (2 << 20)
        listed, at = [], base
        for address in sorted(blocks):
            if address > at:
                listed.append({"address": at, "size": address - at, "requested_size": 0, "state": "inactive", "frames": []})
            listed.append({"address": address, "size": blocks[address], "requested_size": blocks[address], "state": "active_allocated",
                           "frames": []})
            at = address + blocks[address]
        if at < base + total:
            listed.append({"address": at, "size": base + total - at, "requested_size": 0, "state": "inactive", "frames": []})
        live = sum(blocks.values())
        segments.append({"device": device, "address": base, "total_size": total, "allocated_size": live, "active_size": live, "stream": 0,
                         "segment_type": "large", "blocks": listed, "frames": []})
        traces.append(history)
    with open(path, "wb") as file:
        pickle.dump({"segments": segments, "device_traces": traces}, file, protocol=rng.choice((2, 3, 4, 5)))


def snapshot(path):
    """(changes with the bytes allocated after each, by device), back from the segments at the end. As the allocator counts: a block is
    freed when that is requested, or when it is completed if nothing requested it."""
    with open(path, "rb") as file:
        data = _Data(file).load()
    now = collections.Counter()
    for segment in data["segments"]:
        now[segment["device"]] += sum(b["size"] for b in segment["blocks"] if b["state"] == "active_allocated")
    changes = []
    for device, history in enumerate(data["device_traces"]):
        deltas, requested = [], set()
        for event in history:
            action, address = event["action"], event["addr"]
            if action == "free_completed" and address in requested:
                requested.remove(address)
            elif action in ("alloc", "free_requested", "free_completed"):
                deltas.append(event["size"] if action == "alloc" else -event["size"])
                if action == "free_requested":
                    requested.add(address)
        for delta in reversed(deltas):
            changes.append((str(device), delta, now[device]))
            now[device] -= delta
    return changes


def timeline(path):
    """Bytes of each change in a raw timeline of PyTorch's memory profiler: [time, action, bytes with their sign, category]."""
    with gzip.open(path) as file:
        return [str(size) for _, _, size, _ in json.load(file)]


def created_and_destroyed(path):
    """(category, bytes created, bytes destroyed) of a raw timeline; what changes its category is neither."""
    sums = {}
    with gzip.open(path) as file:
        for _, action, size, category in json.load(file):
            created, destroyed = sums.get(category, (0, 0))
            sums[category] = created + (size if action == 2 else 0), destroyed - (size if action == 4 else 0)
    return [(CATEGORIES[category], *both) for category, both in sums.items()]


def chrome(path):
    """(device, bytes, total allocated, total reserved) of the instants [memory] of a device that is no host."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        events = json.load(file)
    events = events["traceEvents"] if isinstance(events, dict) else events
    found = []
    for event in events:
        args = event.get("args") or {}
        if event.get("name") == "[memory]" and "Bytes" in args and args.get("Device Type") != 0:
            found.append((str(args.get("Device Id", "")), int(args["Bytes"]), args.get("Total Allocated"), args.get("Total Reserved")))
    return found


def in_bytes(cell, unit):
    return str(int(Decimal(cell) * unit)) if cell.strip() else ""


def ascend(folder):
    """((allocated, reserved) of each row of memory_record.csv, bytes of each allocation and release of operator_memory.csv)."""
    def read(name):
        with open(os.path.join(folder, "ASCEND_PROFILER_OUTPUT", name), newline="", encoding="utf-8-sig") as file:
            return list(csv.DictReader(file))
    totals = [(in_bytes(r["Total Allocated(MB)"], 2**20), in_bytes(r["Total Reserved(MB)"], 2**20)) for r in read("memory_record.csv")]
    changes = []
    for row in read("operator_memory.csv"):
        size = in_bytes(row["Size(KB)"], 2**10)
        changes += [size] if row["Allocation Time(us)"].strip() else []
        changes += ["-" + size] if row["Release Time(us)"].strip() else []
    return totals, changes


def added(rows, sign):
    return sum(int(r["bytes"]) for r in rows if r["bytes"] and int(r["bytes"]) * sign > 0 and r["action"] in CHANGES + ("change",))


def sums_agree(lamella, path, rows):
    """What the tables by category and by line say was allocated and freed is what happened in time."""
    for by in ("category", "line"):
        try:
            table = lamella.table("memory", path, "--by", by, "--no-cache")
        except Refused as refusal:
            yield f"--by {by}: refused: {refusal}"
            continue
        for column, sign in (("allocated_bytes", 1), ("freed_bytes", -1)):
            have = sum(int(r[column]) for r in table if r[column])
            if table and have != sign * added(rows, sign):
                yield f"--by {by}: {column} adds up to {have}, in time to {sign * added(rows, sign)}"


def different(what, have, want):
    have, want = collections.Counter(have), collections.Counter(want)
    if have != want:
        yield f"{what}: {sum((want - have).values())} of {sum(want.values())} are missing and {sum((have - want).values())} are new, e.g. " \
              f"{next(iter(want - have), next(iter(have - want), None))}"


def faults_of(lamella, path, kind):
    rows = lamella.table("memory", path, "--by", "time", "--no-cache")
    if kind == "snapshot":
        shown = [(r["device"], int(r["bytes"]), int(r["allocated_bytes"])) for r in rows
                 if r["bytes"] and r["action"] in CHANGES]
        yield from different("changes with their sums", shown, snapshot(path))
    elif kind == "chrome":
        shown = [(r["device"], int(r["bytes"]), int(r["allocated_bytes"]), int(r["reserved_bytes"])) for r in rows]
        yield from different("[memory] events with their totals", shown, chrome(path))
    elif kind == "timeline":
        yield from different("changes", [r["bytes"] for r in rows], timeline(path))
        groups = lamella.table("memory", path, "--by", "category", "--no-cache")
        shown = [(r["name"], int(r["allocated_bytes"]), int(r["freed_bytes"])) for r in groups]
        yield from different("categories with what is created and destroyed", shown, created_and_destroyed(path))
    elif kind == "ascend":
        totals, changes = ascend(path)
        of_operators = [r for r in rows if r["action"] in ("alloc", "free")]
        others = [(r["allocated_bytes"], r["reserved_bytes"]) for r in rows if r["action"] not in ("alloc", "free")]
        yield from different("rows of memory_record.csv", others, totals)
        yield from different("allocations and releases of operator_memory.csv", [r["bytes"] for r in of_operators], changes)
    yield from sums_agree(lamella, path, rows)


def inputs(shared, folder):
    """(name, path, kind) of every file."""
    found = []
    for seed in range(20):
        path = os.path.join(folder, f"snapshot_{seed}.pickle")
        write_snapshot(path, seed)
        found.append((f"made/snapshot_{seed}", path, "snapshot"))
    traces = os.path.join(shared, "traces") if shared else ""
    if os.path.isdir(traces):
        found += [("memory/" + os.path.basename(p), p, "timeline") for p in sorted(glob.glob(os.path.join(traces, "memory", "*.raw.gz")))]
        found += [("ascend/" + os.path.basename(os.path.dirname(os.path.dirname(p))), os.path.dirname(os.path.dirname(p)), "ascend")
                  for p in sorted(glob.glob(os.path.join(traces, "ascend", "**", "memory_record.csv"), recursive=True))]
        names = sorted(glob.glob(os.path.join(traces, "chrome", "*.json*")) + glob.glob(os.path.join(traces, "roofline", "*", "*.json.gz")))
        found += [(os.path.relpath(p, traces), p, "chrome") for p in names if os.path.basename(p).startswith(PROFILED)]
    return found


def report(program, shared):
    """Prints a line for each file; gives the number of faults."""
    surprises = 0
    with tempfile.TemporaryDirectory(prefix="lamella-laws-") as folder:
        files = inputs(shared, folder)
        for name, path, kind in files:
            try:
                faults = list(faults_of(Lamella(program, folder), path, kind))
            except Refused as refusal:
                faults = [f"refused with {refusal.code}: {refusal}"]
            surprises += len(faults)
            print(f"memory of {name}: {'every change is there' if not faults else str(len(faults)) + ' faults'}")
            for fault in faults:
                print(f"    {fault}")
    if not any(kind != "snapshot" for _, _, kind in files):
        print("memory of public traces: skipped: no folder of public traces; give it with --shared")
    return surprises
