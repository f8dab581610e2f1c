# SPDX-License-Identifier: GPL-3.0-or-later
"""Small inputs of every format with awkward values: neighbours less than a nanosecond apart, work of no length, equal spans, nested
operations, several devices, times below zero, unsorted rows, quotes, missing columns. Their truth is read back off the file."""
import glob
import gzip
import json
import os
import random
import shutil
import struct

import made_nsys
import made_rocm

# The text of one trace is beyond 64 MB, from where on copies are kept for reopening (resources/help/command-line.md).
LARGE_EVENTS = 9000


def write_all(folder):
    """(name, path) of every input, written into a folder."""
    made = []
    for name, text in (("edges.json", chrome_edges()), ("pairs.json", chrome_pairs()), ("tensorflow.json", tensorflow()), ("xla.json", xla_lines()), ("large.json", large()),
                       ("lines.xplane.pb", xspace()), ("crlf/kernel_details.csv", ascend_full()), ("level0/kernel_details.csv", ascend_level0())):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        made.append((name, path))
    return made + made_nsys.write_all(folder) + made_rocm.write_all(folder)


def _unpacked(pattern, folder):
    """Generated traces of tests/data that a pattern names, unpacked into a folder: (name, path)."""
    made = []
    for packed in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/generated", pattern))):
        name = os.path.basename(packed).replace(".trace.json.gz", ".json")
        os.makedirs(folder, exist_ok=True)
        with gzip.open(packed) as text, open(os.path.join(folder, name), "wb") as file:
            shutil.copyfileobj(text, file)
        made.append((name, file.name))
    return made


def generated(folder):
    return _unpacked("*.trace.json.gz", folder)


def jobs(folder):
    """(name, paths) of the generated jobs, a file for each rank."""
    return [(name, [path for _, path in _unpacked(name + "/*.trace.json.gz", os.path.join(folder, name))]) for name in ("job-numbered", "job-named", "job-even")]


