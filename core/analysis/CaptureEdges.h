// SPDX-License-Identifier: GPL-3.0-or-later
// Idle time at the edges of a capture: the recording began before the model ran, or ended after it. It is no evidence about the
// model.
#pragma once

#include "core/analysis/PassMetrics.h"

namespace lamella::core {

struct CaptureEdges {
    TimeRange before; // up to the first pass of the device; empty: no idle time there
    TimeRange after; // from its last pass on
    [[nodiscard]] std::int64_t idleNs() const { return before.length().value + after.length().value; }
    // Whether the range, which is not empty, lies in one of them.
    [[nodiscard]] bool contain(const TimeRange &range) const
    {
        return (before.begin <= range.begin && range.end <= before.end) || (after.begin <= range.begin && range.end <= after.end);
    }
};

// Idle time of the device next to its first and its last pass, if work beyond it takes no longer than the idle time: a long
// period of work outside passes is no edge.
[[nodiscard]] CaptureEdges captureEdges(const AnalysisInput &input, DeviceId device);

} // namespace lamella::core
