// SPDX-License-Identifier: GPL-3.0-or-later
// The time of each kernel name per layer of a pass.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// Sparse, because a trace may have a hundred thousand names and as many layers.
struct NamesOverLayers {
    struct Sum {
        std::uint32_t place = 0; // index into `layers`
        std::int64_t ns = 0;
        bool operator==(const Sum &) const = default;
    };
    std::vector<int> layers; // of the pass, ascending
    std::unordered_map<StringId, std::vector<Sum>> sums; // by ascending place; names without work in layers are omitted
};

// Includes side streams. Empty for a pass that does not exist, incomplete after a stop request.
[[nodiscard]] NamesOverLayers namesOverLayers(
    const TraceDocument &document, const Segmentation &segmentation, DeviceId device, int pass, const JobControl &control = {});

} // namespace lamella::core
