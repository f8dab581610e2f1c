// SPDX-License-Identifier: GPL-3.0-or-later
// kernel -> launch (correlation) -> cpu_op -> module. Built once per trace, on demand; graph replays: one launch, many kernels.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <vector>

namespace lamella::core {

struct LaunchJoin {
    // Indexed by KernelId; invalid = not recorded.
    std::vector<EventId> cpuOp;       // innermost cpu_op around the launch (External id, else enclosing on the thread)
    std::vector<EventId> module;      // innermost "nn.Module: …" python frame around the launch
    std::vector<EventId> half;        // innermost such frame of an attention or a feed-forward network (ModuleNames.h)
    std::vector<StringId> inputDims;  // of the cpu_op, or of the nearest enclosing cpu_op that has them
};

LaunchJoin joinLaunches(const TraceDocument &document, const JobControl &control = {});

} // namespace lamella::core
