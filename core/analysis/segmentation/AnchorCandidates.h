// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table `anchors`: kernels that could mark layers, each with a score and a sentence.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/PassLayout.h"

namespace lamella::core {

// Best first. With passes: how regularly each kernel name occurs in the layers found. Without: the names that repeat at all.
[[nodiscard]] std::vector<AnchorCandidate> anchorCandidates(const KernelNames &names, const MainSequence &sequence,
    const std::vector<PassLayout> &layouts, const DeviceSegmentation &device);

} // namespace lamella::core
