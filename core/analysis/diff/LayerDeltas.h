// SPDX-License-Identifier: GPL-3.0-or-later
// How much longer each layer is in B than in A, by the median over the passes of a stage, with the noise of that layer.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/diff/RegressionGate.h"

#include <optional>
#include <span>
#include <vector>

namespace lamella::core {

struct LayerDelta {
    int layerA = kNoLayer; // kNoLayer: only in B
    int layerB = kNoLayer; // kNoLayer: only in A
    // Median over the passes that count for the stage (StagePasses::counted); empty if one side has no such layer. A side with
    // too few passes for a spread takes that of the other side.
    std::optional<Figure> figure;
};

// In the order of A, without head and tail. With the same layers on both sides by number; else in the order of the layers of each
// type, by the name of the type in the representative pass, and the remaining layers without counterpart.
[[nodiscard]] std::vector<LayerDelta> layerDeltas(
    const DeviceSegmentation &a, const DeviceSegmentation &b, Stage stage);

// Medians of the walls of a layer (ns, in time order) on both sides, with the noise as in LayerDelta::figure.
[[nodiscard]] Figure layerFigure(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

} // namespace lamella::core
