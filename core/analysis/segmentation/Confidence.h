// SPDX-License-Identifier: GPL-3.0-or-later
// The probability that nearly all kernels are in their pass and layer: checks with a sentence each, whose bounded log-odds add
// up. Calibrated on traces of random structures (tests/bench/bench_structures.cpp prints the reliability table).
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/Message.h"

#include <utility>
#include <vector>

namespace lamella::core {

inline constexpr double kLowConfidence = 0.6; // below it the cut should not be trusted without a look

// The checks so far, and what their doubts add up to.
struct Judgement {
    std::vector<SegmentationCheck> &checks;
    double logOdds = 5.28; // that the layers are right; without any doubt
    bool noWholePass = false;
    bool noEdge = false;
    void weigh(double weight, double value) { logOdds += weight * value; }
    void say(bool ok, Message sentence) { checks.push_back({ok, std::move(sentence)}); }
    [[nodiscard]] double probability() const;
};

// Checks of inference and of training.
// Interior passes must be whole; the first and the last may be cut by the capture. told: the number of layers does not rest on
// whole passes.
void wholePasses(const DeviceSegmentation &device, bool told, Judgement &judged);
void compareWithConfig(int config, int shown, double weightOfOther, Judgement &judged);
void sayPipelineStage(int config, int shown, Judgement &judged);

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

// Sets Pass::confidence and Pass::confidenceWhy. ofTrace: the result of judge(), which bounds the confidence of every pass.
void judgePasses(const ConfidenceInput &input, double ofTrace, DeviceSegmentation &device);
// The same if there are no layouts (stages of training): by completeness and layer count alone.
void judgePassesByCount(double ofTrace, DeviceSegmentation &device);

} // namespace lamella::core
