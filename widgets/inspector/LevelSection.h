// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of passes at a level of their own, as a section of the inspector of a pass. Pure; texts in the language of the
// window.
#pragma once

#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorRows.h"

#include <vector>

namespace lamella::ui {

// From the rows of the section `else` of a pass: four for each range of passes, its first row first.
[[nodiscard]] InspectorSection levelSection(const std::vector<inspector::Row> &rows);

} // namespace lamella::ui
