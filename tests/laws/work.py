# SPDX-License-Identifier: GPL-3.0-or-later
"""GPU work as `kernels --each --pass trace --device all` lists it, and what follows from it by plain arithmetic in whole nanoseconds."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """One piece of GPU work. `passed` and `layer` are None outside of passes and layers."""
    index: int
    passed: int | None
    layer: str | None
    side: bool
    device: str
    stream: str
    category: str
    start: int
    duration: int
    name: str
    launched: bool

    @property
    def end(self):
        return self.start + self.duration


def pieces(rows):
    """Work of the rows of a table."""
    return [Piece(int(r["index"]), int(r["pass"]) if r["pass"] else None, r["layer"] or None, r["side"] == "yes", r["device"],
                  r["stream"], r["category"], int(r["start_ns"]), int(r["dur_ns"]), r["name"], bool(r["launch_ns"])) for r in rows]


def grouped(items, key):
    """Items by key, keys in the order in which they come."""
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def merged(work):
    """Union of the intervals of some work: disjoint, in order. Work of no length takes none of it."""
    union = []
    for begin, end in sorted((p.start, p.end) for p in work if p.duration > 0):
        if union and begin <= union[-1][1]:
            union[-1][1] = max(union[-1][1], end)
        else:
            union.append([begin, end])
    return union


def length(intervals):
    return sum(end - begin for begin, end in intervals)


def busy(work):
    return length(merged(work))


def wall(work):
    return max(p.end for p in work) - min(p.start for p in work)


def total(work):
    return sum(p.duration for p in work)


def common(a, b):
    """Length of what two unions share."""
    at = other = shared = 0
    while at < len(a) and other < len(b):
        shared += max(0, min(a[at][1], b[other][1]) - max(a[at][0], b[other][0]))
        if a[at][1] < b[other][1]:
            at += 1
        else:
            other += 1
    return shared


def rounded(part, whole):
    """part / whole as a whole number, halves away from zero; both not negative."""
    return (2 * part + whole) // (2 * whole) if whole else 0
