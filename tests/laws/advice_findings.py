#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What advice says about public traces, held against the work of the trace and what its file records, by plain arithmetic.

With --list FILE it writes each finding with what was counted for it.
"""
import argparse
import bisect
import glob
import os
import re
import statistics
import sys
import tempfile
from collections import defaultdict

import memory_files
from lamella import Lamella, Refused, number
from read_chrome import decimal, events_of, inflated
from work import common, grouped, length, merged, pieces

PUBLIC = ("chrome/*.json*", "jax/*.json.gz", "jax/*.pb", "nsys/*.sqlite", "ascend/*/*/trace_view.json", "ascend/*/*/kernel_details.csv",
          "roofline/*/*.json.gz", "roofline/*/*/*.json.gz")
NO_TRACES = {"truth.json", "perfetto.json", "perfetto_slices.json"}
COPIES = re.compile(r"direct_copy|catarraybatchedcopy|_clone_|tofloat32_copy|bfloat16_copy|float16_copy|_to_copy", re.I)
ALLOCATES = re.compile(r"^(cuda|hip|cu|acl(rt)?)_?(malloc|free|mem(alloc|free|create|release|map|unmap))", re.I)
SYNCHRONISES = re.compile(r"synchronize|memcpy|eventquery|streamwait", re.I)
IDLE = ("host-bound", "sync", "launch-blocked", "copy-wait", "idle-unknown")


class Trace:
    """The work of a trace, and host calls of its file where it is Chrome JSON."""

    def __init__(self, program, path):
        self.path = path
        self.findings = program.table("advice", path)
        rows = program.table("kernels", "--each", "--pass", "trace", "--device", "all", path)
        self.rows = {int(r["index"]): r for r in rows}
        self.work = {p.index: p for p in pieces(rows)}
        walls = {(r["pass"], r["wall_ns"]) for r in program.table("advice", "--by", "pass", path)}
        self.passes = {r["pass"]: r for r in program.table("passes", path) if (r["pass"], r["wall_ns"]) in walls}
        self.gaps = program.table("gaps", path) if any(f["rule"] == "allocation" for f in self.findings) else []
        self._calls = None
        self._program = program

    def of_pass(self, finding):
        found = self.passes[finding["pass"]]
        return [p for p in self.work.values() if p.passed == int(finding["pass"]) and p.device == found["device"]]

    def window(self, finding):
        found = self.passes[finding["pass"]]
        return int(found["start_ns"]), int(found["end_ns"])

    def calls(self, pattern):
        """(begin, end) from zero of the host's calls of such names; None where the file is no JSON."""
        if not self.path.endswith((".json", ".json.gz")):
            return None
        if self._calls is None:
            zero = int(self._program.info(self.path)["zero_ns"])
            events, _ = events_of(inflated(self.path))
            self._calls = [(str(e.get("name")), int(decimal(e["ts"]) * 1000) - zero, int(decimal(e["dur"]) * 1000)) for e in events
                           if e.get("ph") == "X" and "ts" in e and decimal(e.get("dur")) and str(e.get("cat")).startswith(("cuda", "hip", "Runtime", "cpu"))]
        return [(at, at + dur) for name, at, dur in self._calls if pattern.search(name)]


def example(finding):
    """Kernels of the example with what each takes at best, and its gaps."""
    kernels = [tuple(map(int, one.split(":"))) for one in filter(None, finding["example_kernels"].split(","))]
    gaps = [tuple(map(int, re.fullmatch(r"(-?\d+)-(-?\d+)", one).groups())) for one in filter(None, finding["example_gaps"].split(","))]
    return kernels, gaps


def bounds(finding, wall):
    """Every finding has its figures, and promises no more than what it is about."""
    now, after, low, high = (number(finding[c]) for c in ("now_ns", "after_ns", "gain_low_ns", "gain_high_ns"))
    if not 0 <= low <= high <= min(now - after, wall) or high == 0:
        yield f"gains {low} to {high} of {now} to {after}, wall {wall}"
    if not finding["evidence"] or not re.search(r"\d", finding["evidence"]):
        yield "evidence without a number"


