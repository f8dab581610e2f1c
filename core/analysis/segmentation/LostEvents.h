// SPDX-License-Identifier: GPL-3.0-or-later
// What could not be read of a file, as far as its place is known: a file that stops early, where nobody knows how much is
// missing, and a damaged row of a table of device work.
#pragma once

#include "core/analysis/Segmentation.h"

namespace lamella::core {

// The file stops in the middle of its events, or of its table of device work.
[[nodiscard]] bool stopsEarly(const TraceDocument &document);

// Of a file that stops early the last pass of the device is not known to be whole, and neither are the passes that a damaged row
// may belong to: they are no complete ones, so that medians and the steady run leave them out, and where no other pass is
// complete the layers of the model are not known either, unless they were given. Before classifyStates().
void markLostEvents(const TraceDocument &document, const SegmentationOptions &options, DeviceSegmentation &device);

// The check that a file stops early, and what is left of the confidence: less where no pass of the device is whole.
[[nodiscard]] double judgeLostEvents(const TraceDocument &document, const DeviceSegmentation &device, double confidence,
    std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
