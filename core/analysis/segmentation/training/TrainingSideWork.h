// SPDX-License-Identifier: GPL-3.0-or-later
// Work of a training device that is not on its main stream: copies of the next batch, collectives of gradients and weights. It
// belongs to the pass and layer of the work launched before it on its thread, and if launches are not recorded, to the work of
// the main stream at that time; the last reduction of gradients runs between backward and optimizer.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/MainSequence.h"

#include <vector>

namespace lamella::core {

// work: KernelId values of the device, in start order. Fills passOf, layerOf and side for the other streams, and widens ranges
// and kernel counts of passes and layers by them.
void assignTrainingSideWork(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceSegmentation &device, Segmentation &segmentation);

} // namespace lamella::core
