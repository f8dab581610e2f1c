// SPDX-License-Identifier: GPL-3.0-or-later
// Selects a representative layer for each type.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct RepresentativeLayer {
    PassRef ref;
    int layer = 0;
    int type = -1; // row of DeviceSegmentation::typeNames, -1 = untyped
    std::uint32_t layers = 0; // number of layers it represents, including itself
    std::int64_t wallNs = 0; // of this layer
    std::int64_t typeWallNs = 0; // sum over the layers it represents
};

// For each type of layer in each pass, the layer with the median wall (the lower of two middle ones; ties: the first layer).
// `layers` of layerMetrics(); head and tail are ignored. Ordered by pass as given, then by total time of the type, longest first;
// ties by first layer.
[[nodiscard]] std::vector<RepresentativeLayer> representativeLayers(const std::vector<LayerMetrics> &layers);

} // namespace lamella::core
