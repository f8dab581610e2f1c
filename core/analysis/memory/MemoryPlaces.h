// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the program memory was allocated and freed: operator, module, source line, and the layer that the thread was
// launching.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/Segmentation.h"
#include "core/analysis/gaps/HostMoments.h"
#include "core/model/MemoryLog.h"

#include <vector>

namespace lamella::core {

struct MemoryPlace {
    HostState host;
    int pass = kNoPass;
    int layer = kNoLayer; // kHeadLayer, kTailLayer
};

// One for each row of the log; none for a log without threads. A layer lasts on a thread from the begin of the operator that launches its first kernel until
// the next layer begins; without `segmentation` or launches there are none.
[[nodiscard]] std::vector<MemoryPlace> memoryPlaces(const TraceDocument &document, const MemoryLog &log,
    const Segmentation *segmentation, const LaunchJoin *launches, const JobControl &control);

} // namespace lamella::core
