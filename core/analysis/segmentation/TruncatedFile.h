// SPDX-License-Identifier: GPL-3.0-or-later
// A file that stops in the middle of an event: what the recorder wrote behind it is missing, and nobody knows how much.
#pragma once

#include "core/analysis/Segmentation.h"

namespace lamella::core {

[[nodiscard]] bool stopsInAnEvent(const TraceDocument &document);

// The last pass of the device is not known to be whole: it is no complete one, so that medians and the steady run leave it out,
// and where no other pass is complete the layers of the model are not known either, unless they were given. Before
// classifyStates().
void markTruncatedPass(const TraceDocument &document, const SegmentationOptions &options, DeviceSegmentation &device);

// The check that says so, and what is left of the confidence.
[[nodiscard]] double judgeTruncatedFile(const TraceDocument &document, double confidence, std::vector<SegmentationCheck> &checks);

} // namespace lamella::core
