// SPDX-License-Identifier: GPL-3.0-or-later
// Joins kernel -> launch (correlation) -> cpu_op -> module. Built once per trace, on demand. A graph replay is one launch with
// many kernels.
#pragma once

#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <vector>

namespace lamella::core {

struct LaunchJoin {
    // Indexed by KernelId; invalid = not recorded.
    std::vector<EventId> cpuOp; // innermost cpu_op around the launch (by External id, else the enclosing one on the thread)
    std::vector<EventId> module; // innermost "nn.Module: …" python frame around the launch
    std::vector<EventId> half; // innermost such frame of an attention or feed-forward module (ModuleNames.h)
    std::vector<StringId> inputDims; // of the cpu_op, or of the nearest enclosing cpu_op that has dims
};

LaunchJoin joinLaunches(const TraceDocument &document, const JobControl &control = {});

} // namespace lamella::core
