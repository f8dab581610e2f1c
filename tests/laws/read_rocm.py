# SPDX-License-Identifier: GPL-3.0-or-later
"""What ROCm's profilers recorded: databases of rpd_tracer and of rocprofv3 (rocpd) counted by SQL, its JSON by its keys, its CSV by rows.

`spans` in the notes are all records with times, (name or None, start, duration); `said` are the counts that the diagnostics must state.
"""
import csv
import glob
import json
import os
import sqlite3
from collections import Counter
from decimal import Decimal

from operations import Operation, Source

MARKERS = ("MARKER", "ROCTX")


class _Found:
    """Collects records. A record without a whole number as start or end has no place in time: a diagnostic counts it."""

    def __init__(self):
        self.operations, self.spans, self.said, self.records = [], [], Counter(), 0

    def add(self, name, start, end, device=None, said=None):
        """`device` is None for what the host does; `said` is the diagnostic that counts a record with damaged times."""
        self.records += 1
        if not isinstance(start, int) or not isinstance(end, int):
            self.said[said or ("bad_duration" if isinstance(start, int) else "bad_timestamp")] += 1
            return
        self.said["negative_duration"] += end < start
        length = max(0, end - start)
        self.spans.append((name, start, length))
        if device is not None:
            self.operations.append(Operation(name or "", Decimal(start), Decimal(length), str(device)))

    def source(self):
        zero = min((start for _, start, _ in self.spans), default=None)
        said = {id_: count for id_, count in self.said.items() if count}
        return Source(self.operations, None if zero is None else Decimal(zero), self.records,
                      notes={"spans": self.spans, "said": said, "devices": True})


def read(path):
    """By what the file holds."""
    with open(path, "rb") as file:
        head = file.read(4096)
    if head.startswith(b"SQLite format 3"):
        base = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
        base.text_factory = lambda text: text.decode("utf-8", "replace")
        tables = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = _rpd(base) if "rocpd_op" in tables else _rocpd(base, tables)
        base.close()
        return found.source()
    return (_tables(path) if path.endswith(".csv") else _results(path)).source()


def is_rocm(path):
    """True for a CSV table or JSON of rocprofv3."""
    with open(path, "rb") as file:
        head = file.read(4096)
    return b"Start_Timestamp" in head or b'"rocprofiler-sdk-tool"' in head


def _rpd(base):
    found = _Found()
    text = "(SELECT string FROM rocpd_string WHERE id = {})"
    for api, args, start, end in base.execute(f"SELECT {text.format('apiName_id')}, {text.format('args_id')}, start, \"end\" FROM rocpd_api"):
        found.add(args if api == "UserMarker" else api, start, end)
    query = f"SELECT o.id, {text.format('description_id')}, {text.format('opType_id')}, gpuId, start, \"end\" FROM rocpd_op o"
    launched = dict(base.execute("SELECT a.op_id, (SELECT string FROM rocpd_string WHERE id = k.kernelName_id) FROM rocpd_api_ops a "
                                 "JOIN rocpd_kernelapi k ON k.api_ptr_id = a.api_id"))
    for op, description, kind, device, start, end in base.execute(query):
        waits = any(word in (kind or "").lower() for word in ("barrier", "marker"))
        copies = any(word in (kind or "").lower() for word in ("copy", "fill", "memset"))
        name = description or (launched.get(op) if not waits and not copies else None) or kind
        before = len(found.spans)
        found.add(name, start, end, None if waits else device)
        found.said["device_wait"] += waits and len(found.spans) > before
    return found


def _rocpd(base, tables):
    found = _Found()
    for suffix in sorted({t[len(k):] for k in ("rocpd_kernel_dispatch", "rocpd_region", "rocpd_memory_copy") for t in tables if t.startswith(k)}):
        _one_process(base, tables, suffix, found)
    return found


def _rows(base, tables, table, suffix, *columns):
    """Rows of a table with its times, wherever those are; columns that a schema lacks are taken from its tracks, or are None."""
    name = table + suffix
    if name not in tables:
        return
    own = {row[1] for row in base.execute(f"PRAGMA table_info({name})")}
    track = {"agent_id"} if "track_id" in own else set()
    wanted = [f"t.{c}" if c in own else f"r.{c}" if c in track else "NULL" for c in columns]
    join = f"LEFT JOIN rocpd_track{suffix} r ON r.id = t.track_id" if "track_id" in own else ""
    times = ("(SELECT value FROM rocpd_timestamp{0} WHERE id = t.start_id), (SELECT value FROM rocpd_timestamp{0} WHERE id = t.end_id)".format(suffix)
             if "start_id" in own else 't.start, t."end"')
    yield from base.execute(f"SELECT {times}, {', '.join(wanted)} FROM {name} t {join}")


