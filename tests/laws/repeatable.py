# SPDX-License-Identifier: GPL-3.0-or-later
"""The same trace gives the same bytes: with one processor, and reopened from its copy; and comparisons add up."""
from lamella import Refused
from tables_of_work import differs


def other_workers(case):
    """One processor in place of all: the same bytes of every table."""
    case.lamella.one_worker = True
    try:
        again = case.exported("--pass", "trace", "--device", "all", "--no-cache")
    finally:
        case.lamella.one_worker = False
    yield from _same("on one processor", case.work_export, again)


def reopened(case):
    """First opening, which writes a copy of large traces, and reopening from it: the same bytes as without copies."""
    first = case.exported("--pass", "trace", "--device", "all")
    yield from _same("at the first opening", case.work_export, first)
    yield from _same("when reopened", case.work_export, case.exported("--pass", "trace", "--device", "all"))


def _same(when, want, got):
    yield from differs(f"tables {when}", sorted(got), sorted(want))
    for name in want:
        for kind, (a, b) in (("CSV", (want[name][0], got[name][0])), ("JSON", (want[name][1], got[name][1]))):
            lines = [(x, y) for x, y in zip(a.split(b"\n"), b.split(b"\n")) if x != y and b"memory_bytes" not in x]
            if lines or a.count(b"\n") != b.count(b"\n"):
                yield f"{name} ({kind}) {when}: {lines[:1]}"
                break


def diff(case):
    """The rows of a diff add up to its total, which is the difference of the walls."""
    passes = [r for r in case.default["passes"] if r["device"] == case.main_device]
    if not passes:
        return
    first, last = passes[0], passes[-1]
    for by in ("sequence", "kernel", "category"):
        try:
            rows = case.lamella.table("diff", case.path, *case.options, "--device", case.main_device, "--pass", first["pass"], "--with-pass",
                                      last["pass"], "--by", by, "--no-cache")
        except Refused as refusal:
            yield f"diff --by {by}: {refusal}"
            return
        whole = [r for r in rows if r["change"] == "total"]
        parts = [r for r in rows if r["change"] != "total"]
        yield from differs(f"diff --by {by}: one total", len(whole), 1)
        for column, want in (("a_ns", int(first["wall_ns"])), ("b_ns", int(last["wall_ns"]))):
            yield from differs(f"diff --by {by}: {column} of the total", int(whole[0][column]), want)
            yield from differs(f"diff --by {by}: {column} of the rows", sum(int(r[column] or 0) for r in parts), want)
        yield from differs(f"diff --by {by}: delta", [r["row"] for r in rows if int(r["delta_ns"]) != int(r["b_ns"] or 0) - int(r["a_ns"] or 0)], [])
        for column, of in (("count_a", first), ("count_b", last)):
            yield from differs(f"diff --by {by}: {column}", sum(int(r[column] or 0) for r in parts if r["change"] != "residual"), int(of["kernels"]))


LAWS = (other_workers, diff)
