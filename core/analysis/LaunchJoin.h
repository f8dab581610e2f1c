// SPDX-License-Identifier: GPL-3.0-or-later
// Joins kernel -> launch (correlation) -> cpu_op -> module. Built once per trace, on demand. A graph replay is one launch with
// many kernels.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <span>
#include <vector>

namespace lamella::core {

// An operator around a launch, with the next one around it on its thread.
struct LaunchOp {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    EventId event;
    std::uint32_t parent = kNone; // row of LaunchJoin::ops
};

struct LaunchJoin {
    // Indexed by KernelId; invalid = not recorded.
    std::vector<EventId> cpuOp; // innermost cpu_op around the launch (by External id, else the enclosing one on the thread)
    std::vector<EventId> module; // innermost "nn.Module: …" python frame around the launch
    std::vector<EventId> half; // innermost such frame of an attention or feed-forward module (ModuleNames.h)
    std::vector<StringId> inputDims; // of the cpu_op, or of the nearest enclosing cpu_op that has dims
    std::vector<std::uint32_t> op; // row of `ops`: cpuOp with the operators around it; LaunchOp::kNone = not recorded
    std::vector<LaunchOp> ops; // those around launches, each once; a parent precedes its children
};

LaunchJoin joinLaunches(const TraceDocument &document, const JobControl &control = {});
// The same for calls that launched nothing while they were recorded, as during the capture of a graph. Row i is about calls[i].
LaunchJoin joinCalls(const TraceDocument &document, std::span<const EventId> calls, const JobControl &control = {});

} // namespace lamella::core
