// SPDX-License-Identifier: GPL-3.0-or-later
// Parts shared by the charts of a page: frame, axes, stacked bars and legends. Lengths are in units of the chart's viewBox.
#pragma once

#include "core/profile/Category.h"
#include "core/report/ReportTable.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core::chart {

inline constexpr double kWidth = 1080.0;
inline constexpr double kLeft = 72.0; // for the labels of the vertical axis
inline constexpr double kRight = 12.0;

struct Rect {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;
};

// Appends <figure><svg …>; `label` is the accessible name. closeFigure() ends it.
void openFigure(std::string &out, double height, std::string_view label);
void closeFigure(std::string &out);

// One rectangle with a tooltip. `classes` are classes of the style sheet. `hatched`: the category is not the first of its family.
void appendBox(std::string &out, const Rect &box, std::string_view classes, std::string_view tip, bool hatched = false);
void appendText(std::string &out, double x, double y, std::string_view classes, std::string_view text);
void appendLine(std::string &out, double x1, double y1, double x2, double y2, std::string_view classes);

// Round values from 0 to at most `largest` in steps of 1, 2 or 5 times a power of ten, about `wanted` of them.
[[nodiscard]] std::vector<std::int64_t> ticks(std::int64_t largest, int wanted);

// A table column with a value per category, "<category>_ns" or "<category>_share". In the table's order.
struct CategoryColumn {
    std::size_t column = 0;
    Category category = Category::Other;
};
[[nodiscard]] std::vector<CategoryColumn> categoryColumns(const ReportTable &table, std::string_view suffix);
[[nodiscard]] std::string boxClass(Category category); // "f3"
// The list below the chart: a sample of the fill and the category's title for each column.
void appendLegend(std::string &out, const std::vector<CategoryColumn> &columns, const Catalogue *language);

} // namespace lamella::core::chart
