# SPDX-License-Identifier: GPL-3.0-or-later
"""Device work of Chrome-trace JSON, counted on the events as they are written.

Device work is what its writers mark as such: Kineto by the category, XLA, Ascend, TensorFlow and nsys2json by the process or thread
that it is drawn on.
"""
import gzip
import json
import re
import zlib
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from operations import Operation, Source, mark_wrappers

KERNEL_CATEGORIES = {"kernel", "gpu_memcpy", "gpu_memset", "memcpy", "memset", "concurrent_kernel", "cuda"}
DECODER = json.JSONDecoder(strict=False, parse_float=str, parse_int=str)


def inflated(path):
    """The text of a file; of damaged gzip as much as can be inflated."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, OSError, zlib.error):
        return zlib.decompressobj(31).decompress(data)


def events_of(text):
    """Objects of the list of events; of a text that ends early those that are whole."""
    text = text.decode("utf-8-sig", "replace")
    try:
        document = DECODER.decode(text)
        events = document.get("traceEvents", []) if isinstance(document, dict) else document
        return [e for e in events if isinstance(e, dict)], True
    except json.JSONDecodeError:
        pass
    begin = re.search(r'"traceEvents"\s*:\s*\[|^\s*\[', text)
    events, at = [], begin.end() if begin else len(text)
    while True:
        at = re.compile(r"[\s,]*").match(text, at).end()
        try:
            event, at = DECODER.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            return events, False
        if isinstance(event, dict):
            events.append(event)


def decimal(value):
    """A number of the file, written as number or as text; None where it is none."""
    try:
        number = Decimal(value)
    except (InvalidOperation, TypeError, ValueError):
        return None
    return number if number.is_finite() else None


def _names(events, kind, key):
    return {key(e): str((e.get("args") or {}).get("name", "")) for e in events if e.get("ph") == "M" and e.get("name") == kind}


def is_device_work(event, process, thread):
    """Whether the writer of the trace marks an event as work of a device."""
    categories = {c.strip().lower() for c in str(event.get("cat") or "").split(",")}
    if categories & KERNEL_CATEGORIES:
        return True
    if tensorflow_part(process):
        return True
    if process.startswith("/device:") and "CPU" not in process:
        return thread in ("XLA Ops", "Async XLA Ops") or thread.startswith("Stream #")
    if process == "Ascend Hardware":
        return thread.startswith("Stream") and not _is_signal((event.get("args") or {}).get("Task Type"))
    return False


def tensorflow_part(process):
    """(GPU, part of it) of a process of TensorFlow's timeline that shows work of a GPU, else None. The parts "stream:all" and "memcpy"
    repeat what the parts of single streams show."""
    found = re.fullmatch(r"(.*gpu:\d+)/(stream:.*|memcpy) Compute", process, re.IGNORECASE)
    return found and (found[1].lower(), found[2].lower())


def _without_repeats(operations):
    """Marks the operations of TensorFlow's parts that another part of the same GPU shows too."""
    shown = {}
    ranks = {"stream:all": 1, "memcpy": 2}
    marked = []
    for operation in sorted(operations, key=lambda o: ranks.get((tensorflow_part(o.device) or ("", ""))[1], 0)):
        part = tensorflow_part(operation.device)
        rank = ranks.get(part[1], 0) if part else None
        if part:
            counts = shown.setdefault((part[0], operation.name, operation.start, operation.duration), [0, 0, 0])
            counts[rank] += 1
            if counts[rank] <= max(counts[:rank], default=0):
                operation = replace(operation, kept=False)
        marked.append(operation)
    return marked


def _without_parts(lane, collectives):
    """Leaves out the transfers that a board makes for a collective: the collective has their time."""
    def is_part(operation):
        return operation.device == "Ascend Hardware" and operation.name.lower().startswith(("sdma", "rdma")) and any(
            c.start <= operation.start and operation.start + operation.duration <= c.start + c.duration for c in collectives)
    return [operation for operation in lane if not is_part(operation)] if collectives else lane


def _is_signal(task):
    """Tasks that hold a stream without working: waits, records of events and marks of the profiler."""
    return str(task).lower().replace("_", " ").startswith(("event ", "notify ", "place holder"))


def read(path):
    """Device work of a file, wrappers marked line by line."""
    events, whole = events_of(inflated(path))
    process = _names(events, "process_name", lambda e: str(e.get("pid")))
    thread = _names(events, "thread_name", lambda e: (str(e.get("pid")), str(e.get("tid"))))
    lanes, programs, boards = {}, [], {pid for pid, name in process.items() if name == "Ascend Hardware"}
    collectives = []
    for event, start, duration in _spans(events):
        pid, tid = str(event.get("pid")), str(event.get("tid"))
        on, line = process.get(pid, ""), thread.get((pid, tid), "")
        if on.startswith("/device:") and line == "XLA Modules":
            programs.append(Operation(str(event.get("name", "")), start * 1000, duration * 1000, on))
        elif len(boards) == 1 and on in ("HCCL", "Communication") and re.fullmatch("Group .* Communication", line):
            collectives.append(Operation(str(event.get("name", "")), start * 1000, duration * 1000, "Ascend Hardware"))
        elif is_device_work(event, on, line):
            lanes.setdefault((pid, tid, "XLA" in line), []).append(Operation(
                str(event.get("name", "")), start * 1000, duration * 1000, on, in_flight=line.startswith("Async")))
    operations = list(collectives)
    for (_, _, nested), lane in lanes.items():
        operations += mark_wrappers(lane) if nested else _without_parts(lane, collectives)
    return Source(_without_repeats(operations), zero=_zero(events), records=len(events), programs=programs, perfetto=True, notes={"whole": whole})


def _spans(events):
    """(event, start, duration) in µs: complete events, and begins with the end of the same name on their thread."""
    open_begins = {}
    for event in events:
        phase, start = event.get("ph"), decimal(event.get("ts"))
        if start is None:
            continue
        on = (str(event.get("pid")), str(event.get("tid")))
        if phase == "X":
            duration = decimal(event.get("dur"))
            if duration is not None:
                yield event, start, duration
        elif phase == "B":
            open_begins.setdefault(on, []).append((event, start))
        elif phase == "E":
            begins = open_begins.get(on, [])
            at = next((i for i in range(len(begins) - 1, -1, -1) if event.get("name") in (None, begins[i][0].get("name"))), None)
            if at is not None:
                begin, began = begins.pop(at)
                yield begin, began, start - began


def _zero(events):
    """The smallest time over what Perfetto imports: no metadata, no flows, no complete event without duration."""
    times = {}
    for event in events:
        phase = event.get("ph")
        if phase in ("X", "B", "i", "I", "R", "C", "b", "e", "n", "T"):
            if phase == "X" and decimal(event.get("dur")) is None or phase == "C" and not event.get("args"):
                continue
            times[event.get("ts")] = None
    times = [time for time in map(decimal, times) if time is not None]
    return min(times) * 1000 if times else None
