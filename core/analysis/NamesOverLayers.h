// SPDX-License-Identifier: GPL-3.0-or-later
// How the time of each kernel name is spread over the layers of a pass.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// Only where there is work: a trace may have a hundred thousand names and as many layers.
struct NamesOverLayers {
    struct Sum {
        std::uint32_t place = 0; // in `layers`
        std::int64_t ns = 0;
        bool operator==(const Sum &) const = default;
    };
    std::vector<int> layers; // of the pass, ascending
    std::unordered_map<StringId, std::vector<Sum>> sums; // by ascending place; names without work in layers are left out
};

// Side streams too. Empty for a pass that is not there, and incomplete once a stop was requested.
[[nodiscard]] NamesOverLayers namesOverLayers(
    const TraceDocument &document, const Segmentation &segmentation, DeviceId device, int pass, const JobControl &control = {});

} // namespace lamella::core
