// SPDX-License-Identifier: GPL-3.0-or-later
// The confidence in the segmentation of a training trace: the checks of Confidence.h that concern layers, and those of its
// stages, because a trace may show one without the other.
#pragma once

#include "core/analysis/segmentation/Confidence.h"
#include "core/analysis/segmentation/training/ForwardLayers.h"
#include "core/analysis/segmentation/training/StageMarks.h"
#include "core/analysis/segmentation/training/TrainingPasses.h"

#include <vector>

namespace lamella::core {

struct TrainingCheckInput {
    const MainSequence &sequence;
    const std::vector<StageHint> &hints;
    const StageMarks &marks;
    const TrainingPasses &training;
    const ForwardLayers &forward;
    const DeviceSegmentation &device;
    const ModelConfig *config = nullptr;
};

// Fills checks and returns 0..1.
[[nodiscard]] double judgeTraining(const TrainingCheckInput &input, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
