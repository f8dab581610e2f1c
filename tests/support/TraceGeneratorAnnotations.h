// SPDX-License-Identifier: GPL-3.0-or-later
// Named ranges that a program marks: a step of a server, a profiler or an optimizer.
#pragma once

#include "tests/support/TraceGeneratorTimeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::test {

struct Annotation {
    std::string name;
    int device = 0;
    std::int64_t hostBeginNs = 0; // of the launches in it; 0 without launches
    std::int64_t hostEndNs = 0;
    std::int64_t beginNs = 0; // of the GPU work in it
    std::int64_t endNs = 0;
};

// Serving: "step[DECODE bs=16]" per pass. Training: "ProfilerStep#12" per step, which contains three passes, and
// "Optimizer.step#AdamW.step".
[[nodiscard]] std::vector<Annotation> annotationsOf(const Timeline &timeline);

} // namespace lamella::test
