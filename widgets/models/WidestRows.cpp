// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/WidestRows.h"

#include <cmath>
#include <map>

namespace lamella::ui {

namespace {

struct Ends {
    double least = 0;
    double most = 0;
    std::uint32_t minRow = 0;
    std::uint32_t maxRow = 0;
};

double valueAt(const core::ReportTable &table, std::size_t row, std::size_t column)
{
    const core::CellKind kind = table.columns()[column].kind;
    return kind == core::CellKind::Real || kind == core::CellKind::Share ? table.real(row, column)
                                                                         : static_cast<double>(table.integer(row, column));
}

// Sign and binary exponent: numbers of one such group are written in at most two ways, by the smallest and by the largest.
int magnitudeOf(double value)
{
    int exponent = 0;
    std::frexp(value, &exponent);
    return value < 0 ? -10'000 - exponent : exponent;
}

} // namespace

std::vector<std::uint32_t> widestRows(const core::ReportTable &table, std::size_t column)
{
    constexpr std::size_t kMaxRows = 100'000;
    const bool text = table.columns()[column].kind == core::CellKind::Text;
    const auto count = static_cast<std::uint32_t>(table.rowCount());
    const auto step = static_cast<std::uint32_t>(1 + table.rowCount() / kMaxRows);
    std::map<int, Ends> groups;
    for (std::uint32_t row = 0; row < count; row += step) {
        if (table.isMissing(row, column))
            continue;
        const double value = text ? 0 : valueAt(table, row, column);
        const int group = text ? static_cast<int>(table.text(row, column).size()) : magnitudeOf(value);
        const auto [at, isNew] = groups.try_emplace(group, Ends{value, value, row, row});
        Ends &ends = at->second;
        if (!isNew && value < ends.least) {
            ends.least = value;
            ends.minRow = row;
        } else if (!isNew && value > ends.most) {
            ends.most = value;
            ends.maxRow = row;
        }
    }
    std::vector<std::uint32_t> rows;
    for (const auto &[group, ends] : groups) {
        rows.push_back(ends.minRow);
        if (ends.maxRow != ends.minRow)
            rows.push_back(ends.maxRow);
    }
    return rows;
}

} // namespace lamella::ui
