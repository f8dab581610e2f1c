// SPDX-License-Identifier: GPL-3.0-or-later
// What launched the work of an Ascend timeline (trace_view.json). There are no correlation ids in it; arrows lead from the host
// to the device instead: `HostToDevice` from the call into CANN, `async_npu` from the operator in Python. Source: public files.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

// Where an arrow of a piece of device work ends, and what it came from.
struct AscendArrow {
    TrackId track; // of the device work
    std::int64_t time = 0; // its start, ns
    EventId call; // innermost host span around the call: of CANN where the level records it, else of the Python thread
    EventId op; // innermost cpu_op around the operator; invalid = not recorded
    std::int64_t connection = 0; // connection_id; 0 = not recorded, or beyond 64 bits
};

// Sorted by (time, track); empty for any other trace.
[[nodiscard]] std::vector<AscendArrow> ascendArrows(const TraceDocument &document);

// Fills KernelTable::launch and correlation of the document from its arrows, and the ids that lead from a kernel to its operator.
void joinAscendLaunches(TraceDocument &document);

} // namespace lamella::core
