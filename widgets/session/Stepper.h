// SPDX-License-Identifier: GPL-3.0-or-later
// The order of passes and layers, for "next pass", "next layer" and the combo boxes.
#pragma once

#include "core/analysis/Segmentation.h"
#include "widgets/session/NavigationBus.h"

#include <optional>
#include <vector>

namespace lamella::ui {

// Head (if it has work), layers, tail of a pass.
[[nodiscard]] std::vector<int> layersOf(const core::Segmentation &segmentation, core::DeviceId device, int pass);
// step: +1 or -1; nothing at either end.
[[nodiscard]] std::optional<core::Selection> passStep(const core::Segmentation &segmentation, const Focus &focus, int step);
[[nodiscard]] std::optional<core::Selection> layerStep(const core::Segmentation &segmentation, const Focus &focus, int step);
// The next (+1) or previous (-1) outlier of the device in focus, else of the main one; after the last the first again.
[[nodiscard]] std::optional<core::Selection> outlierStep(const core::Segmentation &segmentation, const Focus &focus, int step);
// The pass initially selected for a new trace; empty without passes.
[[nodiscard]] core::Selection firstSelection(const core::Segmentation &segmentation);

} // namespace lamella::ui
