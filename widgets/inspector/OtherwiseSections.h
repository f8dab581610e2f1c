// SPDX-License-Identifier: GPL-3.0-or-later
// How long it would be otherwise, as sections of the inspector: a time range in another pass, and what is saved without a gap.
// Pure; texts in the language of the window.
#pragma once

#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/InspectorRows.h"

#include <vector>

namespace lamella::ui {

// From the rows of the sections `same` and `title` of a time range.
[[nodiscard]] InspectorSection sameSection(
    const std::vector<inspector::Row> &rows, const std::vector<inspector::Row> &title);
// From a row of the section `gain` of a gap.
[[nodiscard]] InspectorSection gainSection(const inspector::Row &row);

} // namespace lamella::ui
