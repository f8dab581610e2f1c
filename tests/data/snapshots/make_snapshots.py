#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the memory snapshots that tst_Snapshot reads, with Python's own pickle module: make_snapshots.py [FOLDER].
The structure is that of torch.cuda.memory._snapshot (https://docs.pytorch.org/docs/stable/torch_cuda_memory.html).
--large EVENTS FILE writes a long one, for measuring."""
import os
import pickle
import sys


def frame(name, line, filename):
    return {"filename": filename, "line": line, "name": name}


def event(action, addr, size, time_us, frames, **more):
    made = {"action": action, "addr": addr, "size": size, "stream": 0, "time_us": time_us, "frames": frames}
    made.update(more)
    return made


def small():
    """Two devices. Device 0: 1 MiB of weights from before, one block freed, one kept, an allocation that failed.
    Totals: 1 MiB before, 1 MiB + 3072 at most, 1 MiB + 1024 at the end."""
    inner = frame("forward", 7, "/home/me/model.py")
    outer = frame("main", 40, "/home/me/train.py")
    torch = frame("empty", 3, "/usr/lib/python3.11/site-packages/torch/nn/functional.py")
    kept, temporary = [torch, inner, outer], [torch, frame("loss", 9, "/home/me/model.py"), outer]
    base = 0x7F0000000000
    trace = [
        event("alloc", base + 1048576, 1024, 1000, kept),
        event("alloc", base + 1049600, 2048, 1010, temporary),
        event("oom", 0, 1 << 40, 1015, kept, device_free=4096),
        event("free_requested", base + 1049600, 2048, 1020, temporary),
        event("free_completed", base + 1049600, 2048, 1030, temporary),
        event("snapshot", 0, 1048576 + 1024, 1040, []),
    ]
    del trace[2]["addr"]
    blocks = [
        {"address": base, "size": 1048576, "requested_size": 1048576, "state": "active_allocated", "frames": []},
        {"address": base + 1048576, "size": 1024, "requested_size": 1024, "state": "active_allocated", "frames": kept},
        {"address": base + 1049600, "size": 1047552, "requested_size": 0, "state": "inactive", "frames": []},
    ]
    segment = {"device": 0, "address": base, "total_size": 2097152, "allocated_size": 1049600, "active_size": 1049600,
        "requested_size": 1049600, "stream": 0, "segment_type": "large", "segment_pool_id": (0, 0), "is_expandable": False,
        "frames": [], "blocks": blocks}
    return {"segments": [segment], "device_traces": [trace, []], "external_annotations": [],
        "allocator_settings": {"PYTORCH_CUDA_ALLOC_CONF": "", "max_split_size": -1, "garbage_collection_threshold": 0.0,
            "expandable_segments": False}}


class Call:
    def __reduce__(self):
        return (os.system, ("false",))


def cyclic():
    made = small()
    made["self"] = made
    loop = []
    loop.append(loop)
    made["loop"] = loop
    return made


def large(events, path):
    frames = [[frame(f"f{d}_{s}", d * 10 + s, f"/home/me/part{d}.py") for d in range(12)] for s in range(400)]
    trace, at = [], 0x7F0000000000
    for i in range(events // 3):
        addr, stack = at + (i % 5000) * 65536, frames[i % 400]
        trace.append(event("alloc", addr, 4096, 3 * i, stack))
        trace.append(event("free_requested", addr, 4096, 3 * i + 1, stack))
        trace.append(event("free_completed", addr, 4096, 3 * i + 2, stack))
    with open(path, "wb") as file:
        pickle.dump({"segments": [], "device_traces": [trace], "allocator_settings": {}}, file)


def main():
    if sys.argv[1:2] == ["--large"]:
        return large(int(sys.argv[2]), sys.argv[3])
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    made = {f"small_{p}.pickle": (small(), p) for p in (2, 3, 4, 5)}
    made["call_2.pickle"] = ({"segments": [Call()]}, 2)
    made["call_4.pickle"] = ({"segments": [Call()]}, 4)
    made["cyclic_4.pickle"] = (cyclic(), 4)
    made["other_4.pickle"] = ({"weights": [1, 2, 3]}, 4)
    for name, (value, protocol) in made.items():
        with open(os.path.join(folder, name), "wb") as file:
            pickle.dump(value, file, protocol=protocol)


main()
