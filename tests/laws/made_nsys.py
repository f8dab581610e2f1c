# SPDX-License-Identifier: GPL-3.0-or-later
"""Databases of Nsight Systems of several schemas, with rows that real exports have too: no launch, no name, times below zero."""
import os
import sqlite3

KERNEL = "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER"


def write_all(folder):
    """(name, path) of every database."""
    made = []
    for name, fill in (("nsys_full.sqlite", _full), ("nsys_old.sqlite", _old), ("nsys_graph.sqlite", _graph)):
        path = os.path.join(folder, name)
        base = sqlite3.connect(path)
        fill(base)
        base.commit()
        base.close()
        made.append((name, path))
    return made


def _strings(base, *texts):
    base.execute("CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)")
    base.executemany("INSERT INTO StringIds VALUES (?, ?)", list(enumerate(texts, 1)))


def _rows(base, table, count, values):
    base.executemany(f"INSERT INTO CUPTI_ACTIVITY_KIND_{table} VALUES ({','.join('?' * count)})", values)


def _full(base):
    """Two processes with equal correlation ids on two devices, all kinds of copies, a name that is not there, times below zero."""
    _strings(base, "void gemm(float const*, int)", "softmax_kernel", "cudaLaunchKernel_v7000", "forward")
    base.execute(f'CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL ({KERNEL}, demangledName INTEGER, shortName INTEGER, gridX INTEGER, graphNodeId INTEGER)')
    base.execute(f"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY ({KERNEL}, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER)")
    base.execute(f"CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET ({KERNEL}, bytes INTEGER, value INTEGER)")
    base.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER, "
                 "correlationId INTEGER, nameId INTEGER, returnValue INTEGER)")
    base.execute("CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, textId INTEGER, domainId INTEGER)")
    pids = [(1 << 56) | (pid << 24) for pid in (100, 200)]
    kernels, calls = [], []
    for i in range(80):
        start = -4000 + i * 100 + (i % 3)
        pid = pids[i % 2]
        kernels.append((start, start + (i % 5) * 30, i % 2, 1, 7 + i % 3, i // 2, pid, 1 + i % 2 if i != 40 else 77, 1 + i % 2, 32, None))
        if i % 4:
            calls.append((start - 500, start - 490, 0, pid | 100, i // 2, 3, 0))
    kernels += [(2000, 2050, 0, 1, 7, 900, pids[0], 1, 1, 1, None)] * 2  # twice the same
    _rows(base, "KERNEL", 11, kernels)
    _rows(base, "MEMCPY", 11, [(9000 + 50 * k, 9000 + 50 * k + 7 * k, 0, 1, 7, 1000 + k, pids[0], 4096, k, 1, 2) for k in (0, 1, 2, 3, 8, 10, 11, 12, 99)])
    _rows(base, "MEMSET", 9, [(12000 + i, 12001 + i, 1, 1, 9, 2000 + i, pids[1], 64, 0) for i in range(5)])
    base.executemany("INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?,?,?,?,?,?,?)", calls)
    base.executemany("INSERT INTO NVTX_EVENTS VALUES (?,?,?,?,?,?,?)", [
        (-5000, 3000, 59, None, pids[0] | 100, 4, 0), (-5000, None, 59, "open", pids[0] | 100, None, 0), (0, 10, 59, None, pids[1] | 1, 55, 3)])


def _old(base):
    """An old schema: names by shortName alone, no process, no context."""
    _strings(base, "void old_kernel<float>(float*)", "other")
    base.execute("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER, correlationId INTEGER, shortName INTEGER)")
    _rows(base, "KERNEL", 6, [(10 ** 15 + 1000 * (i * 7 % 50), 10 ** 15 + 1000 * (i * 7 % 50) + 400 + i, 0, 1, i, 1 + i % 2) for i in range(50)])


def _graph(base):
    """Graph launches recorded as one span each, beside kernels outside of graphs and kernels of nodes."""
    _strings(base, "void eager_kernel(int)", "void node_kernel(int)", "cudaGraphLaunch_v10000")
    base.execute(f"CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL ({KERNEL}, demangledName INTEGER, shortName INTEGER, graphNodeId INTEGER)")
    base.execute(f"CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE ({KERNEL}, graphId INTEGER, graphExecId INTEGER)")
    pid = (1 << 56) | (300 << 24)
    _rows(base, "KERNEL", 10, [(100 * i, 100 * i + 60, 0, 1, 7, 50 if i % 2 else i, pid, 1 + i % 2, 1 + i % 2, 5 + i if i % 2 else None) for i in range(20)])
    _rows(base, "GRAPH_TRACE", 9, [(5000 + 2000 * i, 6900 + 2000 * i, 0, 1, 7, 80 + i, pid, 4, 8) for i in range(6)])
