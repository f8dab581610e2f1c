#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts public traces and asks how sure the program is of what it gets wrong.

    cuts.py CLI --shared DIR [--only TEXT]

The truth is the segmentation of the uncut trace, whose modules and ranges the cut lacks. A cut holds GPU work alone: a part of it by
kernel index, all but 2 % of it, one pass, copies one after the other, or passes of two models in turns. Prints a line for each cut
with the confidence and the share of kernels in the right pass and layer, and ends with 1 where more of the cuts that are shown with
at least 0.9 are wrong than expected below.
"""
import argparse
import collections
import json
import os
import random
import sys
import tempfile

from lamella import Lamella

SURE = 0.9
RIGHT = 0.995
MAY_BE_WRONG = 0.01 # of the cuts shown with SURE or more
TRUE = ("chrome/tl_h100_qwen1.5-0.5b.json.gz", "chrome/switchtransformers_trace.json", "chrome/tl_sglang_qwen3-8b_decode.json.gz",
        "chrome/tl_vllm_prefilldecode_piecewise_graph_execution.json.gz", "chrome/megatron_tp8_kineto_0.json",
        "roofline/h100/Falconsai_nsfw_image_detection__1016002.json.gz", "roofline/mi300/Falconsai_nsfw_image_detection__1016002.json.gz",
        "roofline/h100/gaunernst_bert-small-uncased__1016001.json.gz", "roofline/mi300/gaunernst_bert-small-uncased__1016001.json.gz",
        "nsys/jsun012_result.sqlite", "nsys/synth/benchmark__synth__small__FWD__seq256__warm5.sqlite",
        "nsys/synth/benchmark__synth__small__FWD_BWD__seq128__warm5.sqlite")
RANGES = ((0, 1), (0, 0.5), (0.5, 1), (0.35, 0.65), (0.6, 0.75))
RANDOM_RANGES = 5

Work = collections.namedtuple("Work", "name stream start duration truth")


def work_of(lamella, path):
    """The GPU work of a trace's first device in order, each with its pass and layer."""
    rows = [row for row in lamella.table("kernels", "--each", "--pass", "trace", path) if row["side"] != "yes"]
    device = collections.Counter(row["device"] for row in rows).most_common(1)[0][0]
    return sorted((Work(row["name"], row["stream"], int(row["start_ns"]), int(row["dur_ns"]), (row["pass"], row["layer"] or row["part"]))
                   for row in rows if row["device"] == device), key=lambda work: work.start)


def following(pieces, pause):
    """The pieces one after the other, with a pause of so many ns between them."""
    result = []
    end = 0
    for number, piece in enumerate(pieces):
        shift = end + pause - piece[0].start
        result += [work._replace(start=work.start + shift, truth=(number, *work.truth)) for work in piece]
        end = max(work.start + work.duration for work in result[-len(piece):])
    return result


def whole_pass(work):
    """The largest pass."""
    number = collections.Counter(w.truth[0] for w in work if w.truth[0]).most_common(1)[0][0]
    return [w for w in work if w.truth[0] == number]


def cuts_of(work, other, chance):
    """(name, kernels) of every cut."""
    ranges = list(RANGES) + [sorted((chance.random(), chance.random())) for _ in range(RANDOM_RANGES)]
    for begin, end in ranges:
        part = work[int(begin * len(work)):int(end * len(work))]
        if len(part) >= 40:
            yield f"{begin:.2f}-{end:.2f}", part
    yield "2 % lost", [w for w in work if chance.random() >= 0.02]
    one = whole_pass(work)
    yield "one pass", one
    yield "5 times, 50 us", following([one] * 5, 50_000)
    yield "20 times, 20 ms", following([one] * 20, 20_000_000)
    yield "5 times, 2 % lost", [w for w in following([one] * 5, 50_000) if chance.random() >= 0.02]
    yield "in turns", following([one, whole_pass(other)] * 4, 50_000)


def write(path, work):
    """The work as a Chrome trace; the correlation id tells it again."""
    events = [{"ph": "X", "cat": "kernel", "name": w.name, "pid": 0, "tid": int(w.stream or 0), "ts": w.start / 1000, "dur": w.duration / 1000,
               "args": {"device": 0, "stream": int(w.stream or 0), "correlation": number + 1}} for number, w in enumerate(work)]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"traceEvents": events}, file)


def share_right(work, rows):
    """Kernels whose pass and layer are those of the truth, each of which has one name on either side."""
    pairs = collections.Counter()
    kept = 0
    for row in rows:
        truth = work[int(row["correlation"]) - 1].truth
        if row["side"] == "yes":
            continue
        kept += 1
        pairs[((row["pass"], row["layer"] or row["part"]), truth)] += 1
    used = set()
    right = 0
    for (found, truth), count in pairs.most_common():
        if ("found", found) in used or ("truth", truth) in used:
            continue
        used |= {("found", found), ("truth", truth)}
        right += count
    return right / max(1, kept)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--shared", default="")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not os.path.isdir(os.path.join(options.shared, "traces")):
        print("no public traces: nothing was cut")
        return 0
    sure = wrong = 0
    with tempfile.TemporaryDirectory(prefix="lamella-cuts-") as folder:
        lamella = Lamella(options.program, folder)
        traces = {path: work_of(lamella, os.path.join(options.shared, "traces", path)) for path in TRUE if options.only in path}
        names = list(traces)
        for number, (path, work) in enumerate(traces.items()):
            for name, part in cuts_of(work, traces[names[number - 1]], random.Random(path)):
                cut = os.path.join(folder, "cut.json")
                write(cut, part)
                info = lamella.info(cut, "--no-cache")
                right = share_right(part, lamella.table("kernels", "--each", "--pass", "trace", cut, "--no-cache"))
                shown = float(info["confidence"] or 0)
                sure += shown >= SURE
                wrong += shown >= SURE and right < RIGHT
                print(f"{os.path.basename(path)[:40]:40} {name:18} shown {shown:.2f} right {right:.3f} layers {info['layers'] or '-':>3}"
                      f"{' WRONG' if shown >= SURE and right < RIGHT else ''}", flush=True)
    print(f"{wrong} of {sure} cuts shown with at least {SURE} are wrong")
    return 1 if wrong > MAY_BE_WRONG * sure else 0


if __name__ == "__main__":
    sys.exit(main())
