# SPDX-License-Identifier: GPL-3.0-or-later
"""Laws of the tables that add up GPU work: each cell is computed again from the list of single kernels.

A law is a function of a `Case` that gives a sentence for each fault. Formulas: resources/help/measures.md, tables-trace.md, tables-time.md.
"""
from bisect import bisect_left, bisect_right
from collections import Counter

from work import busy, common, grouped, length, merged, rounded, total, wall

MILLION = 1000000


def micro(cell):
    """A share of six decimals as a whole number of millionths."""
    sign, _, digits = cell.partition("-") if cell.startswith("-") else ("", "", cell)
    whole, _, part = digits.partition(".")
    return (-1 if cell.startswith("-") else 1) * (int(whole or 0) * MILLION + int((part + "000000")[:6])) + 0 * len(sign)


def differs(what, got, want):
    """One sentence where two figures differ."""
    if got != want:
        yield f"{what}: {got}, by arithmetic {want}"


def share_differs(what, cell, part, whole):
    """A share may be off by one in its last digit."""
    if cell and whole and abs(micro(cell) - rounded(part * MILLION, whole)) > 1:
        yield f"{what}: {cell}, by arithmetic {part} of {whole}"


def info_of_work(case):
    """Counts and sums of the table info are those of the work."""
    info, work = case.info, case.work
    yield from differs("info gpu_events", info["gpu_events"], str(len(work)))
    yield from differs("info gpu_time_ns", info.get("gpu_time_ns", ""), str(total(work)))
    if work:
        yield from differs("info devices", info["devices"], str(len({p.device for p in work})))
        grounded = [p for p in work if (p.device, p.stream) not in case.in_flight]
        yield from share_differs("info in_passes_share", info["in_passes_share"], total([p for p in work if p.passed is not None]), total(grounded))
        yield from share_differs("info with_launch_share", info["with_launch_share"], sum(p.launched for p in work), len(work))
        yield from share_differs("info unnamed_share", info["unnamed_share"], total([p for p in work if p.category == "other"]), total(work))
        yield from differs("kernels --each: last end beyond the trace", max(p.end for p in work) <= int(info["duration_ns"]), True)
        yield from differs("kernels --each: start before zero", min(p.start for p in work) >= 0, True)


def order_of_work(case):
    """The index counts from 0 in the order of the starts."""
    yield from differs("index", [p.index for p in case.work] == list(range(len(case.work))), True)
    yield from differs("starts in order", all(a.start <= b.start for a, b in zip(case.work, case.work[1:])), True)


def kernels(case):
    """kernels --pass trace: a row for each name, with the sum, mean, shortest, longest and median of its kernels."""
    rows, groups = case.all_work["kernels"], grouped(case.work, lambda p: (p.device, p.name))
    several = "device" in (rows[0] if rows else {})
    if not several:
        groups = grouped(case.work, lambda p: ("", p.name))
    found = Counter()
    for row in rows:
        key = (row["device"] if several else "", row["name"])
        found[key] += 1
        lengths = sorted(p.duration for p in groups.get(key, []))
        if not lengths:
            yield f"kernels: {key} has no kernel"
            continue
        middle = lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]
        want = (len(lengths), sum(lengths), rounded(sum(lengths), len(lengths)), lengths[0], lengths[-1], rounded(middle, 2))
        got = tuple(int(row[c]) for c in ("count", "sum_ns", "avg_ns", "min_ns", "max_ns", "median_ns"))
        yield from differs(f"kernels {row['short_name']!r} (count, sum, mean, min, max, median)", got, want)
        yield from share_differs(f"kernels {row['short_name']!r} share", row["share"], sum(lengths), total(case.work))
    yield from differs("kernels: names", len(found), len(groups))
    shown = grouped(rows, lambda r: (r.get("device"), r["category"], r["short_name"]))
    for (_, _, short), same in shown.items():
        yield from differs(f"kernels: {short!r} stands for several names", len({r["name"] for r in same}), 1)


def passes(case):
    """Each pass is the sum of its kernels."""
    groups = grouped((p for p in case.work if p.passed is not None), lambda p: (p.device, str(p.passed)))
    seen = set()
    for row in case.all_passes["passes"]:
        key = (row["device"], row["pass"])
        seen.add(key)
        work = groups.get(key)
        if not work:
            yield f"passes: pass {key[1]} of device {key[0]} has no kernel"
            continue
        want = (min(p.start for p in work), max(p.end for p in work), wall(work), busy(work), total(work), wall(work) - busy(work), len(work))
        got = tuple(int(row[c]) for c in ("start_ns", "end_ns", "wall_ns", "busy_ns", "sum_ns", "idle_ns", "kernels"))
        yield from differs(f"pass {key[1]} of device {key[0]} (start, end, wall, busy, sum, idle, kernels)", got, want)
        layers = grouped((p for p in work if p.layer and p.layer.isdigit()), lambda p: int(p.layer))
        yield from differs(f"pass {key[1]} layers", int(row["layers"] or 0), len(layers))
        if layers:
            yield from differs(f"pass {key[1]} avg_layer_ns", int(row["avg_layer_ns"]), rounded(sum(map(wall, layers.values())), len(layers)))
        if 0 in layers and row["first_layer_ns"]:
            yield from differs(f"pass {key[1]} first_layer_ns", int(row["first_layer_ns"]), wall(layers[0]))
    yield from differs("passes that have kernels", len(seen), len(groups))
    outside = [r for r in case.all_work["diagnostics"] if r["id"] in ("time_outside_passes", "work_in_flight")]
    if groups:
        yield from differs("time_outside_passes", sum(int(r["count"]) for r in outside), sum(p.passed is None for p in case.work))


