// SPDX-License-Identifier: GPL-3.0-or-later
// The launches of work in an Ascend timeline (trace_view.json). It has no correlation ids; instead, flow arrows lead from the
// host to the device: `HostToDevice` from the call into CANN, `async_npu` from the operator in Python. Source: public files.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

// The end of an arrow at a piece of device work, and its origin.
struct AscendArrow {
    TrackId track; // of the device work
    std::int64_t time = 0; // its start, ns
    EventId call; // innermost host span around the call: of CANN if that level was recorded, else of the Python thread
    EventId op; // innermost cpu_op around the operator; invalid = not recorded
    std::int64_t connection = 0; // connection_id; 0 = not recorded, or more than 64 bits
};

// Sorted by (time, track); empty for other traces.
[[nodiscard]] std::vector<AscendArrow> ascendArrows(const TraceDocument &document);

// Fills KernelTable::launch and correlation from the arrows, and the ids that link a kernel to its operator.
void joinAscendLaunches(TraceDocument &document);

} // namespace lamella::core
