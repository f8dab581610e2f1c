// SPDX-License-Identifier: GPL-3.0-or-later
// Where one pass ends and the next begins, between two layer cores: the weights of all pass evidence added up (see evidence/).
// Counting layers comes last and only repairs: a missing or extra core never shifts later passes.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/evidence/PlaceIndex.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct PassRun {
    std::uint32_t firstCore = 0;
    std::uint32_t endCore = 0; // half-open
    double boundaryWeight = 0; // evidence for the cut before it
    bool counted = false; // the cut before it rests on counting layers alone
    bool joined = false; // an encoder and its decoder: more layers than a pass of the decoder alone
    [[nodiscard]] int layers() const { return static_cast<int>(endCore - firstCore); }
};

inline constexpr double kBoundaryThreshold = 3.0;
inline constexpr double kNeverBoundary = -10.0; // not even by counting

// Weight of the evidence that a pass begins between core i - 1 and core i; [0] is unused. One entry a core. Incomplete once a
// stop was requested.
[[nodiscard]] std::vector<double> boundaryWeights(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<LayerCore> &cores, const StepOfKernel &steps, const JobControl &control = {});

// Where the heaviest places stand evenly apart, all of them are boundaries: adds kBoundaryThreshold to those that are too light.
void raiseRecurring(std::vector<double> &weights);

struct PassRuns {
    std::vector<PassRun> runs;
    int layers = 0; // of a complete target pass; 0 = cannot be told
    bool fromConfig = false;
};

// configLayers: layers by config or user, 0 = unknown. draftLayers: layers of a draft model, 0 = unknown.
[[nodiscard]] PassRuns splitPasses(const std::vector<double> &weights, int configLayers, int draftLayers);

} // namespace lamella::core
