// SPDX-License-Identifier: GPL-3.0-or-later
// Operations and program runs of a trace, computed once for all tables about them.
#pragma once

#include "core/analysis/program/DeviceOps.h"
#include "core/analysis/program/ProgramRuns.h"
#include "core/analysis/program/TimeBreakdown.h"

#include <vector>

namespace lamella::core {

struct ProgramModel {
    DeviceOps ops;
    ProgramRuns runs;
    std::vector<CaptureEdges> edges; // by device; none unless the runs are passes
    std::vector<DeviceBreakdown> breakdown;
};

} // namespace lamella::core
