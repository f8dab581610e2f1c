# SPDX-License-Identifier: GPL-3.0-or-later
"""Laws of the tables about programs, operations, the chosen pass, and of every table as a table.

Formulas: resources/help/tables-programs.md, tables-time.md, tables-profilers.md.
"""
import csv
import io
import json
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

from conservation import whole
from tables_of_work import MILLION, differs, micro, share_differs
from work import busy, grouped, total, wall

ABOVE_ONE = {("whatif", "stream_share"), ("diff", "delta_share")}
# Shares of what the hardware can do: a row above 1 says in another column that its numbers are wrong.
LIMITS = {("roofline", "of_floor"): "why", **{(table, share): "limit_note" for table in ("passes", "layers", "clusters") for share in ("mfu", "mbu")}}
MARK = "above what the device can do"


def csv_is_json(case):
    """CSV and JSON of a table have the same columns and cells, and no share is below 0 or above 1."""
    for export in (case.work_export, case.pass_export, case.default_export):
        for name, (text, said) in export.items():
            if name == "kernels_each" and export is not case.work_export:
                continue
            document = json.loads(said, parse_float=str)
            rows = list(csv.reader(io.StringIO(text.decode("utf-8"), newline="")))
            ids = [c["id"] for c in document["columns"]]
            yield from differs(f"{name}: columns of CSV and JSON", rows[0], ids)
            yield from differs(f"{name}: rows of CSV and JSON", len(rows) - 1, len(document["rows"]))
            for at, (row, cells) in enumerate(zip(rows[1:], document["rows"])):
                texts = [_text(cells.get(column)) for column in ids]
                if row != texts:
                    yield f"{name}: row {at} differs: {[pair for pair in zip(ids, row, texts) if pair[1] != pair[2]][:2]}"
                    break
            yield from _shares(name, document)


def _text(value):
    if value is None:
        return ""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _shares(name, document):
    for (table, share), mark in LIMITS.items():
        rows = [r for r in document["rows"] if table == name and r.get(share) is not None]
        bare = [r[share] for r in rows if micro(str(r[share])) > MILLION + 2 and MARK not in str(r.get(mark))]
        if bare:
            yield f"{name}: {share} is {bare[0]} without its mark in {mark}"
    shares = [share for (table, share), mark in LIMITS.items() if table == name and mark == "limit_note"]
    for row in document["rows"]:
        if shares and row.get("limit_note") and all(micro(str(row[share])) < MILLION for share in shares):
            yield f"{name}: a row is marked above the limit, of which it takes {[row[share] for share in shares]}"
    for column in document["columns"]:
        if column["kind"] == "share" and (name, column["id"]) not in LIMITS and (name, column["id"]) not in ABOVE_ONE:
            strange = [r[column["id"]] for r in document["rows"] if r.get(column["id"]) is not None and not 0 <= micro(str(r[column["id"]])) <= MILLION]
            if strange:
                yield f"{name}: {column['id']} is {strange[0]}"


