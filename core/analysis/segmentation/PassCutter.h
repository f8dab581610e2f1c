// SPDX-License-Identifier: GPL-3.0-or-later
// Where one pass ends and the next begins, between two layer cores: the weights of all pass evidence added up (see evidence/).
// Counting layers comes last and only repairs: a missing or extra core never shifts later passes.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/evidence/PlaceIndex.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct PassRun {
    std::uint32_t firstCore = 0;
    std::uint32_t endCore = 0; // half-open
    double cutWeight = 0; // evidence for the cut before it
    bool counted = false; // the cut before it rests on counting layers alone
    [[nodiscard]] int layers() const { return static_cast<int>(endCore - firstCore); }
};

inline constexpr double kCutThreshold = 3.0;

// Weight of the evidence that a pass begins between core i - 1 and core i; [0] is unused. One entry a core.
[[nodiscard]] std::vector<double> cutWeights(
    const TraceDocument &document, const MainSequence &sequence, const std::vector<LayerCore> &cores, const StepOfKernel &steps);

struct PassRuns {
    std::vector<PassRun> runs;
    int layers = 0; // of a complete target pass; 0 = cannot be told
    bool fromConfig = false;
};

// configLayers: layers by config or user, 0 = unknown. draftLayers: layers of a draft model, 0 = unknown.
[[nodiscard]] PassRuns cutPasses(const std::vector<double> &weights, int configLayers, int draftLayers);

} // namespace lamella::core
