// SPDX-License-Identifier: GPL-3.0-or-later
// Why there is a gap. The work after a gap could start when the last of these had happened: its stream was free (the gap begins),
// its launch call had begun, the work it depends on had ended. What came last decides:
//   between-passes  before and after belong to different passes; this comes first, whatever else is known
//   dependency      a kernel of another stream ended within the gap, after the launch, and that wait is the largest part of the
//                   gap (memcpy when that work is a copy)
//   host side       the launch call began after the gap had: sync or memcpy when a synchronise or copy call held the launching
//                   thread at that time, else host-late; host-late too when the call began in time but went on for most of a gap
//                   that is longer than latencyNs
//   in time         graph-boundary when one of the two was launched by a graph launch that did not launch the other; dependency
//                   when the launch had been waiting for long and the work before ran on another stream; up to latencyNs memcpy
//                   when one of the two is a copy, else launch-latency; longer: dependency when a wait for an event was put into
//                   the stream before the launch, else unknown
// Without a launch (or one that began after the kernel, which clocks that differ cause) only the GPU's side is known.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "core/analysis/gaps/HostCalls.h"

#include <span>

namespace lamella::core {

struct GapCauseOptions {
    // Longest time from a launch to its start on a stream that is free that still counts as latency of the launch.
    std::int64_t latencyNs = 20'000;
};

// Sets cause and evidence of every gap. `gaps` as found by findGaps.
void explainGaps(const AnalysisInput &input, const HostCalls &calls, std::span<Gap> gaps, const GapCauseOptions &options = {});

} // namespace lamella::core