def layers(case):
    """Each layer is the sum of its kernels, and its categories add up to it."""
    groups = grouped((p for p in case.work if p.layer), lambda p: (p.device, str(p.passed), p.layer))
    rows = case.all_passes["layers"]
    if not rows:
        yield from differs("layers: rows", 0, sum(key[2].isdigit() for key in groups))
        return
    named = [c[:-3] for c in list(rows[0])[list(rows[0]).index("collectives") + 1:] if c.endswith("_ns") and c not in ("floor_ns", "launch_ns", "sync_ns")]
    several = "device" in rows[0]
    for row in rows:
        key = (row["device"] if several else case.only_device, row["pass"], row["layer"])
        work = groups.get(key, [])
        if not work:
            yield f"layers: layer {key} has no kernel"
            continue
        want = (min(p.start for p in work), max(p.end for p in work), wall(work), busy(work), total(work), len(work),
                sum(p.category == "communication" for p in work))
        got = tuple(int(row[c]) for c in ("start_ns", "end_ns", "wall_ns", "busy_ns", "sum_ns", "kernels", "collectives"))
        yield from differs(f"layer {key} (start, end, wall, busy, sum, kernels, collectives)", got, want)
        sums = {c: total(w) for c, w in grouped(work, lambda p: p.category).items()}
        yield from differs(f"layer {key} categories", {c: int(row[c + "_ns"] or 0) for c in named if row[c + "_ns"] not in ("", "0")},
                           {c: n for c, n in sums.items() if n})
    yield from differs("layers: rows", len(rows), sum(key[2].isdigit() for key in groups))


def clusters(case):
    """Layers of one type together."""
    layer_rows, rows = case.all_passes["layers"], case.all_passes["clusters"]
    several = bool(rows) and "device" in rows[0]
    groups = grouped(layer_rows, lambda r: (r["device"] if several else "", r["type"]))
    for row in rows:
        of = groups.get((row["device"] if several else "", row["type"]), [])
        count, summed = len(of), sum(int(r["sum_ns"]) for r in of)
        want = (count, *(rounded(sum(int(r[c]) for r in of), count) for c in ("wall_ns", "busy_ns", "sum_ns")))
        got = tuple(int(row[c]) for c in ("layers", "avg_wall_ns", "avg_busy_ns", "avg_sum_ns"))
        yield from differs(f"cluster {row['type']} (layers, wall, busy, sum)", got, want)
        shares = [c for c in row if c.endswith("_share") and c != "modelled_share"] # of categories
        for column in shares:
            part = sum(int(r.get(column[:-6] + "_ns") or 0) for r in of)
            yield from share_differs(f"cluster {row['type']} {column}", row[column], part, summed)
        if shares and summed and abs(sum(micro(row[c] or "0") for c in shares) - MILLION) > len(shares):
            yield f"cluster {row['type']}: shares add up to {sum(micro(row[c] or '0') for c in shares)} millionths"
    yield from differs("clusters: layers", sum(int(r["layers"]) for r in rows), len(layer_rows))


def heatmap(case):
    """Its cells are the walls of the layers."""
    cells = {(r.get("device"), r["pass"], r["layer"]): r["wall_ns"] for r in case.all_passes["layers"]}
    found = {}
    for row in case.all_passes["heatmap"]:
        for column, cell in row.items():
            if column.startswith("layer_") and cell:
                found[(row.get("device"), row["pass"], column[6:-3])] = cell
    yield from differs("heatmap: cells", found == cells, True)


def overlap(case):
    """Of each pass and category: sum, busy, and how much of that no other category runs beside."""
    several = bool(case.all_passes["overlap"]) and "device" in case.all_passes["overlap"][0]
    groups = grouped((p for p in case.work if p.passed is not None), lambda p: (p.device if several else "", str(p.passed)))
    if not groups:
        return
    rows = grouped(case.all_passes["overlap"], lambda r: (r["device"] if several else "", r["pass"]))
    for key, of in rows.items():
        work = groups.get(key, [])
        device = [p for p in case.work if p.device == (work[0].device if work else None)]
        yield from differs(f"overlap of pass {key}: sum", sum(int(r["sum_ns"]) for r in of), total(work))
        for row in of:
            own = merged(p for p in work if p.category == row["category"])
            beside = merged(p for p in device if p.category != row["category"])
            hidden = common(own, beside)
            want = (total([p for p in work if p.category == row["category"]]), length(own), length(own) - hidden, hidden)
            got = tuple(int(row[c]) for c in ("sum_ns", "busy_ns", "exposed_ns", "hidden_ns"))
            yield from differs(f"overlap of pass {key} {row['category']} (sum, busy, exposed, hidden)", got, want)
            yield from differs("overlap: behind_compute_ns at most hidden_ns", int(row["behind_compute_ns"]) <= int(row["hidden_ns"]), True)
            yield from differs("overlap: same_stream_ns at most sum_ns", int(row["same_stream_ns"]) <= int(row["sum_ns"]), True)
    yield from differs("overlap: passes", len(rows), len(groups))


