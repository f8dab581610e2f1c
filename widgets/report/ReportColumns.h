// SPDX-License-Identifier: GPL-3.0-or-later
// Column widths of a table in the report: a pure function.
#pragma once

#include <vector>

namespace lamella::ui {

// Width that the cells of a column need, px: the longest on one line, and the minimum when they wrap.
struct ColumnNeed {
    double natural = 0;
    double min = 0;
};

// Width of each column for `available` px in total: natural widths if they fit, else long texts wrap, the longest first, down to
// the minimum. Below that the table is wider than available.
[[nodiscard]] std::vector<double> columnWidths(const std::vector<ColumnNeed> &needs, double available);

} // namespace lamella::ui
