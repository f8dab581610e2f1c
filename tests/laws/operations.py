# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file records, in its own terms: the device operations of a trace with exact times."""
from dataclasses import dataclass, field, replace
from decimal import Decimal

@dataclass(frozen=True, order=True)
class Operation:
    """One operation on a device. Times in ns on the clock of the file, exact, with as many decimals as the file has."""
    name: str
    start: Decimal
    duration: Decimal
    device: str = ""
    wrapper: bool = False  # another operation of its line lies inside it
    kept: bool = True  # False: a second record of the same work, which is not to be counted
    in_flight: bool = False  # on an asynchronous line: how long a transfer is on its way, not an instruction


@dataclass
class Source:
    """What a reader found in a file."""
    operations: list
    zero: Decimal | None = None  # the smallest time that Perfetto's rules count, in ns
    records: int | None = None  # how many records of the file are events
    programs: list = field(default_factory=list)  # launches of compiled programs
    perfetto: bool = False  # the zero is shown as Perfetto rounds it
    notes: dict = field(default_factory=dict)


def mark_wrappers(lane):
    """Marks the operations of one line that hold another, shorter one: control flow, whose parts are listed too.

    Compares in the resolution of the file: an operation that only touches its neighbour is none. One that is recorded twice holds its parts
    each time.
    """
    lane = sorted(lane, key=lambda o: (o.start, -o.duration))
    marked = []
    following = after = None  # the next operation of other times, the next one
    for outer in reversed(lane):
        if after is not None and (after.start, after.duration) != (outer.start, outer.duration):
            following = after
        after = outer
        end = outer.start + outer.duration
        inside = following is not None and following.start + following.duration <= end \
            and following.duration < outer.duration and following.start < end
        marked.append(replace(outer, wrapper=inside))
    return marked[::-1]
