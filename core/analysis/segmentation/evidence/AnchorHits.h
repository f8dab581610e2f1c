// SPDX-License-Identifier: GPL-3.0-or-later
// Positions in the main sequence of kernels that match a pattern. Shared by the kinds of evidence that are based on anchors.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/PassLayout.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"

#include <string>
#include <vector>

namespace lamella::core {

// Ascending positions.
[[nodiscard]] std::vector<std::uint32_t> anchorHits(
    const KernelNames &names, const MainSequence &sequence, const NamePattern &pattern);

// The kernel that a pattern matches most often: easier to read than the pattern, and also valid for --anchor.
[[nodiscard]] std::string mostFrequentName(
    const KernelNames &names, const MainSequence &sequence, const std::vector<std::uint32_t> &hits);

[[nodiscard]] CoreRole coreRole(AnchorRole role);
// One core of one kernel for each hit.
[[nodiscard]] std::vector<LayerCore> coresAt(const std::vector<std::uint32_t> &hits);

} // namespace lamella::core
