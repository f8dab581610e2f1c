// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a timeline as a Chrome trace in the format of PyTorch's Kineto.
#pragma once

#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorTimeline.h"

#include <string>

namespace lamella::test {

struct JsonOptions {
    bool cpuEvents = true;
    bool annotations = false;
    bool pythonFrames = false;
};

[[nodiscard]] std::string kinetoJson(const Timeline &timeline, const RunPlan &plan, const JsonOptions &options);

} // namespace lamella::test
