// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges with a name that a program marks: a step of a server, of a profiler, of an optimizer.
#pragma once

#include "tests/support/TraceGeneratorTimeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::test {

struct Annotation {
    std::string name;
    int device = 0;
    std::int64_t hostBeginNs = 0; // of the launches inside; 0 without launches
    std::int64_t hostEndNs = 0;
    std::int64_t beginNs = 0; // of the GPU work inside
    std::int64_t endNs = 0;
};

// Serving: "step[DECODE bs=16]" for each pass. Training: "ProfilerStep#12" for each step, which holds three passes, and
// "Optimizer.step#AdamW.step".
[[nodiscard]] std::vector<Annotation> annotationsOf(const Timeline &timeline);

} // namespace lamella::test
