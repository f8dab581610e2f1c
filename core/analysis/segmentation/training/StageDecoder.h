// SPDX-License-Identifier: GPL-3.0-or-later
// The stage of every kernel of a training trace: the cheapest path through forward, backward and optimizer, where contradicting
// a mark or a name costs, and so does changing the stage.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/training/StageMarks.h"
#include "core/profile/KernelNames.h"

#include <vector>

namespace lamella::core {

struct StageRun {
    Span span; // positions in the sequence
    Stage stage = Stage::Forward; // Forward, Backward or Optimizer
};

// Runs in order, which cover the sequence. Empty when stopped, and for an empty sequence.
[[nodiscard]] std::vector<StageRun> stageRuns(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const StageMarks &marks, const JobControl &control = {});

// Whether the runs are training and not inference with a kernel of an unlucky name: enough backward work, recognised by
// autograd's own calls or by several kernel names, not all of them of convolutions.
[[nodiscard]] bool holdTraining(const KernelNames &names, const MainSequence &sequence, const std::vector<StageHint> &hints,
    const StageMarks &marks, const std::vector<StageRun> &runs);

} // namespace lamella::core
