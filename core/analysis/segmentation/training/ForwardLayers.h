// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of the forward passes of training: the work of all forward runs, concatenated, is a trace of forward passes, and every
// kind of layer evidence applies to it. The boundaries of the passes are the runs'.
#pragma once

#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/analysis/segmentation/training/StageDecoder.h"
#include "core/base/Message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct ForwardLayers {
    MainSequence sequence; // forward work only
    std::vector<std::uint32_t> position; // of the whole sequence, by position in `sequence`
    std::vector<PassLayout> layouts; // of the passes with layers, as positions of `sequence`
    std::vector<std::size_t> run; // of each layout: row of the runs
    int layers = 0; // of a whole pass, 0 = none found
    bool cut = false; // the capture cuts all passes
    int modelLayers = 0; // the same; as config or user state them where none is found
    std::string text; // what marks the layers
    const CallGroup *modules = nullptr; // the frames or annotations they rest on
    Message whyNone; // where what repeats cannot be layers
};

// Number of the first layer of a pass. One that the capture cuts at its front (atFront: there it lies), so that nothing but
// kernels of its layers stands before them, ends with the model's last layer.
[[nodiscard]] int firstLayer(const MainSequence &sequence, const PassLayout &layout, bool atFront, int modelLayers);

[[nodiscard]] ForwardLayers forwardLayers(
    const DeviceContext &context, const MainSequence &sequence, const std::vector<StageRun> &runs);

} // namespace lamella::core
