// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of a backward pass by the names of its kernels alone. Read from its end, it is a pass like a forward one: it begins with
// layer 0, whose first kernel is the last one of the gradient of its input norm. So its layers are those of LayoutBuilder, with
// the gradients of attention as cores.
#pragma once

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/training/StageDecoder.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// The gradients of attention in a run, one core a layer; empty if no such kernel is known.
[[nodiscard]] std::vector<Span> attentionGradients(const MainSequence &sequence, const std::vector<StageHint> &hints, Span run);

// The layer of each kernel of each of `runs`, which are backward: its number, recomputation included, kHeadLayer or kTailLayer.
// All is head where nothing marks layers. layers: of the model, 0 = unknown.
[[nodiscard]] std::vector<std::vector<std::int32_t>> backwardLayers(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers);

// The layer of backward kernels by the forward call they differentiate: autograd's calls carry the sequence number of the forward
// op. The layer of recomputed modules follows from their own frames.
inline constexpr std::int32_t kNotLinked = INT32_MIN;

// By position, for kernels of backward runs: the forward's layer number, kHeadLayer, kTailLayer (as in forward), or kNotLinked.
// forwardLayer: by position, of kernels in forward runs; kNotLinked elsewhere. modules: frames that forward's layers rest on, or
// null.
[[nodiscard]] std::vector<std::int32_t> autogradLinks(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageRun> &runs, const std::vector<std::int32_t> &forwardLayer, const CallGroup *modules,
    const JobControl &control = {});

} // namespace lamella::core
