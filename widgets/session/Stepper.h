// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a trace in their order: what "next pass" and "next layer" mean, and what the combo boxes list.
#pragma once

#include "core/analysis/Segmentation.h"
#include "widgets/session/NavigationBus.h"

#include <optional>
#include <vector>

namespace lamella::ui {

// Head (if any work lies there), layers, tail of a pass.
[[nodiscard]] std::vector<int> layersOf(const core::Segmentation &segmentation, core::DeviceId device, int pass);
// Steps of +1 or -1; nothing at either end.
[[nodiscard]] std::optional<core::Selection> passStep(const core::Segmentation &segmentation, const Focus &focus, int step);
[[nodiscard]] std::optional<core::Selection> layerStep(const core::Segmentation &segmentation, const Focus &focus, int step);
// The pass that a new trace shows first; empty when there is none.
[[nodiscard]] core::Selection firstSelection(const core::Segmentation &segmentation);

} // namespace lamella::ui
