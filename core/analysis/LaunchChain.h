// SPDX-License-Identifier: GPL-3.0-or-later
// Where one piece of GPU work comes from: its launch, what the launching thread was in, and what else that launch started.
#pragma once

#include "core/analysis/LaunchJoin.h"

#include <optional>
#include <vector>

namespace lamella::core {

struct LaunchChain {
    KernelId kernel;
    EventId launch; // invalid = not recorded; then only what LaunchJoin knows
    EventId cpuOp;
    EventId module;
    StringId inputDims; // JSON text; invalid = not recorded
    StringId inputTypes;
    std::optional<std::int64_t> delayNs; // from the begin of the launch call to the start of the work
    std::optional<std::int64_t> queuedNs; // from the end of the launch call; below zero: it started while the call ran
    // Calls, operators, frames and annotations on the thread that hold the moment of the launch, outermost first; the launch
    // itself is not among them. At most kDeepest of the innermost.
    std::vector<EventId> stack;
    std::uint32_t launched = 0; // pieces of GPU work of the launch; more than one: a graph
    std::uint32_t place = 0; // of this one among them, from 0 in start order
    static constexpr std::size_t kDeepest = 256;
};

// Looks at all events once. Stopped: what was found so far.
[[nodiscard]] LaunchChain launchChain(
    const TraceDocument &document, const LaunchJoin &launches, KernelId kernel, const JobControl &control = {});

// How many pieces of GPU work each launch started, by KernelId; 0 = no launch recorded.
[[nodiscard]] std::vector<std::uint32_t> launchedTogether(const TraceDocument &document);

} // namespace lamella::core
