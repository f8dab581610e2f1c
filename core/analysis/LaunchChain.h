// SPDX-License-Identifier: GPL-3.0-or-later
// The origin of one piece of GPU work: its launch, the call stack of the launching thread, and what else that launch started.
#pragma once

#include "core/analysis/EventTimes.h"
#include "core/analysis/KernelGroups.h"
#include "core/analysis/LaunchJoin.h"

#include <optional>
#include <vector>

namespace lamella::core {

struct LaunchChain {
    KernelId kernel;
    EventId launch; // invalid = not recorded; then only the results of LaunchJoin are set
    EventId cpuOp;
    EventId module;
    StringId inputDims; // JSON text; invalid = not recorded
    StringId inputTypes;
    std::optional<std::int64_t> delayNs; // from the start of the launch call to the start of the work
    // from the end of the launch call to the start of the work; negative if the work started during the call
    std::optional<std::int64_t> queuedNs;
    // Calls, operators, frames and annotations that enclose the launch on its thread, outermost first, without the launch itself.
    // Only the kDeepest innermost ones.
    std::vector<EventId> stack;
    std::uint32_t launched = 0; // pieces of GPU work started by the launch; more than one for a graph
    std::uint32_t place = 0; // index of this one among them, in start order
    static constexpr std::size_t kDeepest = 256;
};

// `byLaunch` and `times` are of the document.
[[nodiscard]] LaunchChain launchChain(const TraceDocument &document, const LaunchJoin &launches, const KernelsByLaunch &byLaunch,
    const EventTimes &times, KernelId kernel);

} // namespace lamella::core
