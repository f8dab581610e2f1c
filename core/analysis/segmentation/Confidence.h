// SPDX-License-Identifier: GPL-3.0-or-later
// How sure the cut is: checks with a sentence each, folded into one number.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/PassLayout.h"

namespace lamella::core {

struct ConfidenceInput {
    const MainSequence &sequence;
    const std::vector<PassLayout> &layouts;
    const DeviceSegmentation &device;
    const ModelConfig *config = nullptr;
    const std::vector<std::int32_t> &passOf;
    Evidence evidence = Evidence::None;
};

// Fills checks and returns 0..1.
[[nodiscard]] double judge(const ConfidenceInput &input, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
