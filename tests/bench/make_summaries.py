#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the summaries of a made-up job of thousands of ranks, to measure `ranks --from-summaries` and the window on them.

    make_summaries.py FOLDER [--ranks 4096] [--tp 8] [--passes 10] [--layers 32] [--groups mesh|one|replicas|unnamed]

Every rank runs the same passes; the ranks of a tensor-parallel group meet at two all-reduces in each layer. One rank is slow in
one layer. Every rank but the first has a clock of its own. Groups:
  mesh       groups of --tp ranks, and one all-to-all of all ranks in each pass; groups and sequence numbers are recorded
  one        one group of all ranks
  replicas   groups of --tp ranks only: nothing links one with another
  unnamed    as replicas, without recorded groups and sequence numbers
"""
import argparse
import json
import pathlib
import random

ALL_REDUCE = "nccldevkernel_allreduce_sum_bf16_ring_ll(nccldevkernelargsstorage<4096ul>)|8388608"
ALL_TO_ALL = "nccldevkernel_alltoall_bf16_ring_ll(nccldevkernelargsstorage<4096ul>)"
MS = 1_000_000
SLOW_NS = 60_000


def words(numbers):
    return " ".join("-" if n is None else str(n) for n in numbers)


class Group:
    """Ranks that meet at collectives: the common time at which each collective ends."""

    def __init__(self, seed, options, slow):
        draw = random.Random(seed)
        now = 50 * MS
        self.passes = []
        for number in range(options.passes):
            now += draw.randrange(2 * MS, 9 * MS)
            layers = []
            for layer in range(options.layers):
                work = []
                for _ in range(2):
                    length = draw.randrange(70_000, 90_000) + (SLOW_NS if slow and layer == options.layers // 3 else 0)
                    work.append((now, length, draw.randrange(8_000, 12_000)))
                    now += sum(work[-1][1:])
                layers.append(work)
            self.passes.append(layers)


def facts(rank, group, meetings, options, slow):
    draw = random.Random(rank)
    offset = 0 if rank == 0 else draw.randrange(-6_000 * MS, 6_000 * MS)
    drift = 0 if rank == 0 else draw.randrange(-40, 40)
    names = [ALL_REDUCE, "tp_%d" % (0 if options.groups == "one" else rank // options.tp), ALL_TO_ALL, "world"]
    named = options.groups != "unnamed"
    passes, layers, parts, work, collectives = [], [], [], [], []
    kernel = sequence = 0

    def local(time):
        return time + time * drift // 1_000_000

    for number, of_pass in enumerate(group.passes):
        spans = []
        for layer, steps in enumerate(of_pass):
            begin = None
            for start, length, transfer in steps:
                own = length - draw.randrange(0, 4_000)
                if slow is not None and rank != slow and layer == options.layers // 3:
                    own -= SLOW_NS if rank // options.tp == slow // options.tp or options.groups == "one" else 0
                begin = local(start) if begin is None else begin
                arrives = local(start + own)
                ends = local(start + length + transfer + draw.randrange(0, 900))
                kernel += 7
                sequence += 1
                collectives.append((kernel, 0, 1 if named else None, sequence if named else None, 1, number, layer, arrives,
                                    ends - arrives))
            spans.append((number, layer, begin, ends, 2))
            layers.append(layer)
        whole_end = spans[-1][3]
        if options.groups == "mesh":
            arrives = whole_end + 2_000
            whole_end = local(meetings[number]) + draw.randrange(0, 900)
            kernel += 1
            collectives.append((kernel, 2, 3, number + 1, 1, number, -2, arrives, whole_end - arrives))
            spans.append((number, -2, arrives, whole_end, 1))
        passes.append((number, options.layers, 1, spans[0][2], whole_end))
        whole = (number, -3, spans[0][2], whole_end, sum(span[4] for span in spans))
        parts += sorted([whole] + spans)
    columns = dict(zip(("number", "layers", "complete", "begin_ns", "end_ns"), map(words, zip(*passes))))
    columns["stage"] = " ".join(["decode"] * len(passes))
    columns["state"] = " ".join(["steady"] * len(passes))
    device = {
        "number": rank % 8, "selected_pass": len(passes) // 2, "texts": names, "passes": columns,
        "layers": {"layer": words(layers)},
        "parts": dict(zip(("pass", "layer", "begin_ns", "end_ns", "collectives"), map(words, zip(*parts)))),
        "work": {"pass": words(w[0] for w in work), "begin_ns": "", "end_ns": ""},
        "collectives": dict(zip(("kernel", "name", "group", "sequence", "together", "pass", "layer", "begin_ns", "length_ns"),
                                map(words, zip(*collectives)))),
    }
    return {"schema": "lamella.rank-facts.v1", "file": "/job/rank-%d.json.gz" % rank, "rank": rank, "world_size": options.ranks,
            "recording": {"kernels": kernel, "events": 3 * kernel, "begin_ns": 0, "end_ns": passes[-1][4],
                          "digest": "%064x" % (rank + 1)},
            "zero_ns": 5_000_000_000 * MS + offset, "devices": [device]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ranks", type=int, default=4096)
    parser.add_argument("--tp", type=int, default=8)
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--layers", type=int, default=32)
    parser.add_argument("--groups", choices=("mesh", "one", "replicas", "unnamed"), default="mesh")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    slow = options.ranks * 5 // 8 + 1 if options.ranks > 1 else None
    tables = [{"name": "filler", "rows": [[n, n * n, "a row of another table"] for n in range(1200)]}]
    size = options.ranks if options.groups == "one" else options.tp
    groups = {}
    for first in range(0, options.ranks, size):
        groups[first // size] = Group(first, options, slow is not None and first <= slow < first + size)
    meetings = []
    for number in range(options.passes):
        begin = max([group.passes[number][-1][-1][0] for group in groups.values()] + [0])
        meetings.append(begin + MS)
        if options.groups == "mesh":  # the next pass begins on all of them behind the meeting
            for group in groups.values():
                if number + 1 < options.passes:
                    shift = meetings[-1] + 2 * MS - group.passes[number + 1][0][0][0]
                    for later in range(number + 1, options.passes):
                        group.passes[later] = [[(s + shift, a, b) for s, a, b in layer] for layer in group.passes[later]]
    for rank in range(options.ranks):
        text = json.dumps({"schema": "lamella.summary.v1", "tables": tables,
                           "rank_facts": facts(rank, groups[rank // size], meetings, options, slow)}, separators=(",", ":"))
        (options.folder / ("rank-%04d.json" % rank)).write_text(text + "\n")


if __name__ == "__main__":
    main()
