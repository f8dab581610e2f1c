// SPDX-License-Identifier: GPL-3.0-or-later
// One gap: the reasons for its length, and the same gap in other passes.
#pragma once

#include "core/analysis/PassMetrics.h"
#include "core/analysis/gaps/GapCauses.h"
#include "core/analysis/gaps/Gaps.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

// The part of the gap before the launch call of the work after it, and the rest. Nothing if no launch is recorded, or if it began
// after its work (different clocks).
struct GapParts {
    EventId launch;
    std::int64_t launchNs = 0;
    std::int64_t untilLaunchNs = 0; // 0: launched before the gap began
    std::int64_t afterLaunchNs = 0;
    std::int64_t earlyNs = 0; // time from the launch to the begin of the gap; 0: launched within the gap
};
[[nodiscard]] std::optional<GapParts> gapParts(const TraceDocument &document, const Gap &gap);

// The gap between two kernels, without its cause. Nothing if there is no time between them, or on different devices.
[[nodiscard]] std::optional<Gap> gapBetween(const AnalysisInput &input, KernelId before, KernelId after);

// The gaps with the same names before and after, at the same layer, in every pass of the stage of its pass; itself included, by
// start, with causes. Of a gap outside of passes: those of its device outside of passes, with the same names.
[[nodiscard]] std::vector<Gap> sameGaps(
    const AnalysisInput &input, const HostCalls &calls, const Gap &gap, const JobControl &control = {});

} // namespace lamella::core
