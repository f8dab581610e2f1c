// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of training with the layer of every kernel: forward by its own layers, backward by autograd's calls if they name the
// forward op, else by the names of its kernels.
#pragma once

#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/training/ForwardLayers.h"
#include "core/analysis/segmentation/training/StageDecoder.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct TrainingPass {
    Stage stage = Stage::Forward;
    Span span; // positions in the whole sequence
    std::vector<std::int32_t> layer; // of each kernel of the span: number, kHeadLayer or kTailLayer
    bool cut = false; // the capture begins or ends inside
    [[nodiscard]] int firstLayer() const; // smallest number, -1 = none
    [[nodiscard]] int layers() const; // from the smallest to the largest number
};

struct TrainingPasses {
    std::vector<TrainingPass> passes; // in time order
    // Backward kernels whose layer follows both from autograd's calls and from names, and how many of them agree.
    std::uint32_t compared = 0;
    std::uint32_t agreeing = 0;
};

[[nodiscard]] TrainingPasses trainingPasses(const DeviceContext &context, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const StageMarks &marks, const std::vector<StageRun> &runs,
    const ForwardLayers &forward);

// Shortens passes at the begin of a step and at the end of the capture by small work that is far from both steps. Work that a
// recorded step or stage claims stays.
void releaseLoneWork(
    const TraceDocument &document, const MainSequence &sequence, const StageMarks &marks, std::vector<TrainingPass> &passes);

} // namespace lamella::core
