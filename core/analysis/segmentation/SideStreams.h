// SPDX-License-Identifier: GPL-3.0-or-later
// Work of the device that is not on its main stream: it belongs to the layer of its launch if that is known, else to the layer
// whose window on the main stream contains its start. Copies and collectives in flight belong to no pass: they are no work of the
// device's cores, and mostly end in a later pass than the one in which they begin. In training, what is copied behind the
// optimizer is the next step's batch, and the last reduction of gradients runs between backward and optimizer.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/MainSequence.h"

namespace lamella::core {

// work: KernelId values of the device, in start order.
// Fills passOf, layerOf and side for the other streams, and widens ranges and kernel counts of passes and layers by them.
void assignSideStreams(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceSegmentation &device, Segmentation &segmentation);

} // namespace lamella::core
