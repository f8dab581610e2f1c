// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer passes and their layers are in B than in A, with the noise that the passes of the stage show.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/diff/Pairing.h"
#include "core/analysis/diff/RegressionGate.h"

#include <optional>
#include <vector>

namespace lamella::core {

struct DeltaSide {
    const Segmentation &segmentation;
    PassRef pass; // the pass shown
    // The side is the median over these passes of its device. Empty: it is the pass alone, with the spread of those that count
    // for its stage (StagePasses::counted).
    std::vector<const Pass *> passes = {};
};

// Of the passes (kNoLayer) or of a layer of them. A pass or layer alone has no spread where fewer than kMinPasses count for its
// stage. Of no passes if the side has no such layer.
[[nodiscard]] WallSample deltaSample(const DeltaSide &side, int layer);

// Medians with their noise. A side without a spread takes that of the other side.
[[nodiscard]] Figure deltaFigure(WallSample a, WallSample b);

struct LayerDelta {
    int layerA = kNoLayer; // kNoLayer: only in B
    int layerB = kNoLayer; // kNoLayer: only in A
    std::optional<Figure> figure; // deltaFigure(); empty if one side has no such layer
};

// The layers of the two passes shown as pairLayers() pairs them, without head and tail.
[[nodiscard]] std::vector<LayerDelta> layerDeltas(const DeltaSide &a, const DeltaSide &b);

} // namespace lamella::core
