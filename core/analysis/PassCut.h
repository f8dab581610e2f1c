// SPDX-License-Identifier: GPL-3.0-or-later
// Where a capture begins or ends in a pass, which is partial then: which of its layers were recorded.
#pragma once

#include "core/analysis/Segmentation.h"

#include <vector>

namespace lamella::core {

struct PassCut {
    bool atEnd = true; // the capture ends in the pass; false: it begins in it
    int layer = 0; // the last layer that was recorded, or the first one
    bool inside = false; // only a part of that layer was recorded: it has fewer kernels than the same layer of complete passes
    bool operator==(const PassCut &) const = default;
};

// In the order of time; two of the only pass of a capture that shows neither end of it. None for complete passes, for passes
// within the run, which lack layers for another reason, for those that are not known to be whole only because events of the file
// are lost, and where the layers do not tell at which end some are missing.
[[nodiscard]] std::vector<PassCut> passCuts(const DeviceSegmentation &device, const Pass &pass);

// "recorded up to layer 9", "recorded from layer 4", "recorded from a part of layer 4"; of two "recorded from layer 4 up to layer
// 9".
[[nodiscard]] Message passCutText(const std::vector<PassCut> &cuts);

} // namespace lamella::core