def _one_process(base, tables, suffix, found):
    strings = dict(base.execute(f"SELECT id, string FROM rocpd_string{suffix}"))
    gpus = {agent: number for agent, number in base.execute(f"SELECT id, type_index FROM rocpd_info_agent{suffix} WHERE type = 'GPU'")}
    symbols = {i: shown or plain for i, shown, plain in base.execute(f"SELECT id, display_name, kernel_name FROM rocpd_info_kernel_symbol{suffix}")}
    events = {i: (strings.get(category, ""), extra) for i, category, extra in base.execute(f"SELECT id, category_id, extdata FROM rocpd_event{suffix}")}
    for start, end, name, event in _rows(base, tables, "rocpd_region", suffix, "name_id", "event_id"):
        category, extra = events.get(event, ("", "{}"))
        message = json.loads(extra).get("message") if category.startswith(MARKERS) else None
        found.add(message or strings.get(name, ""), start, end)
    for start, end, kernel, agent in _rows(base, tables, "rocpd_kernel_dispatch", suffix, "kernel_id", "agent_id"):
        found.add(symbols.get(kernel), start, end, gpus.get(agent, 0))
    for start, end, name, to, origin in _rows(base, tables, "rocpd_memory_copy", suffix, "name_id", "dst_agent_id", "src_agent_id"):
        found.add(strings.get(name, ""), start, end, gpus.get(to, gpus.get(origin, 0)))
    for start, end, kind, level in _rows(base, tables, "rocpd_memory_allocate", suffix, "type", "level"):
        found.add(f"{kind} ({level})", start, end)


def _results(path):
    """rocprofv3 --output-format json."""
    found = _Found()
    with open(path, encoding="utf-8") as file:
        processes = json.load(file)["rocprofiler-sdk-tool"]
    for process in processes:
        gpus = {a["id"]["handle"]: a["logical_node_type_id"] for a in process["agents"] if a["type"] == 2}
        symbols = {s["kernel_id"]: s["formatted_kernel_name"] for s in process["kernel_symbols"]}
        names, markers = process["strings"]["buffer_records"], {m["key"]: m["value"] for m in process["strings"]["marker_api"]}
        for table, records in process["buffer_records"].items():
            found.said["table_not_shown"] += table.startswith("pc_sample") and bool(records)
            for record in records if not table.startswith("pc_sample") else ():
                kind, operation = record.get("kind", 0), record.get("operation", 0)
                operations = names[kind]["operations"] if kind < len(names) else []
                name = operations[operation] if operation < len(operations) else None
                device = None
                if table == "kernel_dispatch":
                    name, device = symbols.get(record["dispatch_info"]["kernel_id"]), gpus[record["dispatch_info"]["agent_id"]["handle"]]
                elif table == "memory_copy":
                    to, origin = record["dst_agent_id"]["handle"], record["src_agent_id"]["handle"]
                    device = gpus[to] if to in gpus else gpus[origin]
                elif table == "marker_api":
                    name = markers.get(record["correlation_id"]["internal"], name)
                found.add(name, record.get("start_timestamp"), record.get("end_timestamp"), device, "missing_timestamp")
    return found


def _tables(path):
    """rocprofv3 --output-format csv: all tables of the run that one of them belongs to."""
    found, folder, name = _Found(), os.path.dirname(path), os.path.basename(path)
    run = name.split("_")[0] + "_" if name.endswith(("_trace.csv", "_collection.csv")) else name
    agents = os.path.join(folder, run + "agent_info.csv")
    gpus = _agents(agents) if os.path.exists(agents) else None
    for table in sorted(glob.glob(os.path.join(folder, run + "*")) if run != name else [path]):
        with open(table, encoding="utf-8-sig", newline="") as file:
            rows = list(csv.reader(file))
        header = [cell.lower() for cell in rows[0]]
        if table == agents or "counter_name" in header:
            found.said["table_not_shown"] += table != agents
            continue
        for row in rows[1:]:
            cells = dict(zip(header, row))
            times = [_whole(cells.get(c)) for c in ("start_timestamp", "end_timestamp")]
            if len(row) < len(header) or None in times:
                found.said["damaged_row"] += 1
                continue
            found.add(*_named(cells, *times, gpus))
    return found


def _named(cells, start, end, gpus):
    """(name, start, end, device) of a row."""
    if "function" in cells:
        return cells["function"], start, end, None
    if "kernel_name" in cells:
        return cells["kernel_name"] or None, start, end, _gpu(cells["agent_id"], gpus)
    if "direction" in cells:
        to_host = cells["direction"].endswith("DEVICE_TO_HOST")
        return cells["direction"], start, end, _gpu(cells["source_agent_id" if to_host else "destination_agent_id"], gpus)
    return f"{cells['kind']} {cells['operation']}", start, end, None


def _agents(path):
    with open(path, encoding="utf-8", newline="") as file:
        return [(row["Node_Id"], row["Logical_Node_Id"]) for row in csv.DictReader(file) if row["Agent_Type"] == "GPU"]


def _gpu(cell, gpus):
    """Number among the GPUs of "Agent 4" (a node) or "GPU 1" (that number)."""
    kind, _, number = cell.rpartition(" ")
    nodes = [node for node, _ in gpus or []]
    return nodes.index(number) if kind != "GPU" and number in nodes else int(number)


def _whole(cell):
    try:
        return int(cell)
    except (TypeError, ValueError):
        return None
