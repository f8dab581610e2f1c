// SPDX-License-Identifier: GPL-3.0-or-later
// Stretches of the run at a level of their own, as a section of the inspector of a pass. Pure; texts in the language of the
// window.
#pragma once

#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorRows.h"

#include <vector>

namespace lamella::ui {

// From the rows of the section `else` of a pass: four for each stretch, of which the first begins one.
[[nodiscard]] InspectorSection levelSection(const std::vector<inspector::Row> &rows);

} // namespace lamella::ui
