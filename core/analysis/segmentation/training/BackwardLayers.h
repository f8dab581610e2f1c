// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of a backward pass by the names of its kernels alone. The pass runs the layers from the last to the first; each ends
// with the gradient of its input norm, where forward begins. The place is found from the kernels after the attention gradient of
// layer 0 are followed by something else than those of every other layer, and repeat up to there.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/training/StageDecoder.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct BackwardLayer {
    Span span; // recomputation included
    bool cut = false; // the capture begins or ends inside
};

using BackwardLayout = std::vector<BackwardLayer>; // in time order: last layer of the model first

// The gradients of attention in a run, one core a layer; empty if no such kernel is known.
[[nodiscard]] std::vector<Span> attentionGradients(const MainSequence &sequence, const std::vector<StageHint> &hints, Span run);

// One for each of `runs`, which are backward. No layers if nothing marks them. layers: of the model, 0 = unknown.
[[nodiscard]] std::vector<BackwardLayout> backwardLayers(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers);

} // namespace lamella::core