def gaps(case):
    """Gaps and busy time make the wall of each device, and single gaps lie where nothing runs."""
    rows, idle = case.all_work["gaps"], 0
    devices = grouped(case.work, lambda p: p.device)
    for device, work in devices.items():
        work = [p for p in work if (p.device, p.stream) not in case.in_flight]
        union = merged(work)
        idle += wall(work) - length(union)
        begin, end = min(p.start for p in work), max(p.end for p in work)
        free = {(a[1], b[0] - a[1]) for a, b in zip([[begin, begin], *union], [*union, [end, end]]) if b[0] > a[1]}
        single = [(int(r["start_ns"]), int(r["dur_ns"])) for r in rows if r["start_ns"] and r["device"] == device]
        strange = [g for g in single if g not in free and not _split_by_instant(g, work, free)]
        if strange:
            yield f"gaps of device {device}: {len(strange)} are no stretch without work, the first {strange[0]}"
    yield from differs("gaps: sum of all devices", sum(int(r["dur_ns"]) for r in rows), idle)
    passes = case.all_passes["passes"]
    if any(p.passed is not None for p in case.work):
        inside = [r for r in case.all_passes["gaps"] if r["pass"] or not r["start_ns"]]  # others lie outside of passes
        found, want = sum(int(r["dur_ns"]) for r in inside), sum(int(r["idle_ns"]) for r in passes)
        short = sum(int(r["dur_ns"]) for r in inside if not r["start_ns"])  # those outside of passes too
        if abs(found - want) > _shared_by_passes(passes) + short:
            yield f"gaps of all passes: sum: {found}, idle of the passes {want}"
        for device, of in grouped([r for r in inside if r["start_ns"]], lambda r: r["device"]).items():
            busy_there = merged([p for p in devices[device] if (p.device, p.stream) not in case.in_flight])
            begins = [begin for begin, _ in busy_there]
            for other in (True, False):
                spans = [[int(r["start_ns"]), int(r["start_ns"]) + int(r["dur_ns"])]
                         for r in of if (r["cause"] == "other-work") == other]
                busy_ns, all_ns = sum(_inside(s, busy_there, begins) for s in spans), sum(b - a for a, b in spans)
                yield from differs(f"gaps of passes on device {device}: work that runs, {'other-work' if other else 'idle'}",
                                   busy_ns, all_ns if other else 0)


def _inside(span, union, begins):
    """Length of what an interval shares with a union of these begins."""
    return common([span], union[max(0, bisect_right(begins, span[0]) - 1):bisect_left(begins, span[1])])


def _shared_by_passes(passes):
    """Time that lies in several passes of a device: a gap there is in the idle time of each."""
    shared = 0
    for of in grouped(passes, lambda r: r["device"]).values():
        reached = None
        for begin, end in sorted((int(r["start_ns"]), int(r["end_ns"])) for r in of):
            if reached is not None:
                shared += max(0, min(reached, end) - begin)
            reached = end if reached is None else max(reached, end)
    return shared


def _split_by_instant(gap, work, free):
    """Work of no length ends one gap and begins the next."""
    begin, size = gap
    points = {p.start for p in work if p.duration == 0}
    inside = any(a <= begin and begin + size <= a + n for a, n in free)
    return inside and (begin in points or begin + size in points)


def perfetto(case):
    """Ranges are those of passes and layers, in ns and seconds."""
    ranges = {(r.get("device", case.only_device), r["pass"], ""): (r["start_ns"], r["end_ns"]) for r in case.all_passes["passes"]}
    several = bool(case.all_passes["layers"]) and "device" in case.all_passes["layers"][0]
    for row in case.all_passes["layers"]:
        ranges[(row["device"] if several else case.only_device, row["pass"], row["layer"])] = (row["start_ns"], row["end_ns"])
    for row in case.all_passes["perfetto"]:
        key = (row.get("device", case.only_device), row["pass"], row["layer"])
        yield from differs(f"perfetto range of {key}", (row["start_ns"], row["end_ns"]), ranges.get(key))
        for bound in ("start", "end"):
            seconds = row[bound + "_s"].replace(".", "")
            yield from differs(f"perfetto {bound}_s of {key}", int(seconds), int(row[bound + "_ns"]))


LAWS = (info_of_work, order_of_work, kernels, passes, layers, clusters, heatmap, overlap, gaps, perfetto)
