# SPDX-License-Identifier: GPL-3.0-or-later
"""The law of conservation: every operation that a file records is a row of `kernels --each` with the same name and time, or a diagnostic
counts it; and no row is of anything that the file does not record."""
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

from tables_of_work import differs

HALF = Decimal("0.5")
# Diagnostics that count device work of the file that is not shown as a kernel, or is not shown as it is written.
LOSSES = ("duplicated_collective", "damaged", "truncated", "missing", "negative", "too_large", "out_of_range", "unreadable", "not_shown",
          "unmatched", "unclosed", "invalid", "bad_", "excluded", "left_out", "container_operation", "repeated_work", "unknown_time")


def whole(value):
    """Nearest whole nanosecond, halves away from zero, as times are kept (resources/help/measures.md)."""
    return int(value.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def matched(source, work, zero):
    """(operations without a row, rows without an operation). Starts agree to the nanosecond; a length may be rounded at either end."""
    origin = whole(zero)
    open_rows = {}
    names = {o.name for o in source.operations}
    free_names = any(_is_free(name) for name in names)
    for piece in work:
        name = piece.name if piece.name in names and not _is_free(piece.name) else None
        open_rows.setdefault((name, piece.start + origin), []).append(piece)
    lost = []
    for operation in sorted(source.operations, key=lambda o: (o.start, o.duration, not o.kept)):
        key = (None if _is_free(operation.name) else operation.name, whole(operation.start))
        rows = open_rows.get(key) or (open_rows.get((None, key[1])) if key[0] else None) or []
        best = min((r for r in rows), key=lambda r: abs(r.duration - operation.duration), default=None)
        if best is None or abs(best.duration - operation.duration) >= 1:
            lost.append(operation)
        else:
            rows.remove(best)
    invented = [row for rows in open_rows.values() for row in rows]
    return lost, invented, free_names


def _is_free(name):
    """Names that the program words itself: mangled ones, and copies and sets of databases, which have none."""
    return not name or name.startswith("_Z")


def accounted(diagnostics):
    """What the diagnostics say is missing, by id."""
    return Counter({row["id"]: int(row["count"]) for row in diagnostics
                    if row["severity"] in ("data_loss", "error") or any(part in row["id"] for part in LOSSES)})


def conserved(case):
    """Number, names and times of the operations."""
    source, work, info = case.source, case.work, case.info
    zero = source.zero if source.zero is not None else Decimal(info["zero_ns"] or 0)
    lost, invented, _ = matched(source, work, zero)
    said = accounted(case.all_work["diagnostics"])
    if len(lost) > sum(said.values()):
        first = lost[0]
        yield f"{len(lost)} of {len(source.operations)} operations are no kernel, and diagnostics count {sum(said.values())}: " \
              f"{first.name[:60]!r} at {first.start} for {first.duration} ns"
    leaves = [o for o in lost if not o.wrapper and o.kept]
    if len(leaves) > sum(n for id_, n in said.items() if id_ != "container_operation"):
        yield f"{len(leaves)} of them hold no other operation, the first {leaves[0].name[:60]!r} at {leaves[0].start} for {leaves[0].duration} ns"
    if invented:
        first = invented[0]
        yield f"{len(invented)} kernels are not in the file, the first {first.name[:60]!r} at {first.start} for {first.duration} ns"
    if source.records is not None:
        missing = source.records - int(info["events"])
        yield from differs("info events: within the records of the file", 0 <= missing <= sum(said.values()), True)


def zero(case):
    """The zero of the trace is that of the file, to the nanosecond; for Chrome JSON as Perfetto's arithmetic rounds it."""
    source, info = case.source, case.info
    if not info["zero_ns"]:
        yield from differs("info zero_ns is missing: device work", len(case.work), 0)
        return
    if source.zero is None:
        if source.operations:
            yield from differs("zero_ns: at most the first operation", int(info["zero_ns"]) <= min(whole(o.start) for o in source.operations), True)
        return
    want = perfetto_nanoseconds(source.zero / 1000) if source.perfetto else whole(source.zero)
    # A time with more than three decimals is kept to the nanosecond, which the double may round to its neighbour.
    if abs(int(info["zero_ns"]) - want) > (0 if source.zero == whole(source.zero) else 256):
        yield from differs("info zero_ns", int(info["zero_ns"]), want)


def perfetto_nanoseconds(micro):
    """Perfetto's conversion of a decimal number of µs (since v52): exact where the sum of its parts is whole, else rounded in double."""
    number = int(micro)
    if micro == number:
        return number * 1000
    value = float(number) + float(micro - number)
    return int(value) * 1000 if value == int(value) else whole(Decimal(value * 1000.0))


def recorded(case):
    """Where a reader lists all records with a time, those of the host too: each is an event with the same name and times. What has none
    is counted by the diagnostics, exactly; and the work of each device is that of the device that the file names."""
    notes = case.source.notes
    if "spans" not in notes:
        return
    origin = int(case.info["zero_ns"] or 0)
    rows = case.lamella.table("sql", case.path, "SELECT name, start_ns, dur_ns FROM events", *case.options, "--no-cache")
    rows = [r for r in rows if r["start_ns"] and r["dur_ns"]]  # others have no place in time
    shown = Counter((int(r["start_ns"]) + origin, int(r["dur_ns"])) for r in rows)
    yield from differs("events (start, length)", shown == Counter(span[1:] for span in notes["spans"]), True)
    named = Counter((r["name"], int(r["start_ns"]) + origin, int(r["dur_ns"])) for r in rows)
    unlike = Counter(span for span in notes["spans"] if span[0]) - named
    if unlike:
        yield f"{sum(unlike.values())} records are no event of their name, the first {next(iter(unlike))}"
    said = {r["id"]: int(r["count"]) for r in case.all_work["diagnostics"]}
    for id_ in {*notes["said"], "negative_duration", "bad_duration", "bad_timestamp", "missing_timestamp", "damaged_row", "device_wait"}:
        yield from differs(f"diagnostics: {id_}", said.get(id_, 0), notes["said"].get(id_, 0))
    yield from differs("work by device", Counter(p.device for p in case.work), Counter(o.device for o in case.source.operations))


LAWS = (conserved, zero, recorded)
