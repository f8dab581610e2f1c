# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of ROCm's profilers with rows that real ones have too: work without a launch or a name, equal and empty spans, an end before its
start, times that are no numbers, two processes on two GPUs, barriers, samples that nothing shows."""
import csv
import json
import os
import random
import sqlite3

BEGIN = 78794216831989
KERNELS = ("Cijk_Ailk_Bljk_BBS_BH_MT256x256x64_MI16x16x1", "void rms_norm_kernel<float, 4>(float*, float const*)", "attn_fwd.kd", "")


def write_all(folder):
    """(name, path) of every file; the tables of one run lie together."""
    folder = os.path.join(folder, "rocm")
    os.makedirs(os.path.join(folder, "run"))
    made = []
    for name, fill in (("calls.rpd", _rpd), ("direct.db", lambda base: _rocpd(base, False)), ("tracks.db", lambda base: _rocpd(base, True))):
        base = sqlite3.connect(os.path.join(folder, name))
        fill(base)
        base.commit()
        base.close()
        made.append(name)
    with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
        json.dump({"rocprofiler-sdk-tool": [_process(4711, 0), _process(4712, 50_000)]}, file)
    _tables(os.path.join(folder, "run"))
    made += ["results.json", "run/11_kernel_trace.csv", "run/12_kernel_trace.csv", "run/11_hip_api_trace.csv"]
    return [("rocm/" + name, os.path.join(folder, name)) for name in made]


def _work(seed, count=120):
    """(start, end, kernel or None for a copy, device, stream): neighbours that touch, equal spans, spans of no length."""
    random_, at, work = random.Random(seed), BEGIN, []
    for i in range(count):
        size = random_.choice((0, 1, 40, 1_200, 9_600))
        kernel = None if i % 7 == 3 else random_.randrange(len(KERNELS))
        work += [(at, at + size, kernel, i % 2, 1 + i % 3)] * (2 if i % 31 == 30 else 1)
        at += size + random_.choice((0, 0, 1, 300))
    return work


def _rpd(base):
    """Work of all sorts, most of it with the call that submitted it; the names of some kernels stand with their launch alone."""
    base.executescript("""
        CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT NOT NULL);
        CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, sequenceId INTEGER, start INTEGER, "end" INTEGER,
            description_id INTEGER, opType_id INTEGER);
        CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, "end" INTEGER, apiName_id INTEGER, args_id INTEGER);
        CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER);
        CREATE TABLE rocpd_kernelapi (api_ptr_id INTEGER PRIMARY KEY, stream TEXT, gridX INTEGER, gridY INTEGER, gridZ INTEGER,
            workgroupX INTEGER, workgroupY INTEGER, workgroupZ INTEGER, kernelName_id INTEGER);
        CREATE TABLE rocpd_copyapi (api_ptr_id INTEGER PRIMARY KEY, size INTEGER)""")
    texts = (*KERNELS, "KernelExecution", "CopyDeviceToHost", "FillBuffer", "Barrier", "UserMarker", "step 1", "hipLaunchKernel", "Marker")
    number = {text: i for i, text in enumerate(texts, 1)}
    base.executemany("INSERT INTO rocpd_string VALUES (?, ?)", [(i, text) for text, i in number.items()])
    base.execute("INSERT INTO rocpd_api VALUES (1, 10, 11, ?, ?, ?, ?)", (BEGIN - 900, BEGIN + 400_000, number["UserMarker"], number["step 1"]))
    insert = "INSERT INTO rocpd_op VALUES (?, ?, ?, 0, ?, ?, ?, ?)"
    for i, (start, end, kernel, device, stream) in enumerate(_work(1), 100):
        kind = ("CopyDeviceToHost", "FillBuffer")[i % 2] if kernel is None else "KernelExecution"
        named = kernel is not None and i % 5 > 0
        base.execute(insert, (i, device, stream, start, end, number[KERNELS[kernel]] if named else number[""], number[kind]))
        if i % 4:
            base.execute("INSERT INTO rocpd_api VALUES (?, 10, 11, ?, ?, ?, ?)", (i, start - 700, start - 690, number["hipLaunchKernel"], number[""]))
            base.execute("INSERT INTO rocpd_api_ops VALUES (?, ?, ?)", (i, i, i))
        if i % 4 and kernel is not None:
            base.execute("INSERT INTO rocpd_kernelapi VALUES (?, '0x0', 4, 1, 1, 64, 1, 1, ?)", (i, number[KERNELS[kernel]]))
    last = BEGIN + 500_000
    for i, (start, end, kind) in enumerate(((last, last + 5, "Barrier"), (last + 9, last + 9, "Marker"), (last + 20, last + 12, "KernelExecution"),
                                            (last + 30, None, "KernelExecution"), ("never", last, "FillBuffer"))):
        base.execute(insert, (900 + i, 0, 1, start, end, 1, number[kind]))


def _rocpd(base, by_track):
    """Two processes, each with tables of its own, on two GPUs; times and tracks in the rows, or in tables that they refer to."""
    for process, suffix in enumerate(("_0000abcd_11", "_0000abce_12")):
        _rocpd_names(base, suffix, process)
        spans = ('track_id INTEGER, start_id INTEGER, end_id INTEGER' if by_track else
                 'pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER, start BIGINT, "end" BIGINT')
        base.executescript(f"""
            CREATE TABLE rocpd_region{suffix} (id INTEGER PRIMARY KEY, {spans}, name_id INTEGER, event_id INTEGER);
            CREATE TABLE rocpd_kernel_dispatch{suffix} (id INTEGER PRIMARY KEY, {spans}, kernel_id INTEGER, event_id INTEGER);
            CREATE TABLE rocpd_memory_copy{suffix} (id INTEGER PRIMARY KEY, {spans}, name_id INTEGER, event_id INTEGER, dst_agent_id INTEGER,
                src_agent_id INTEGER, size INTEGER);
            CREATE TABLE rocpd_memory_allocate{suffix} (id INTEGER PRIMARY KEY, {spans}, type TEXT, level TEXT, size INTEGER)""")
        put = _Rows(base, suffix, by_track)
        put.add("rocpd_region", BEGIN - 5_000, BEGIN + 900_000, (None, None, None), 1, 1)
        put.add("rocpd_memory_allocate", BEGIN - 6_000, BEGIN - 5_900, (None, None, None), "ALLOC", "REAL", 4096)
        for i, (start, end, kernel, device, stream) in enumerate(_work(2 + process), 100):
            start, end, place = start + 333 * process, end + 333 * process, (2 + device, 1, stream)
            base.execute(f"INSERT INTO rocpd_event{suffix} VALUES (?, 4, ?, '{{}}')", (i, i))
            if i % 4:
                put.add("rocpd_region", start - 700, start - 690, (None, None, None), 3, i)
            if kernel is None:
                put.add("rocpd_memory_copy", start, end, place, 5, i, 1 if i % 2 else 2 + device, 2 + device, 4096)
            else:
                put.add("rocpd_kernel_dispatch", start, end, place, 1 + kernel if i % 11 else 99, i)
        put.add("rocpd_kernel_dispatch", BEGIN + 700_020, BEGIN + 700_012, (2, 1, 1), 1, 1)
        if not by_track: # a row that refers to no time has none
            put.add("rocpd_kernel_dispatch", BEGIN + 700_030, "never", (2, 1, 1), 1, 1)


def _rocpd_names(base, suffix, process):
    base.executescript(f"""
        CREATE TABLE rocpd_string{suffix} (id INTEGER PRIMARY KEY, string TEXT);
        CREATE TABLE rocpd_info_process{suffix} (id INTEGER PRIMARY KEY, pid INTEGER, name TEXT, command TEXT);
        CREATE TABLE rocpd_info_thread{suffix} (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, name TEXT);
        CREATE TABLE rocpd_info_agent{suffix} (id INTEGER PRIMARY KEY, type TEXT, type_index INTEGER, absolute_index INTEGER, name TEXT);
        CREATE TABLE rocpd_info_stream{suffix} (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE rocpd_info_kernel_symbol{suffix} (id INTEGER PRIMARY KEY, kernel_name TEXT, display_name TEXT);
        CREATE TABLE rocpd_track{suffix} (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, agent_id INTEGER, queue_id INTEGER, stream_id INTEGER);
        CREATE TABLE rocpd_timestamp{suffix} (id INTEGER PRIMARY KEY, value BIGINT);
        CREATE TABLE rocpd_event{suffix} (id INTEGER PRIMARY KEY, category_id INTEGER, stack_id INTEGER, extdata TEXT);
        INSERT INTO rocpd_string{suffix} VALUES (1, 'roctxRangePushA'), (2, 'MARKER_CORE_API'), (3, 'hipLaunchKernel'), (4, 'HIP_RUNTIME_API'),
            (5, 'MEMORY_COPY_DEVICE_TO_DEVICE');
        INSERT INTO rocpd_info_process{suffix} VALUES (7, {4711 + process}, NULL, 'python serve.py');
        INSERT INTO rocpd_info_thread{suffix} VALUES (9, 7, {4721 + process}, 'main');
        INSERT INTO rocpd_info_agent{suffix} VALUES (1, 'CPU', 0, 0, 'cpu'), (2, 'GPU', 0, 1, 'gfx942'), (3, 'GPU', 1, 2, 'gfx942');
        INSERT INTO rocpd_info_stream{suffix} VALUES (1, 'Stream 1');
        INSERT INTO rocpd_event{suffix} VALUES (1, 2, 1, '{{"message": "forward"}}')""")
    base.executemany(f"INSERT INTO rocpd_info_kernel_symbol{suffix} VALUES (?, ?, ?)", [(i, n + ".kd" if n else "", n) for i, n in enumerate(KERNELS, 1)])


class _Rows:
    """Puts rows of spans into the tables of one process."""

    def __init__(self, base, suffix, by_track):
        self.base, self.suffix, self.by_track, self.row, self.tracks = base, suffix, by_track, 0, {}

    def add(self, table, start, end, place, *values):
        self.row += 1
        span = (self._track(place), self._time(start), self._time(end)) if self.by_track else (7, 9, *place, start, end)
        marks = ",".join("?" * (1 + len(span) + len(values)))
        if table == "rocpd_memory_copy" and not self.by_track:
            span = (7, 9, None, *place[1:], start, end)  # copies have no agent of their own
        self.base.execute(f"INSERT INTO {table}{self.suffix} VALUES ({marks})", (self.row, *span, *values))

    def _track(self, place):
        if place not in self.tracks:
            self.tracks[place] = len(self.tracks) + 1
            self.base.execute(f"INSERT INTO rocpd_track{self.suffix} VALUES (?, 7, 9, ?, ?, ?)", (self.tracks[place], *place))
        return self.tracks[place]

    def _time(self, value):
        self.base.execute(f"INSERT INTO rocpd_timestamp{self.suffix} (value) VALUES (?)", (value,))
        return self.base.execute("SELECT last_insert_rowid()").fetchone()[0]


def _process(pid, shift):
    """One process of rocprofv3's JSON. Names stand behind the records, as they may."""
    records = {"kernel_dispatch": [], "memory_copy": [], "hip_api": [], "marker_api": [], "memory_allocation": [], "pc_sample_host_trap": [{"a": 1}]}
    for i, (start, end, kernel, device, stream) in enumerate(_work(pid), 100):
        record = {"kind": 3, "operation": 1, "thread_id": pid + 1, "correlation_id": {"internal": i, "external": 0},
                  "start_timestamp": start + shift, "end_timestamp": end + shift, "stream_id": {"handle": stream}}
        agent = {"handle": 22 + device}
        if i % 4:
            call = {"kind": 1, "operation": 1 + i % 2, "thread_id": pid + 1, "correlation_id": {"internal": i}}
            records["hip_api"].append(call | {"start_timestamp": start + shift - 700, "end_timestamp": start + shift - 690})
        if kernel is None:
            records["memory_copy"].append(record | {"dst_agent_id": agent if i % 2 else {"handle": 11}, "src_agent_id": agent, "bytes": 4096})
        else:
            info = {"agent_id": agent, "queue_id": {"handle": 1}, "kernel_id": 1 + kernel if i % 11 else 99,
                    "workgroup_size": {"x": 64, "y": 1, "z": 1}, "grid_size": {"x": 1025, "y": 2, "z": 1}}
            records["kernel_dispatch"].append(record | {"kind": 0, "operation": 0, "dispatch_info": info})
    marker = {"kind": 2, "operation": 0, "thread_id": pid + 1, "correlation_id": {"internal": 1}}
    records["marker_api"] += [marker | {"start_timestamp": BEGIN + shift - 900, "end_timestamp": BEGIN + shift + 400_000},
                              marker | {"start_timestamp": BEGIN + shift + 9, "end_timestamp": BEGIN + shift + 3}, marker | {"start_timestamp": BEGIN}]
    names = [("NONE", []), ("HIP_RUNTIME_API", ["none", "hipLaunchKernel", "hipMemcpy"]), ("MARKER_CORE_API", ["roctxRangePushA"]),
             ("MEMORY_COPY", ["NONE", "MEMORY_COPY_DEVICE_TO_HOST"])]
    return {"metadata": {"pid": pid}, "buffer_records": records,
            "agents": [{"id": {"handle": 11}, "type": 1, "name": "cpu"}] + [
                {"id": {"handle": 22 + n}, "type": 2, "name": "gfx942", "logical_node_type_id": n} for n in (0, 1)],
            "kernel_symbols": [{"kernel_id": i, "kernel_name": n + ".kd", "formatted_kernel_name": n} for i, n in enumerate(KERNELS, 1) if n],
            "strings": {"buffer_records": [{"kind": kind, "operations": operations} for kind, operations in names],
                        "marker_api": [{"key": 1, "value": "forward"}]}}


def _tables(folder):
    """Tables of two runs. Of the first, agents are nodes that are listed; of the second, they are counted by type and not listed."""
    for run, agent in ((11, ("Agent 4", "Agent 7", "Agent 0")), (12, ("GPU 0", "GPU 1", "CPU 0"))):
        kernels, copies, calls = [], [], []
        for i, (start, end, kernel, device, stream) in enumerate(_work(run), 100):
            if i % 4:
                calls.append(("HIP_RUNTIME_API", "hipLaunchKernel", 10, 11, i, start - 700, start - 690))
            if kernel is None:
                way = "MEMORY_COPY_HOST_TO_DEVICE" if i % 2 else "MEMORY_COPY_DEVICE_TO_HOST"
                from_to = (agent[2], agent[device]) if i % 2 else (agent[device], agent[2])
                copies.append(("MEMORY_COPY", way, stream, *from_to, i, start, end))
            else:
                kernels.append(("KERNEL_DISPATCH", agent[device], 1, stream, 11, KERNELS[kernel], i, start, end, 64, 1, 1, 1025, 2, 1))
        kernels += [("KERNEL_DISPATCH", agent[0], 1, 1, 11, KERNELS[0], 900, BEGIN + 700_020, BEGIN + 700_012, 64, 1, 1, 64, 1, 1),
                    ("KERNEL_DISPATCH", agent[0], 1, 1, 11, KERNELS[0], 901, "", BEGIN, 64, 1, 1, 64, 1, 1), ("KERNEL_DISPATCH", agent[0])]
        marks = [("MARKER_CORE_API", "forward", 10, 11, 1, BEGIN - 900, BEGIN + 400_000)]
        scratch = [("SCRATCH_MEMORY", "SCRATCH_MEMORY_ALLOC", agent[1], 1, 11, 0, BEGIN + 5, BEGIN + 9)]
        call = ("Domain", "Function", "Process_Id", "Thread_Id", "Correlation_Id", "Start_Timestamp", "End_Timestamp")
        tables = {"kernel_trace": [("Kind", "Agent_Id", "Queue_Id", "Stream_Id", "Thread_Id", "Kernel_Name", "Correlation_Id", "Start_Timestamp",
                                    "End_Timestamp", "Workgroup_Size_X", "Workgroup_Size_Y", "Workgroup_Size_Z", "Grid_Size_X", "Grid_Size_Y",
                                    "Grid_Size_Z"), *kernels],
                  "memory_copy_trace": [("Kind", "Direction", "Stream_Id", "Source_Agent_Id", "Destination_Agent_Id", "Correlation_Id",
                                         "Start_Timestamp", "End_Timestamp"), *copies],
                  "hip_api_trace": [call, *calls], "marker_api_trace": [call, *marks],
                  "scratch_memory_trace": [("Kind", "Operation", "Agent_Id", "Queue_Id", "Thread_Id", "Alloc_Flags", "Start_Timestamp",
                                            "End_Timestamp"), *scratch],
                  "counter_collection": [("Correlation_Id", "Kernel_Name", "Counter_Name", "Counter_Value", "Start_Timestamp", "End_Timestamp"),
                                         (1, KERNELS[0], "SQ_WAVES", 4, BEGIN, BEGIN + 1)]}
        if run == 11:
            tables["agent_info"] = [("Node_Id", "Logical_Node_Id", "Agent_Type", "Name"), (0, 0, "CPU", "cpu"), (4, 1, "GPU", "gfx942"),
                                    (7, 2, "GPU", "gfx942")]
        for name, rows in tables.items():
            with open(os.path.join(folder, f"{run}_{name}.csv"), "w", encoding="utf-8", newline="") as file:
                csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n").writerows(rows)
