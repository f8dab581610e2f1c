// SPDX-License-Identifier: GPL-3.0-or-later
// What runs in a time range on one device, clipped at its ends, and where it is idle (help/idle.md). Transfers in flight count as
// kernels, but leave the device idle.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/gaps/Gaps.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct RangeName {
    StringId name;
    std::int64_t count = 0;
    std::int64_t sumNs = 0; // sum of the parts inside
};

struct RangeWork {
    std::int64_t lengthNs = 0;
    std::int64_t kernels = 0; // kernels that run in the range, also those that cross its ends
    std::int64_t streams = 0; // with work in the range
    std::int64_t sumNs = 0; // of the parts of their durations inside
    std::int64_t busyNs = 0; // union of these parts
    CategorySums categoryNs{}; // of sumNs
    std::vector<RangeName> names; // longest sum first; ties by name
    std::vector<Gap> gaps; // whole gaps inside, by start, without causes: see explainGaps
    std::int64_t edgeNs = 0; // idle time at the ends, in gaps that begin before or end after the range
    std::vector<Gap> edges; // those gaps, whole, if work is recorded before and after: one if it contains the range; no causes
    [[nodiscard]] std::int64_t idleNs() const { return lengthNs - busyNs; } // lengths of the gaps and edgeNs
};

// The device that does most work in the range; the main device if none does any.
[[nodiscard]] DeviceId deviceOfRange(const AnalysisInput &input, const TimeRange &range, const JobControl &control = {});
[[nodiscard]] RangeWork rangeWork(const AnalysisInput &input, DeviceId device, const TimeRange &range);

} // namespace lamella::core
