// SPDX-License-Identifier: GPL-3.0-or-later
// Which layer the work on a side stream belongs to.
#pragma once

#include "tests/support/TraceGeneratorTimeline.h"

#include <cstddef>

namespace lamella::test {

// Starts between the windows of two layers (in a pause of the main stream of less than a few microseconds) are moved into the
// later window, so that the truth never depends on a pause. Applies to the pass that begins at row first.
void settleSideStreams(std::vector<GpuEvent> &gpu, std::size_t first);

// Without recorded launches, side work belongs to the layer whose window contains its start.
void assignSideStreams(Timeline &timeline, bool cpuEvents);

} // namespace lamella::test
