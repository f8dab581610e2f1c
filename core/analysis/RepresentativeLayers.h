// SPDX-License-Identifier: GPL-3.0-or-later
// Which layer stands for the others of its type.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct RepresentativeLayer {
    PassRef ref;
    int layer = 0;
    int type = -1; // row of DeviceSegmentation::typeNames, -1 = the layers have no types
    std::uint32_t layers = 0; // that it stands for, itself among them
    std::int64_t wallNs = 0; // of itself
    std::int64_t typeWallNs = 0; // of all of them, added up
};

// For each type of layer in each pass: the layer whose wall is the median of the type's walls (the lower of two middle ones;
// ties: the first layer). `layers` of layerMetrics(); head and tail stand for nothing. By pass in the order given, then by the
// time that the type takes, longest first; ties by first layer.
[[nodiscard]] std::vector<RepresentativeLayer> representativeLayers(const std::vector<LayerMetrics> &layers);

} // namespace lamella::core
