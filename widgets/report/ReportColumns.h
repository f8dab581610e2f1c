// SPDX-License-Identifier: GPL-3.0-or-later
// How wide the columns of a table in the report are: a pure function.
#pragma once

#include <vector>

namespace lamella::ui {

// What the cells of a column need, px: the longest on one line, and what is left when they wrap.
struct ColumnNeed {
    double natural = 0;
    double least = 0;
};

// Width of each column in `available` px for all of them: what they need where there is room for it, else long texts wrap, the
// longest first, down to the least. Then the table is wider than what is available.
[[nodiscard]] std::vector<double> columnWidths(const std::vector<ColumnNeed> &needs, double available);

} // namespace lamella::ui
