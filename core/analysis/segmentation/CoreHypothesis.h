// SPDX-License-Identifier: GPL-3.0-or-later
// One way to mark layers (mixers, annotations, an anchor) carried through to pass runs, with a score of how well it explains the
// trace.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/PassCutter.h"
#include "core/analysis/segmentation/PassLayout.h"

#include <string>
#include <vector>

namespace lamella::core {

struct CoreHypothesis {
    std::vector<LayerCore> cores;
    std::vector<double> weights;
    PassRuns runs;
    StepAnnotations steps;
    std::size_t usualOpenings = 0;
    CoreRole role = CoreRole::Mixer;
    std::uint32_t leadIn = 0;
    Evidence evidence = Evidence::None;
    std::string text;
    double score = 0; // 0..1
};

struct HypothesisContext {
    const TraceDocument &document;
    const MainSequence &sequence;
    int layers = 0; // by user or config, 0 = unknown
    int draftLayers = 0;
};

// Attention and linear attention kernels, with annotated layers in their place where there are any.
[[nodiscard]] CoreHypothesis mixerHypothesis(const HypothesisContext &context, const LayerAnnotations &annotations);

// Kernels that match: hits per layer, role. role Within lets the norms decide where layers open.
[[nodiscard]] CoreHypothesis anchorHypothesis(const HypothesisContext &context, const std::vector<std::uint32_t> &hits,
    int blocksPerLayer, CoreRole role, std::uint32_t leadIn);

// The most regular kernel names of the sequence, for traces whose kernels no rule names. Score 0 when nothing repeats.
[[nodiscard]] CoreHypothesis discoveredHypothesis(const HypothesisContext &context, const KernelNames &names);

} // namespace lamella::core
