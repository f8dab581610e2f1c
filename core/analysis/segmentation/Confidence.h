// SPDX-License-Identifier: GPL-3.0-or-later
// The probability that nearly all kernels are in their pass and layer: checks with a sentence each, whose bounded log-odds add
// up. Calibrated on traces of random structures (tests/bench/bench_structures.cpp prints the reliability table).
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
    const StepAnnotations &steps;
    const PassRuns &runs;
    const std::vector<std::int32_t> &passOf;
    const std::vector<std::uint32_t> &work; // KernelId values of the device, ascending
    Evidence evidence = Evidence::None;
    bool named = true; // layers are based on kernels whose meaning is known, or on annotations
    int shownLayers = 0; // that the kernels show without the count of config or user, where that is another one; else 0
};

// Whether some pass shows input before its first layer, or one of these after its last one.
[[nodiscard]] bool showsEdge(const ConfidenceInput &input, TokenSet behind);
// Fills checks and returns 0..1.
[[nodiscard]] double judge(const ConfidenceInput &input, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