def operations(case):
    """ops, families and regions are the same work as kernels, without transfers on their way, which are no instructions, and with the
    operations that hold others, which have time of their own."""
    holders = _holders(case)
    ops = case.all_work["ops"]
    flying = Counter(o.name for o in case.source.operations if o.in_flight)
    exclusive = sum(int(r["exclusive_ns"]) for r in ops)
    yield from differs("ops: count", sum(int(r["count"]) for r in ops), len(case.work) - sum(flying.values()) + holders)
    if not flying and not holders:
        yield from differs("ops: total_ns", sum(int(r["total_ns"]) for r in ops), total(case.work))
    named = grouped(ops, lambda r: r["name"])
    kernels = grouped(case.work, lambda p: p.name)
    unlike = [n for n in kernels if sum(int(r["count"]) for r in named.get(n, [])) + flying[n] != len(kernels[n])]
    if unlike and not holders:
        yield f"ops: {len(unlike)} names have another count than in kernels, the first {unlike[0]!r}"
    for row in ops:
        count, own = int(row["count"]), int(row["exclusive_ns"])
        yield from differs(f"ops {row['op']!r}: min ≤ mean ≤ max", int(row["min_ns"]) <= int(row["avg_ns"]) <= int(row["max_ns"]), True)
        yield from differs(f"ops {row['op']!r}: exclusive ≤ total", own <= int(row["total_ns"]), True)
        yield from differs(f"ops {row['op']!r}: mean", int(row["avg_ns"]), (2 * own + count) // (2 * count))
        yield from share_differs(f"ops {row['op']!r}: share", row["share"], own, exclusive)
    families = case.all_work["families"]
    for column in ("count", "exclusive_ns", "total_ns"):
        yield from differs(f"families: {column}", sum(int(r[column]) for r in families), sum(int(r[column]) for r in ops))
    for row in families:
        of = [r for r in ops if r["family"] == row["family"]]
        for column in ("count", "exclusive_ns", "total_ns"):
            yield from differs(f"family {row['family']}: {column}", int(row[column]), sum(int(r[column]) for r in of))
    regions = case.all_work["regions"]
    top = [r for r in regions if r["depth"] == "1"]
    if regions:
        yield from differs("regions: exclusive_ns", sum(int(r["exclusive_ns"]) for r in regions), exclusive)
        yield from differs("regions: inclusive_ns of the outermost", sum(int(r["inclusive_ns"]) for r in top), exclusive)
        yield from differs("regions: count of the outermost", sum(int(r["count"]) for r in top), sum(int(r["count"]) for r in ops))


def _holders(case):
    """Operations that hold others, such as loops: they count as no kernel, a diagnostic counts them."""
    return sum(int(r["count"]) for r in case.all_work["diagnostics"] if r["id"] == "container_operation")


def breakdown(case):
    """The parts of a device are its window, and its work the work of ops."""
    rows = grouped((r for r in case.all_work["breakdown"] if r["device"] not in ("min", "median", "max")), lambda r: r["device"])
    devices = grouped(case.work, lambda p: p.device)
    for device, of in rows.items():
        work, window = devices.get(device, []), int(of[0]["window_ns"])
        if not work:
            yield f"breakdown: device {device} has no work"
            continue
        programs = [p for p in case.source.programs if p.device.endswith(":" + device)]
        want = wall(work)
        if programs: # a program that still runs is part of the window, whatever its last operation is
            zero = case.source.zero if case.source.zero is not None else Decimal(case.info["zero_ns"])
            begin = min(min(p.start for p in work), min(whole(p.start) - whole(zero) for p in programs))
            want = max(max(p.end for p in work), max(whole(p.start + p.duration) - whole(zero) for p in programs)) - begin
        if abs(window - want) > (1 if programs else 0):
            yield f"breakdown of device {device}: window: {window}, by arithmetic {want}"
        yield from differs(f"breakdown of device {device}: parts", sum(int(r["time_ns"]) for r in of), window)
        for row in of:
            yield from share_differs(f"breakdown of device {device}: {row['part']}", row["share"], int(row["time_ns"]), window)
        idle = sum(int(r["time_ns"]) for r in of if r["part"] in ("idle_inside", "idle_between", "idle_edges", "in_flight"))
        if not _holders(case):
            yield from differs(f"breakdown of device {device}: idle within wall − busy", window - idle <= busy(work), True)
        yield from differs(f"breakdown of device {device}: no idle while work runs", idle <= window, True)
    yield from differs("breakdown: devices", len(rows), len(devices))
    yield from differs("breakdown: sum_ns", sum(int(r["sum_ns"] or 0) for of in rows.values() for r in of if r["part"] != "in_flight"),
                       sum(int(r["exclusive_ns"]) for r in case.all_work["ops"]))


def collectives(case):
    """Transfers are kernels: their times add up, hidden and exposed make busy, and none is counted that no kernel is."""
    kinds = sum(int(r["count"]) for r in case.all_work["ops"] if r["kind"] in ("communication", "copy", "wait"))
    rows, halves = case.all_work["collectives"], 0
    for row in rows:
        what = f"collectives {row['kind']} of device {row['device']}"
        count, summed = int(row["count"]), int(row["sum_ns"])
        halves += count + int(row["split"])
        yield from differs(f"{what}: exposed + hidden", int(row["exposed_ns"]) + int(row["hidden_ns"]), int(row["busy_ns"]))
        yield from differs(f"{what}: busy ≤ sum", int(row["busy_ns"]) <= summed, True)
        yield from differs(f"{what}: split ≤ count", int(row["split"]) <= count, True)
        if count and row["avg_ns"]:
            yield from differs(f"{what}: mean", int(row["avg_ns"]), (2 * summed + count) // (2 * count))
            yield from differs(f"{what}: mean ≤ max ≤ sum", int(row["avg_ns"]) <= int(row["max_ns"]) <= summed, True)
    yield from differs("collectives: transfers and their halves are operations", halves <= kinds, True)
    if not any(r["split"] not in ("", "0") for r in rows):
        recorded = [p for p in case.work if p.category == "communication"]
        listed = [r for r in rows if r["kind"] != "copy"]
        yield from differs("collectives: count of collectives", sum(int(r["count"]) for r in listed), len(recorded))
        yield from differs("collectives: sum of collectives", sum(int(r["sum_ns"]) for r in listed), total(recorded))


def steps(case):
    """A step is busy, waits or is idle; classes are in order."""
    for row in case.all_work["steps"]:
        parts = [int(row[c] or 0) for c in ("busy_ns", "wait_ns", "idle_ns")]
        yield from differs(f"step {row['step']}: busy + wait + idle", sum(parts), int(row["wall_ns"]))
        if row["interval_ns"] and int(row["interval_ns"]) < 0:
            yield f"step {row['step']}: interval {row['interval_ns']}"
    for row in case.all_work["step-classes"]:
        if row["mean_ns"]:
            ordered = [int(row[c]) for c in ("min_ns", "median_ns", "p90_ns", "max_ns")]
            yield from differs(f"step class {row['class']}: min ≤ median ≤ P90 ≤ max", ordered, sorted(ordered))
            yield from differs(f"step class {row['class']}: min ≤ mean ≤ max", ordered[0] <= int(row["mean_ns"]) <= ordered[3], True)


def chosen_pass(case):
    """bottleneck, whatif and flow are about the pass that is shown by default."""
    chosen = grouped(case.default["bottleneck"], lambda r: r.get("device", ""))
    passes = {(r["device"], r["pass"]): r for r in case.default["passes"]}
    shown = {(r["device"], r["pass"]) for r in case.default["perfetto"] if r["layer"] == ""} if "device" in (case.default["perfetto"] or [{}])[0] \
        else {(case.main_device, r["pass"]) for r in case.default["perfetto"] if r["layer"] == ""}
    walls = sum(int(passes[key]["wall_ns"]) for key in shown if key in passes)
    if shown:
        yield from differs("bottleneck: rows add up to the wall", sum(int(r["time_ns"]) for of in chosen.values() for r in of), walls)
        for row in case.default["bottleneck"]:
            yield from share_differs(f"bottleneck {row['rank']}: share", row["share"], int(row["time_ns"]), walls)
        kernels = sum(int(passes[key]["kernels"]) for key in shown if key in passes)
        yield from differs("kernels of the chosen pass: count", sum(int(r["count"]) for r in case.default["kernels"]), kernels)
    for row in case.default["whatif"]:
        what = f"whatif {row['scenario']} of pass {row['pass']}"
        times = [int(row[c]) for c in ("serial_ns", "stream_ns", "hidden_ns")]
        yield from differs(f"{what}: serial ≥ stream ≥ hidden", times, sorted(times, reverse=True))
        for column, value in zip(("serial", "stream", "hidden"), times):
            yield from differs(f"{what}: {column}_delta_ns", int(row[column + "_delta_ns"]), value - int(row["wall_ns"]))
    rows = {(r.get("device", ""), r["pass"], r["layer"]): int(r["sum_ns"]) for r in case.all_passes["layers"]} if shown else {}
    for (_, number, layer), of in grouped(case.default["flow"], lambda r: (r.get("device", ""), r["pass"], r["layer"])).items():
        summed = sum(int(r["dur_ns"]) for r in of)
        sums = {n for (d, p, l), n in rows.items() if (p, l) == (number, layer)}
        if sums:
            yield from differs(f"flow of layer {layer}: sum among the sums of that layer", summed in sums, True)
        for row in of:
            yield from share_differs(f"flow of layer {layer}: share", row["share"], int(row["dur_ns"]), summed)


def unnamed(case):
    """What no rule names is the category other."""
    rows, other = case.all_work["unnamed"], [p for p in case.work if p.category == "other"]
    yield from differs("unnamed: count", sum(int(r["count"]) for r in rows), len(other))
    yield from differs("unnamed: sum", sum(int(r["sum_ns"]) for r in rows), total(other))
    for row in rows:
        yield from share_differs(f"unnamed {row['short_name']!r}: share", row["share"], int(row["sum_ns"]), total(case.work))
    late = sum(int(r["count"]) for r in case.all_work["diagnostics"] if r["id"] == "kernels_without_launch")
    if late:
        yield from differs("kernels_without_launch", late, sum(not p.launched for p in case.work))


def stats(case):
    """cuda_gpu_kern_sum is the sum over kernels, in the arithmetic of nsys stats."""
    rows, groups = case.all_work["stats"], grouped(case.work, lambda p: p.name)
    if not rows or "total_time_ns" not in rows[0]:
        return
    yield from differs("stats: instances", sum(int(r["instances"]) for r in rows), int(case.info["kernels"]))
    whole = sum(int(r["total_time_ns"]) for r in rows)
    for row in rows:
        lengths = sorted(p.duration for p in groups.get(row["name"], []))
        if not lengths:
            yield f"stats: {row['name'][:80]!r} has no kernel"
            continue
        middle = (lengths[(len(lengths) - 1) // 2] + lengths[len(lengths) // 2]) / 2
        want = (sum(lengths), len(lengths), _tenth(sum(lengths) / len(lengths)), _tenth(middle), lengths[0], lengths[-1])
        got = (int(row["total_time_ns"]), int(row["instances"]), row["avg_ns"], row["med_ns"], int(row["min_ns"]), int(row["max_ns"]))
        yield from differs(f"stats {row['name'][:60]!r}", got, want)
        yield from differs(f"stats {row['name'][:60]!r}: percent", row["time_percent"], _tenth(100 * sum(lengths) / whole) if whole else "")


def _tenth(value):
    """One decimal as nsys stats writes it: the quotient is a double there (16823 ÷ 20 is 841.1), and its halves go away from zero."""
    return str(Decimal(value).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP))


def ranges(case):
    """Of each range: shortest ≤ median ≤ longest, and the mean is the sum over the instances."""
    for row in case.all_work["ranges"]:
        what, count = f"range {row['range'][:60]!r}", int(row["instances"])
        ordered = [int(row[c]) for c in ("min_proj_ns", "median_proj_ns", "max_proj_ns")]
        yield from differs(f"{what}: min ≤ median ≤ max", ordered, sorted(ordered))
        if count:
            yield from differs(f"{what}: mean", int(row["avg_proj_ns"]), (2 * int(row["proj_ns"]) + count) // (2 * count))
        yield from differs(f"{what}: busy ≤ projected", int(row["busy_ns"]) <= int(row["proj_ns"]), True)


LAWS = (csv_is_json, operations, breakdown, collectives, steps, chosen_pass, unnamed, stats, ranges)
