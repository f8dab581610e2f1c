// SPDX-License-Identifier: GPL-3.0-or-later
// Which passes of a stage its statistics are made of, and which one pass stands for them. The one rule of `auto`, diff, compare,
// report and window (help/layers.md).
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// Passes of one stage of a device, in time order. The pointers live in the DeviceSegmentation.
struct StagePasses {
    std::vector<const Pass *> counted; // what the median is of: the steady ones, else the complete ones, else all
    std::vector<const Pass *> settled; // what mean and P90 are of: the complete ones without cold and warm-up, else as counted
    std::size_t usable = 0; // all complete ones, or all where none is complete
    bool steady = false; // counted are the steady ones
    bool complete = false; // counted are complete
};
[[nodiscard]] StagePasses stagePasses(const DeviceSegmentation &device, Stage stage);

// Walls in ns, in the order of the passes.
[[nodiscard]] std::vector<std::int64_t> wallsOf(const std::vector<const Pass *> &passes);

// Mean of the two middle ones, rounded towards the lower, where the count is even; 0 of none.
[[nodiscard]] std::int64_t medianNs(std::vector<std::int64_t> values);

// The counted pass whose wall is nearest to their median, of several the earliest. Where no pass of the stage is complete: the
// one with most layers, of several the nearest to the median. Null of none.
[[nodiscard]] const Pass *representativePass(const StagePasses &passes);

} // namespace lamella::core
