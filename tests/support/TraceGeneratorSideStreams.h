// SPDX-License-Identifier: GPL-3.0-or-later
// Which layer work on a side stream belongs to.
#pragma once

#include "tests/support/TraceGeneratorTimeline.h"

#include <cstddef>

namespace lamella::test {

// Moves starts that lie between the windows of two layers (a pause of the main stream of less than a few microseconds) into the
// later window, so that the truth never hangs on a pause. Works on the pass that begins at row first.
void settleSideStreams(std::vector<GpuEvent> &gpu, std::size_t first);

// Without recorded launches of its own, side work belongs to the layer in whose window it starts.
void assignSideStreams(Timeline &timeline, bool cpuEvents);

} // namespace lamella::test
