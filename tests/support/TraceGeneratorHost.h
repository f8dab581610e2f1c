// SPDX-License-Identifier: GPL-3.0-or-later
// The host thread of each device: which call launched which work, and when.
#pragma once

#include "tests/support/TraceGeneratorTimeline.h"

namespace lamella::test {

// Adds a launch for every GPU event, or one for all kernels of a captured graph, each early enough for its first kernel.
void addLaunches(Timeline &timeline, const RunPlan &plan, Random &random);

} // namespace lamella::test