def _event(name, ts, dur, pid=0, tid=7, cat="kernel", **more):
    return json.dumps({"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "args": {"device": pid, "stream": tid}} | more)[:-1] + \
        f', "ts": {ts}, "dur": {dur}}}'


def chrome_edges():
    """Kineto's marks of device work with every odd way to write a time."""
    events = [
        _event("sum_kernel", "1000.5", "2.25"), _event("sum_kernel", "1000.5", "2.25"),  # twice the same
        _event("no_length", "1003", "0"), _event("no_length", "1003", "0.000"), _event("half_up", "1004.0005", "0.0005"),
        _event("below", "1005.0004", "0.0004"), _event("neighbour", "1005.0008", "1.0000001"), _event("neighbour", "1006.0008001", "3"),
        _event("text", '"1010.125"', '"4.5"'), _event("exponent", "1.02e3", "5E0"), _event("many_digits", "1030.123456789123", "1.987654321987"),
        _event("other_stream", "1000", "40", tid=20), _event("other_device", "999.75", "12.5", pid=1), _event("earlier", "990", "1"),
        _event("Memcpy HtoD (Pageable -> Device)", "1040", "3", cat="gpu_memcpy"), _event("Memset (Device)", "1044", "1", cat="gpu_memset"),
        _event("both", "1050", "2", cat="kernel,extra"), _event('quoted "name", with \\ and ünï', "1060", "2"), _event("", "1070", "2"),
        _event("equal_start", "1080", "5"), _event("equal_start_longer", "1080", "9"), _event("inside", "1081", "2"),
        _event("long", "1100", "100000000.001"), _event("host", "900", "5", cat="cpu_op", pid=99, tid=99),
    ]
    random.Random(5).shuffle(events)
    return '{"traceEvents": [\n' + ",\n".join(events) + "\n]}"


def chrome_pairs():
    """Device work as begins and ends, on the clock since 1970, some nested; and an event below zero."""
    epoch = 1712345678901234
    lines = []
    for i in range(30):
        begin = f"{epoch + 10 * i}.{i * 37 % 1000:03d}"
        end = f"{epoch + 10 * i + 7}.{i * 91 % 1000:03d}"
        for phase, time in (("B", begin), ("E", end)):
            lines.append(f'{{"ph":"{phase}","cat":"kernel","name":"pair_{i % 3}","pid":0,"tid":{i % 2},"ts":{time},"args":{{"device":0,"stream":{i % 2}}}}}')
    lines.append(f'{{"ph":"X","cat":"kernel","name":"nanosecond","pid":0,"tid":0,"ts":{epoch + 500}.001,"dur":0.001,"args":{{"device":0,"stream":0}}}}')
    return "[" + ",".join(lines)  # a list that is not closed


def tensorflow():
    """TensorFlow's timeline of two tasks: each piece of work on its stream and on another track, one on that of all streams alone."""
    lines, random_ = [], random.Random(17)

    def span(pid, name, start, size):
        lines.append(json.dumps({"ph": "X", "cat": "Op", "name": name, "pid": pid, "tid": 0, "ts": start, "dur": size, "args": {"op": name}}))

    for task in (0, 1):
        gpu = f"/job:worker/replica:0/task:{task}/device:GPU:0"
        parts = {10 * task + n: part for n, part in enumerate((" ", "/stream:all ", "/memcpy ", "/stream:7 ", "/stream:9 ", "/stream:all "))}
        for pid, part in parts.items():
            last = pid == 10 * task + 5
            lines.append(json.dumps({"ph": "M", "name": "process_name", "pid": pid, "args": {"name": gpu + part + ("Tensors" if last else "Compute")}}))
        at = 1490280142229088
        for i in range(40):
            size = random_.choice((1, 1, 4, 120))
            span(10 * task, "Conv2D", at - 50, 30)
            name, on, again = ("MEMCPYHtoD", 4, 2) if i % 5 == 0 else (f"Conv2D_{i % 3}", 3, 1)
            span(10 * task + on, name, at, size)
            span(10 * task + again, name, at, size)
            at += size + random_.choice((0, 3))
        span(10 * task + 1, "Softmax", at, 5)
    return '{"traceEvents": [\n' + ",\n".join(lines) + "\n]}"


def _line_events():
    """(name, start in ps, duration in ps) of one line of operations: a loop around others, neighbours that only touch, no length."""
    random_ = random.Random(11)
    events, at = [], 5_000_000
    for i in range(60):
        size = random_.choice((1, 80, 499, 500, 501, 999, 1000, 1001, 112_000_123))
        events.append((f"fusion.{i}", at, size))
        at += size + random_.choice((0, 0, 1, 75, 700))
        if i % 10 == 3:
            events.append((f"while.{i}", at, 50_000))
            events += [(f"body.{i}", at, 20_000), (f"copy-start.{i}", at + 20_000, 0), (f"body_end.{i}", at + 30_000, 20_000)]
            at += 50_000
        if i % 10 == 5:
            events += [(f"same.{i}", at, 3_000), (f"same.{i}", at, 3_000)]
            at += 3_000
    return events


def _flying():
    """(name, start in ps, duration in ps) of copies in flight, each longer than the step to the next."""
    return [(f"copy-done.{i}", 6_000_000 + i * 90_000_500, 100_000_250) for i in range(8)]


def _micro(pico):
    return f"{pico // 1000000}.{pico % 1000000:06d}"


def xla_lines():
    """The lines of two TPUs as the Chrome export of XLA has them, with modules and counters, which are no operations."""
    lines = []
    for pid in (3, 4):
        lines.append({"ph": "M", "pid": pid, "name": "process_name", "args": {"name": f"/device:TPU:{pid - 3}"}})
        for tid, name in ((0, "_counters_"), (2, "XLA Modules"), (3, "XLA Ops"), (4, "Async XLA Ops")):
            lines.append({"ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": {"name": name}})
    text = [json.dumps(line) for line in lines]
    for pid in (3, 4):
        text.append(f'{{"ph":"X","pid":{pid},"tid":0,"ts":1,"dur":0.000001,"name":"P state"}}')
        text.append(f'{{"ph":"X","pid":{pid},"tid":2,"ts":4,"dur":900000,"name":"jit_step(1)","args":{{"run_id":"7"}}}}')
        for tid, (name, start, size) in [(3, e) for e in _line_events()] + [(4, e) for e in _flying()]:
            text.append(f'{{"ph":"X","pid":{pid},"tid":{tid},"ts":{_micro(start)},"dur":{_micro(size)},"name":"{name}","args":{{"hlo_category":"fusion"}}}}')
    return '{"displayTimeUnit":"ns","traceEvents":[' + ",\n".join(text) + ",{}]}"


def large():
    """A trace that is kept for reopening."""
    padding = "x" * 7400
    events = []
    for i in range(LARGE_EVENTS):
        events.append(f'{{"ph":"X","cat":"kernel","name":"k{i % 40}","pid":0,"tid":7,"ts":{1000 + i * 5}.{i % 1000:03d},"dur":{2 + i % 3}.{i * 7 % 1000:03d},'
                      f'"args":{{"device":0,"stream":7,"correlation":{i},"note":"{padding}{i}"}}}}')
    return '{"traceEvents":[\n' + ",\n".join(events) + "]}"


def _varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while True:
        out.append(value & 127 | (128 if value > 127 else 0))
        value >>= 7
        if not value:
            return bytes(out)


def _number(field, value):
    return _varint(field << 3) + _varint(value)


def _bytes(field, data):
    data = data.encode() if isinstance(data, str) else data
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def xspace():
    """Two TPUs, one GPU and the host in XSpace's wire format; the second TPU begins at another nanosecond."""
    planes = b""
    for number, plane in enumerate(("/device:TPU:0", "/device:TPU:1", "/device:GPU:0", "/host:CPU")):
        names, body = {}, _number(1, number) + _bytes(2, plane)
        lines = {"/device:TPU": ("XLA Modules", "XLA Ops", "Async XLA Ops"), "/device:GPU": ("Stream #16(Kernel)", "Stream #20(MemcpyD2H)")}
        for place, line in enumerate(lines.get(plane[:11], ("main/1",))):
            events = b""
            whole = [("jit_step(1)", 0, 900_000_000)]
            for name, start, size in whole if line in ("XLA Modules", "main/1") else _flying() if line == "Async XLA Ops" else _line_events():
                metadata = names.setdefault(name, len(names) + 1)
                events += _bytes(4, _number(1, metadata) + _number(2, start) + (_number(3, size) if size else b""))
            body += _bytes(3, _number(1, 10 + place) + _bytes(2, line) + _number(3, 1_000_000 + 333 * number) + events)
        for name, metadata in names.items():
            body += _bytes(4, _number(1, metadata) + _bytes(2, _number(1, metadata) + _bytes(2, name)))
        planes += _bytes(1, body)
    return planes + _varint(99 << 3 | 1) + struct.pack("<d", 1.5)  # a field that nobody knows


FULL = "Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Num," \
       "Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types"


def ascend_full():
    """Rows out of order, lines that end in CRLF, tabs behind numbers, quoted cells, N/A, collectives that stand there twice."""
    rows, epoch = [], 1764246877073569
    for i in range(40):
        start = f"{epoch + 30 * i}.{i * 53 % 1000:03d}"
        start = f'"{start}\t"' if i % 3 == 0 else f"{start}\t" if i % 3 == 1 else start
        size = ("0", "0.000", "5.9", "24.280", "1.001")[i % 5]
        rows.append(f'{i // 20},{i % 2},4294967295,{i},2,aclnnMm_{i % 4},MatMulV2,dynamic,AI_CORE,{start},{size},0.3,24,0,NO,"""16,5120;;5120""",DT_BF16')
    for i in range(6):
        start, size = f"{epoch + 200 * i + 11}.{i}99", f"{20 + i}.125"
        for stream in ("N/A", "45"):
            rows.append(f"0,0,4294967295,N/A,{stream},hcom_allReduce__868_{i}_1,hcom_allReduce_,N/A,COMMUNICATION,{start}\t,{size},0,0,0,NO,N/A,N/A")
    random.Random(3).shuffle(rows)
    return ("\ufeff" + "\r\n".join([FULL, *rows]) + "\r\n\r\n").encode()


def ascend_level0():
    """The columns of level 0: names and times alone."""
    rows = [f"50,op_{i % 5},N/A,N/A,{1736405443881410 + 9 * i}.{i:03d}\t,{i % 4}.25,0,0" for i in range(50)]
    return "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n" + "\n".join(rows)
