// SPDX-License-Identifier: GPL-3.0-or-later
// Why there is a gap. The work after a gap could start when the last of these had happened: its stream was free (the gap begins),
// its launch call had begun, the work it depends on had ended. What came last decides. A cause is said only where all that it
// requires was recorded; the first of these that holds:
//   between-passes  before and after belong to different passes
//   dependency      a kernel of another stream ended within the gap, after the launch, and that wait is the largest part of the
//                   gap (memcpy when that work is a copy)
//   sync, memcpy    the launch call began after the gap had, and a synchronise (copy) call held the launching thread meanwhile
//   host-late       the launch call began after the gap had
//   graph-boundary  launched before the gap began, and one of the two was launched by a graph launch that did not launch the
//                   other; without a launch: one of the two is a graph recorded as one span
//   dependency      launched latencyNs or more before the gap began, the work before ran on another stream, and the gap is no
//                   longer than latencyNs (memcpy when that work is a copy)
//   memcpy          one of the two is a copy, and the gap is no longer than latencyNs
//   launch-latency  launched before the gap began, which is no longer than latencyNs
//   dependency      launched before the gap began, after a call that makes the stream wait for an event
//   unknown         none of these: no launch, or one before a gap that is too long for a latency
// A launch that began after its kernel (clocks that differ) is none.
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
