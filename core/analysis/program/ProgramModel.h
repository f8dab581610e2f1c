// SPDX-License-Identifier: GPL-3.0-or-later
// Operations and launches of programs of one trace, found once for all tables about them.
#pragma once

#include "core/analysis/program/DeviceOps.h"
#include "core/analysis/program/ProgramRuns.h"

namespace lamella::core {

struct ProgramModel {
    DeviceOps ops;
    ProgramRuns runs;
};

} // namespace lamella::core
