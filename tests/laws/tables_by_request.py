# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables that need a question, or figures of another tool: a time range, Ascend's sums by type of operation, the ranks of a job."""
import glob
import os
import shutil

from conservation import whole
from lamella import Lamella
from tables_of_work import differs, share_differs
from work import Piece, busy, grouped, rounded, total, wall

RANKS = ("chrome/megatron_tp8_kineto_*.json",)


def within(case):
    """Of a time range: what of each piece of work lies in it, by kernel over all the time and by stream over the middle of it."""
    if not case.work or wall(case.work) < 3 or min(p.start for p in case.work) < 0:
        return
    begin, size = min(p.start for p in case.work), wall(case.work)
    for by, low, high in (("kernel", begin, begin + size), ("stream", begin + size // 3, begin + 2 * size // 3)):
        rows = case.lamella.table("within", case.path, *case.options, "--time", f"{low}ns-{high}ns", "--by", by, "--no-cache")
        inside = grouped(cut(case.work, low, high), lambda p: (p.device, p.name if by == "kernel" else p.stream))
        yield from differs(f"within by {by}: rows", len(rows), len(inside))
        for row in rows:
            key = (row["device"], row["name" if by == "kernel" else "stream"])
            part = inside.get(key, [])
            lengths = [p.duration for p in part] or [0]
            want = (len(part), total(part), busy(part), high - low - busy(part), rounded(total(part), len(part)), min(lengths), max(lengths))
            got = tuple(int(row[c]) for c in ("count", "sum_ns", "busy_ns", "idle_ns", "avg_ns", "min_ns", "max_ns"))
            yield from differs(f"within by {by} {key[1][:60]!r} (count, sum, busy, idle, avg, min, max)", got, want)
            yield from share_differs(f"within by {by} {key[1][:60]!r} share", row["share"], busy(part), high - low)
        if by == "kernel":
            yield from differs("within all the time: sum of kernels", sum(int(r["sum_ns"]) for r in rows),
                               sum(int(r["sum_ns"]) for r in case.all_work["kernels"]))


def cut(work, low, high):
    """What of the work lies between two times; work of no length lies where it begins."""
    inside = []
    for p in work:
        begin, end = max(p.start, low), min(p.end, high)
        if end > begin or (p.duration == 0 and low <= p.start < high):
            inside.append(Piece(p.index, p.passed, p.layer, p.side, p.device, p.stream, p.category, begin, end - begin, p.name, p.launched))
    return inside


def op_statistic(case):
    """Types of operations: all compute work of a device, in number and time, and shares of it."""
    rows = case.all_work["op-statistic"]
    if not rows:
        return
    compute = [o for o in case.source.operations if o.kept and not o.name.startswith("hcom_")]
    yield from differs("op-statistic: count", sum(int(r["count"]) for r in rows), len(compute))
    yield from differs("op-statistic: sum_ns", sum(int(r["sum_ns"]) for r in rows), sum(whole(o.duration) for o in compute))
    names = grouped(case.work, lambda p: p.name)
    for type_, of in grouped(rows, lambda r: r["type"]).items():
        same = names.get(type_, [])
        yield from differs(f"op-statistic {type_}: (count, sum) of kernels", (sum(int(r["count"]) for r in of), sum(int(r["sum_ns"]) for r in of)),
                           (len(same), total(same)))
    for device, of in grouped(rows, lambda r: r["device"]).items():
        base = sum(int(r["sum_ns"]) for r in of)
        for row in of:
            what = f"op-statistic {row['type']} of device {device}"
            least, mean, most = (int(row[c]) for c in ("min_ns", "avg_ns", "max_ns"))
            yield from differs(f"{what}: min ≤ avg ≤ max", least <= mean <= most, True)
            yield from differs(f"{what}: avg", mean, rounded(int(row["sum_ns"]), int(row["count"])))
            yield from share_differs(f"{what}: share", row["share"], int(row["sum_ns"]), base)


def only_one(values, most):
    """The rank with the most, or least, of `values`; none where two are alike or there is only one."""
    found = [rank for rank, value in values.items() if value == most(values.values())]
    return found[0] if len(found) == 1 and len(values) > 1 else ""


def ranks(lamella, paths):
    """Of several traces of one job: each row agrees with the tables of its own trace, and the rows of a layer with one another."""
    by_rank = lamella.table("ranks", *paths, "--by", "rank", "--no-cache")
    walls = {}
    for row in by_rank:
        device = ("--device", row["rank"]) if row["number_from"] == "device" else ()
        rows = lamella.table("passes", row["file"], "--pass", "all", *device, "--no-cache")
        walls.update({(row["rank"], r["pass"], ""): int(r["wall_ns"]) for r in rows})
        for which in ("all", "head", "tail"):
            rows = lamella.table("layers", row["file"], "--pass", "all", "--layer", which, *device, "--no-cache")
            walls.update({(row["rank"], r["pass"], r["layer"]): int(r["wall_ns"]) for r in rows})
    passes = lamella.table("ranks", *paths, "--by", "pass", "--no-cache")
    layers = lamella.table("ranks", *paths, "--pass", "all", "--no-cache")
    for by, rows in (("layer", layers), ("pass", passes)):
        if not rows:
            yield f"ranks by {by}: no rows"
        for (number, layer), of in grouped(rows, lambda r: (r["pass"], r["layer"])).items():
            what = f"ranks by {by}: pass {number} layer {layer or '-'}"
            yield from differs(f"{what}: ranks", len({r["rank"] for r in of}), len(of))
            start, own = ({r["rank"]: int(r[c]) for r in of} for c in ("start_ns", "own_ns"))
            lengths = [int(r["wall_ns"]) for r in of]
            for row in of:
                yield from differs(f"{what}: wall in the table of rank {row['rank']}", int(row["wall_ns"]), walls.get((row["rank"], row["rank_pass"], layer)))
                yield from differs(f"{what}: late", int(row["late_ns"]), start[row["rank"]] - min(start.values()))
                yield from differs(f"{what}: skew", int(row["skew_ns"]), max(start.values()) - min(start.values()))
                yield from differs(f"{what}: wall skew", int(row["wall_skew_ns"]), max(lengths) - min(lengths))
                yield from differs(f"{what}: own = wall − exposed waiting", int(row["own_ns"]), int(row["wall_ns"]) - int(row["exposed_wait_ns"]))
                yield from differs(f"{what}: exposed waiting is waiting", 0 <= int(row["exposed_wait_ns"]) <= int(row["wait_ns"]), True)
                yield from differs(f"{what}: slowest", row["slowest"], only_one(own, max))
                yield from differs(f"{what}: waited for", row["waited_for"], only_one({r["rank"]: int(r["wait_ns"]) for r in of}, min))
    for row in by_rank:
        of = [r for r in passes if r["rank"] == row["rank"]]
        yield from differs(f"rank {row['rank']}: passes compared", len(of), int(row["compared"]))
        slowest = {(r["pass"], r["layer"]) for r in layers if r["layer"].isdigit() and r["slowest"] == row["rank"]}
        yield from differs(f"rank {row['rank']}: layers in which it is the slowest", len(slowest), int(row["slowest_layers"]))
        for column in ("wall_ns", "own_ns", "wait_ns", "exposed_wait_ns"):
            if of:
                yield from differs(f"rank {row['rank']}: mean {column}", int(row[column]), rounded(sum(int(r[column]) for r in of), len(of)))


def report_ranks(program, shared, generated, made, folder):
    """Prints a line for each job; gives the number of faults. `generated` is a trace that stands for two ranks that do the same, `made`: (name, paths)."""
    jobs = [(pattern, sorted(glob.glob(os.path.join(shared, "traces", pattern)))) for pattern in RANKS] if shared else []
    jobs += made
    if generated:
        copies = [os.path.join(folder, f"rank{n}.json") for n in range(2)]
        for copy in copies:
            shutil.copyfile(generated, copy)
        jobs.append(("two ranks that do the same", copies))
    surprises = 0
    for name, paths in jobs:
        if not paths:
            continue
        faults = list(ranks(Lamella(program, folder), paths))
        surprises += len(faults)
        print(f"ranks/{name}: {'every law holds' if not faults else str(len(faults)) + ' faults'}")
        for fault in faults[:3]:
            print(f"    {fault}")
    return surprises


LAWS = (within, op_statistic)
