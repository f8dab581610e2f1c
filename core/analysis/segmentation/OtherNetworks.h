// SPDX-License-Identifier: GPL-3.0-or-later
// Networks that are not a stack of layers of one kind: convolutional networks, or lookups. Pure functions.
#pragma once

#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/LayerHypothesis.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/base/Message.h"

#include <vector>

namespace lamella::core {

// Whether any kernel mixes tokens.
[[nodiscard]] bool holdsAttention(const MainSequence &sequence);

// Whether an embedding lookup comes with nearly every repetition: then whole passes repeat, as in a recommender, not layers.
[[nodiscard]] bool looksUpInEach(const MainSequence &sequence, const std::vector<LayerCore> &cores);

// Why the repeating work in `sequence` cannot be layers although no user, config or range says so; empty if it can be. Modules
// that repeat are blocks: of a network of convolutions without attention they are no layers.
[[nodiscard]] Message whyNoLayers(const DeviceContext &context, const MainSequence &sequence, const LayerHypothesis &chosen);

} // namespace lamella::core
