// SPDX-License-Identifier: GPL-3.0-or-later
// How sure the cut is: checks with a sentence each, folded into one number.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassLayout.h"

namespace lamella::core {

inline constexpr double kLowConfidence = 0.6; // below it the cut should not be trusted without a look

struct ConfidenceInput {
    const KernelTable &kernels;
    const KernelNames &names;
    const MainSequence &sequence;
    const std::vector<PassLayout> &layouts;
    const DeviceSegmentation &device;
    const ModelConfig *config = nullptr;
    const ModelProfile *profile = nullptr;
    const StepAnnotations &steps;
    const std::vector<std::int32_t> &passOf;
    Evidence evidence = Evidence::None;
    bool named = true; // layers rest on kernels whose meaning is known, or on annotations
};

// Fills checks and returns 0..1.
[[nodiscard]] double judge(const ConfidenceInput &input, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
