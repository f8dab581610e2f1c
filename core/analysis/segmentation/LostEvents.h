// SPDX-License-Identifier: GPL-3.0-or-later
// The unreadable parts of a file with a known position: the end of a file that stops early (the missing amount is unknown), and a
// damaged row of a table of device work.
#pragma once

#include "core/analysis/Segmentation.h"

namespace lamella::core {

// The file stops in the middle of its events, or of its table of device work.
[[nodiscard]] bool stopsEarly(const TraceDocument &document);

// Of a file that stops early the last pass of the device is not known to be whole, and neither are the passes that a damaged row
// may belong to: they are no complete ones, so that medians and the steady run leave them out, and where no other pass is
// complete the layers of the model are not known either, unless they were given. Before classifyStates().
void markLostEvents(const TraceDocument &document, const SegmentationOptions &options, DeviceSegmentation &device);

// The check for a file that stops early, and the remaining confidence: less if no pass of the device is complete.
[[nodiscard]] double judgeLostEvents(const TraceDocument &document, const DeviceSegmentation &device, double confidence,
    std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
