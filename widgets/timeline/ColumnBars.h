// SPDX-License-Identifier: GPL-3.0-or-later
// Pixel columns of a lane as bars: the height is the busy share of the column, its parts are the shares of the categories, and
// what remains is idle. Never wider than the time that it represents: a column with any work is at least one pixel high. Pure.
#pragma once

#include "core/analysis/TimelineLod.h"

#include <QColor>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lamella::ui {

struct CellEdges {
    int left;
    int right;
};

// Edges of a cell in device pixels: at least one pixel wide, with a gap of one pixel where there is room.
[[nodiscard]] inline CellEdges edgesOf(const core::LodCell &cell, int widthPx)
{
    if (cell.count > 1) { // one column
        const int left = std::min(static_cast<int>(cell.x0), widthPx);
        return {left, left + 1};
    }
    // Rounded inline: a function call per edge is measurable with thousands of cells in each of a hundred lanes.
    const auto rounded = [](double x) { return static_cast<int>(x + 2.5) - 2; }; // for x ≥ -2
    const int left = rounded(std::clamp(cell.x0, -2.0, static_cast<double>(widthPx)));
    int right = rounded(std::clamp(cell.x1, -2.0, widthPx + 2.0));
    if (right - left > 2)
        --right;
    return {left, std::max(right, left + 1)};
}

// Several spans of less than a pixel, or one.
[[nodiscard]] inline bool isNarrow(const core::LodCell &cell, const core::Lane &lane, double pxPerNs)
{
    return cell.count > 1 || static_cast<double>(lane.length(cell.first)) * pxPerNs < 1;
}

// A vertical piece of a column, in device pixels.
struct ColumnBar {
    int x = 0; // column, from the left end of the lane
    int top = 0;
    int height = 0;
    std::uint8_t tag = 0;
    std::uint8_t emphasis = 0; // row of the colours
    bool operator==(const ColumnBar &) const = default;
};

// Bars of one column, the part with the smallest tag at the bottom; appended to `out`. `bottom` is the first pixel below the bar
// of `full` pixels.
void appendColumnBars(const core::LodColumn &column, const std::vector<core::LodPart> &parts, int bottom, int full,
    std::uint8_t emphasis, std::uint8_t tagWithoutTime, std::vector<ColumnBar> &out);

// Left end of the first room of this width in [left, right) in which no bar reaches above `bottom`; -1: none. In device pixels.
[[nodiscard]] int roomAbove(const std::vector<ColumnBar> &bars, int left, int right, int width, int bottom);

// A piece of the strip below a lane: idle time in the colour of its main cause.
struct IdleMark {
    int x0 = 0; // columns [x0, x1)
    int x1 = 0;
    std::uint8_t cause = 0;
    double opacity = 0; // the idle share of the column, at least kMinIdleOpacity
};
inline constexpr double kMinIdleOpacity = 0.15;
// Adjacent columns of the same look are one mark; opacity in steps of 1/16.
void appendIdleMarks(const core::LodColumns &idle, std::vector<IdleMark> &out);

} // namespace lamella::ui
