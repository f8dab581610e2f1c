// SPDX-License-Identifier: GPL-3.0-or-later
// Memory recorded in a trace, or in files beside it, as counters for Perfetto: allocated, reserved and active bytes of each
// device over time, as in the table `memory`.
#pragma once

#include "core/analysis/memory/MemoryData.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core::pftrace {

struct MemoryTrack {
    std::string name; // "Memory allocated · device 0"
    std::vector<std::pair<std::int64_t, std::int64_t>> values; // (time, bytes) where the value changes, by time
};

// Those with a known value in the window, which begins with the value that was reached before it. Events after its end are left
// out, so that no counter moves the bounds of the trace.
[[nodiscard]] std::vector<MemoryTrack> memoryTracks(const MemoryData &data, const TimeRange &window);

} // namespace lamella::core::pftrace
