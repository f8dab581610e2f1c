// SPDX-License-Identifier: GPL-3.0-or-later
// The passes in the brush of the pass strip as a section of the inspector. Pure; texts in the language of the window.
#pragma once

#include "core/analysis/Segmentation.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/session/PassBrush.h"

namespace lamella::ui {

// For each stage the number of passes and the median of the walls of the complete ones (of all, if none is); the outliers.
[[nodiscard]] InspectorSection brushSection(const core::Segmentation &segmentation, const PassBrush &brush);

} // namespace lamella::ui
