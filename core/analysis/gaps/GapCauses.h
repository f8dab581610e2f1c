// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the cause of each gap. The work after a gap can start once its stream is free (the gap begins), its launch call has
// begun and the work that it depends on has ended; the cause is whichever came last. A cause is only given if everything that it
// requires was recorded. The first one that applies:
//   other-work      work runs that is not of the pass (set by findGaps)
//   capture-edge    idle time before the first or after the last pass (CaptureEdges.h)
//   between-passes  before and after belong to different passes, unless it is a gap within one pass
//   dependency      a kernel of another stream ended within the gap, after the launch, and the work after began at most latencyNs
//                   later, or sooner after that end than that end came after the launch (memcpy if that work is a copy)
//   launch-blocked  the launch call filled at least half of the gap, and more than latencyNs of it
//   unknown         the launch call began after the gap, but the work after began more than latencyNs later, and later after the
//                   launch than the launch after the gap
//   sync, memcpy    the launch call began after the gap, and synchronise (copy) calls blocked the launching thread for at least
//                   half of the time until then
//   host-late       the launch call began after the gap
//   graph-boundary  launched before the gap, and one of the two was launched by a graph launch that did not launch the other;
//                   without a launch: one of the two is a graph recorded as one span
//   dependency      launched latencyNs or more before the gap, the work before ran on another stream, and the gap is not
//                   longer than latencyNs (memcpy if that work is a copy)
//   memcpy          launched before the gap, which is not longer than latencyNs, and the work before is a copy on the same stream
//   launch-latency  launched before the gap, which is not longer than latencyNs
//   dependency      launched before the gap, after a call that makes the stream wait for an event
//   unknown         anything else: no launch recorded, or a gap too long for a latency
// A launch that began after its kernel (clocks that differ) is ignored.
#pragma once

#include "core/analysis/gaps/Gaps.h"
#include "core/analysis/gaps/HostCalls.h"

#include <span>

namespace lamella::core {

struct GapCauseOptions {
    // Longest time from a launch to the start of its work on a free stream that still counts as launch latency.
    std::int64_t latencyNs = 20'000;
};

// Sets cause and evidence of every gap. `gaps` must come from findGaps.
void explainGaps(const AnalysisInput &input, const HostCalls &calls, std::span<Gap> gaps, const GapCauseOptions &options = {});

} // namespace lamella::core
