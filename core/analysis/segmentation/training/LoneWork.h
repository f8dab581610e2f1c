// SPDX-License-Identifier: GPL-3.0-or-later
// Small work between the steps of training that is far from both and belongs to no step, as between the passes of inference.
#pragma once

#include "core/analysis/segmentation/training/TrainingPasses.h"

#include <vector>

namespace lamella::core {

// Shortens passes at the begin of a step and at the end of the capture. Work that a recorded step or stage claims stays.
void releaseLoneWork(
    const TraceDocument &document, const MainSequence &sequence, const StageMarks &marks, std::vector<TrainingPass> &passes);

} // namespace lamella::core
