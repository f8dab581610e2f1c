// SPDX-License-Identifier: GPL-3.0-or-later
// Training steps: forward, backward and optimizer as passes of their own. Tried before inference; it declines all work that
// contains no backward work.
#pragma once

#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/MainSequence.h"

#include <vector>

namespace lamella::core {

// Fills result and the assignment of the device's kernels, and returns true; changes nothing and returns false if the device does
// not train. work: KernelId values of the device, in start order.
[[nodiscard]] bool segmentTraining(const DeviceContext &context, const MainSequence &sequence,
    const std::vector<std::uint32_t> &work, DeviceResult &result, Segmentation &segmentation);

} // namespace lamella::core
