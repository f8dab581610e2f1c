// SPDX-License-Identifier: GPL-3.0-or-later
// Selects the passes for the statistics of a stage, and its representative pass. The same rule for `auto`, diff, compare, report
// and window (help/layers.md).
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// Passes of one stage of a device, in time order. The DeviceSegmentation owns them.
struct StagePasses {
    std::vector<const Pass *> counted; // for the median: the steady ones, else the complete ones, else all
    std::vector<const Pass *> settled; // for mean and P90: the complete ones without cold and warm-up, else as counted
    std::size_t usable = 0; // number of complete passes, or of all if none is complete
    bool steady = false; // `counted` are the steady ones
    bool complete = false; // `counted` are complete
};
[[nodiscard]] StagePasses stagePasses(const DeviceSegmentation &device, Stage stage);

// Walls in ns, in the order of `passes`.
[[nodiscard]] std::vector<std::int64_t> wallsOf(const std::vector<const Pass *> &passes);

// The lower of the two middle values if the count is even, so that it is always a value that occurs: "the median" of passes or
// layers is one of them, and the difference from it adds up. 0 without values.
[[nodiscard]] std::int64_t medianNs(std::vector<std::int64_t> values);

// The counted pass whose wall is the median, the earliest of several. If no pass of the stage is complete: the one
// with the most layers, of several the median. Null without passes.
[[nodiscard]] const Pass *representativePass(const StagePasses &passes);

} // namespace lamella::core