def idle(trace, finding, counted):
    begin, end = trace.window(finding)
    device = trace.passes[finding["pass"]]["device"]
    busy = merged([p for p in trace.work.values() if p.device == device])
    free = end - begin - common(busy, [[begin, end]])
    counted.append(f"{free} ns idle in the pass")
    if number(finding["now_ns"]) > free:
        yield f"{finding['now_ns']} ns of gaps where {free} are idle"
    gaps = max(example(finding)[1], key=lambda g: g[1] - g[0], default=None)
    if gaps is None or common(busy, [list(gaps)]) > 0:
        yield f"work runs in the gap {gaps}"
        return
    counted.append(f"longest gap {gaps[1] - gaps[0]} ns, nothing runs in it")
    starts = sorted((p.start, p.index) for p in trace.work.values() if p.device == device)
    at = bisect.bisect_left(starts, (gaps[1], -1))
    after = trace.rows[starts[at][1]] if at < len(starts) else None
    if finding["rule"] == "host-bound":
        if after is None or not after["launch_ns"] or int(after["launch_ns"]) < min(sum(gaps) // 2, gaps[1] - 20_000):
            yield f"the work behind it was launched at {after and after['launch_ns']}, not late in the gap {gaps}"
        else:
            counted.append(f"launched {int(after['launch_ns']) - gaps[0]} ns after its begin")
    if finding["rule"] in ("sync", "copy-wait"):
        calls = trace.calls(SYNCHRONISES)
        inside = calls is not None and sum(max(0, min(e, gaps[1]) - max(b, gaps[0])) for b, e in calls)
        if calls is not None and not inside:
            yield "no synchronising or copying call in the gap"
        counted.append(f"such calls in it: {inside} ns")


def removed(trace, finding, counted):
    kernels = [trace.rows[k] for k, _ in example(finding)[0]]
    strange = [k["name"][:60] for k in kernels if not COPIES.search(k["name"]) and k["role"] not in ("copy q", "copy k")]
    if strange or not kernels:
        yield f"no copies: {strange}"
    every = sum(p.duration for p in trace.of_pass(finding) if (COPIES.search(p.name) or trace.rows[p.index]["role"] in ("copy q", "copy k"))
                and p.layer not in (None, "head", "tail"))
    counted.append(f"copies in its layers: {every} ns; those of the example: {', '.join(sorted({k['name'][:40] for k in kernels}))}")
    if number(finding["now_ns"]) > every:
        yield f"{finding['now_ns']} ns where copies take {every}"


def fused(trace, finding, counted):
    """Each kernel of an example follows or precedes one of its sort on its stream, in the next layer at the edges."""
    kernels = [trace.work[k] for k, _ in example(finding)[0]]
    if len(kernels) < 2:
        yield "fewer than two kernels"
        return
    stream = sorted((p.start, p.index) for p in trace.work.values() if (p.device, p.stream) == (kernels[0].device, kernels[0].stream))
    roles = {trace.rows[p.index]["role"] or p.name for p in kernels}
    place = {index: at for at, (_, index) in enumerate(stream)}
    alone = []
    for p in kernels:
        beside = [trace.rows[stream[at][1]] for at in (place[p.index] - 1, place[p.index] + 1) if 0 <= at < len(stream)]
        if not any((r["role"] or r["name"]) in roles for r in beside):
            alone.append(p.index)
    counted.append(f"{len(kernels)} kernels side by side: " + ", ".join(f"{trace.rows[p.index]['role'] or p.name[:30]} {p.duration}" for p in kernels[:8]))
    if alone:
        yield f"not beside others of the example: {alone}"


def outlier(trace, finding, counted):
    (kernel, best), = example(finding)[0]
    own = trace.work[kernel]
    like = [p.duration for p in trace.of_pass(finding) if p.name == own.name and trace.rows[p.index]["grid"] == trace.rows[kernel]["grid"]
            and trace.rows[p.index]["role"] == trace.rows[kernel]["role"] and p.layer not in (None, "head", "tail")]
    median = statistics.median_low(like)
    counted.append(f"{own.duration} ns; median {median} of {len(like)} of its name, role and grid")
    if own.duration != number(finding["now_ns"]) or best != median or own.duration <= 3 * median:
        yield f"{own.duration} against {median}, said {finding['now_ns']} and {best}"


def exposed(trace, finding, counted):
    work = trace.of_pass(finding)
    talk = merged([p for p in work if p.category == "communication"])
    device = trace.passes[finding["pass"]]["device"]
    beside = [p for p in trace.work.values() if p.device == device and p.category != "communication"]
    alone = length(talk) - common(talk, merged(beside))
    counted.append(f"communication {length(talk)} ns, alone {alone}")
    if alone != number(finding["now_ns"]):
        yield f"{alone} ns alone, said {finding['now_ns']}"


def waiting(trace, finding, counted):
    kernels = [trace.work[k] for k, _ in example(finding)[0]]
    own = kernels[0]
    same = [p for p in trace.of_pass(finding) if p.name == own.name and trace.rows[p.index]["grid"] == trace.rows[own.index]["grid"]
            and trace.rows[p.index]["role"] == trace.rows[own.index]["role"]]
    times = sorted(p.duration for p in same)
    counted.append(f"{len(times)} calls, {times[0]} to {times[-1]}, median {times[len(times) // 2]}")
    if not re.search(rf"\b{len(times)} calls", finding["evidence"]):
        yield f"{len(times)} calls of this name, role and grid"
    sizes = sizes_of(trace, own.name)
    counted.append(f"recorded sizes: {sorted(sizes) or 'none'}")
    if len(sizes) > 1:
        yield f"sizes {sorted(sizes)} of calls that are said to be of one"


def sizes_of(trace, name):
    """Elements of messages that a JSON file records with kernels of this name."""
    if not trace.path.endswith((".json", ".json.gz")):
        return set()
    events, _ = events_of(inflated(trace.path))
    return {e["args"]["In msg nelems"] for e in events if e.get("name") == name and "In msg nelems" in (e.get("args") or {})}


def allocated(trace, finding, counted):
    calls = trace.calls(ALLOCATES)
    inside = now = places = 0
    for gap in trace.gaps:
        begin, end = int(gap["start_ns"]), int(gap["start_ns"]) + int(gap["dur_ns"])
        filled = sum(max(0, min(e, end) - max(b, begin)) for b, e in calls)
        if filled * 2 >= end - begin:
            inside, now, places = inside + min(filled, end - begin), now + end - begin, places + 1
    counted.append(f"{places} gaps of {now} ns with {inside} ns of such calls")
    if (inside, now) != (number(finding["gain_high_ns"]), number(finding["now_ns"])):
        yield f"{inside} ns of {now}, said {finding['gain_high_ns']} of {finding['now_ns']}"


def fragmented(trace, finding, counted):
    """Peaks of both totals, as the file records them."""
    if trace.path.endswith(("trace_view.json", "kernel_details.csv")):
        totals, _ = memory_files.ascend(os.path.dirname(os.path.dirname(trace.path)))
        totals = [(a, r) for a, r in totals if a]
    else:
        totals = [(a, r) for device, _, a, r in memory_files.chrome(trace.path) if f"device {device}" == finding["where"]]
    peaks = tuple(max(int(t[i]) for t in totals if t[i] not in (None, "")) for i in (1, 0))
    counted.append(f"peaks: reserved {peaks[0]}, allocated {peaks[1]} bytes")
    if peaks != (number(finding["now_bytes"]), number(finding["after_bytes"])):
        yield f"peaks {peaks}, said {finding['now_bytes']} and {finding['after_bytes']}"
    if number(finding["gain_high_bytes"]) != peaks[0] - peaks[1]:
        yield "the gain is not what is between them"


CHECKS = {"copies": removed, "outlier-kernel": outlier, "exposed-communication": exposed, "waiting-ranks": waiting,
          "allocation": allocated, "memory-fragmentation": fragmented, **{rule: idle for rule in IDLE}}


def faults_of(trace, finding, counted):
    if not finding["now_bytes"]:
        begin, end = trace.window(finding)
        yield from bounds(finding, end - begin)
    check = CHECKS.get(finding["rule"]) or (fused if finding["rule"].startswith(("fuse-", "split-")) else None)
    if check is None:
        yield "no check for this rule"
    else:
        yield from check(trace, finding, counted)


def public_traces(shared):
    folder = os.path.join(shared, "traces")
    paths = sorted({p for pattern in PUBLIC for p in glob.glob(os.path.join(folder, pattern))})
    return [(os.path.relpath(p, folder), p) for p in paths if os.path.basename(p) not in NO_TRACES]


def report(program, shared, lines=None):
    """Prints a line for each trace; gives the number of faults. Appends each finding with what was counted to `lines`."""
    surprises, rules = 0, defaultdict(int)
    if not shared or not os.path.isdir(os.path.join(shared, "traces")):
        print("advice on public traces: skipped: no folder of public traces; give it with --shared")
        return 0
    with tempfile.TemporaryDirectory(prefix="lamella-laws-") as folder:
        for name, path in public_traces(shared):
            try:
                trace = Trace(Lamella(program, folder), path)
            except Refused as refusal:
                print(f"advice on {name}: refused with {refusal.code}: {refusal}")
                surprises += 1
                continue
            faults = 0
            for finding in trace.findings:
                counted = []
                rules[finding["rule"]] += 1
                own = list(faults_of(trace, finding, counted))
                faults += len(own)
                for fault in own:
                    print(f"    {name}: {finding['rule']}: {fault}")
                if lines is not None:
                    lines.append((name, finding, "; ".join(counted), own))
            surprises += faults
            print(f"advice on {name}: {len(trace.findings)} findings, {faults} faults")
    print("findings by rule: " + ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())))
    return surprises


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--shared", default="")
    parser.add_argument("--list", default="")
    options = parser.parse_args()
    lines = []
    surprises = report(options.program, options.shared, lines)
    if options.list:
        with open(options.list, "w", encoding="utf-8") as file:
            file.write("# Findings of advice on the public traces\n\nWhat advice says, and what advice_findings.py counts for it on the work of the trace and "
                       "on what its file\nrecords. Made by `advice_findings.py lamella-cli --shared FOLDER --list advice_findings.md`.\n")
            for name, rows in grouped(lines, lambda line: line[0]).items():
                file.write(f"\n## {name}\n\n| rule | where | evidence | counted |\n|---|---|---|---|\n")
                for _, finding, counted, own in rows:
                    cells = (finding["rule"], finding["where"], finding["evidence"], counted + "".join(f"; WRONG: {o}" for o in own))
                    file.write("| " + " | ".join(c.replace("\u00a0", " ").replace("|", "\\|") for c in cells) + " |\n")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
