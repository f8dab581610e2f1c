// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/CellText.h"
#include "core/report/page/ChartKinds.h"
#include "core/report/page/ChartParts.h"
#include "core/report/page/HtmlText.h"

#include <algorithm>

namespace lamella::core::chart {

namespace {

constexpr double kHeight = 260.0;
constexpr double kTop = 10.0;
constexpr double kBottom = 30.0; // for the layer numbers
constexpr double kPlot = kHeight - kTop - kBottom;
constexpr std::size_t kMaxBars = 512; // even the deepest models have a few hundred layers

std::int64_t sumOf(const ReportTable &table, std::size_t row, const std::vector<CategoryColumn> &parts)
{
    std::int64_t sum = 0;
    for (const CategoryColumn &part : parts)
        if (!table.isMissing(row, part.column))
            sum = addSaturated(sum, std::max<std::int64_t>(0, table.integer(row, part.column)));
    return sum;
}

void appendAxis(std::string &out, std::int64_t largest)
{
    for (const std::int64_t value : ticks(largest, 5)) {
        const double y = kTop + kPlot * (1.0 - static_cast<double>(value) / static_cast<double>(largest));
        appendLine(out, kLeft, y, kWidth - kRight, y, value == 0 ? "axis" : "grid");
        appendText(out, kLeft - 8.0, y + 4.0, "t e", value == 0 ? "0" : formatDuration(value));
    }
}

std::string tipOf(const ReportTable &table, std::size_t row, std::size_t layer, std::size_t column)
{
    return table.columns()[layer].title + " " + displayCell(table, row, layer) + "\n" + table.columns()[column].title + " "
        + displayCell(table, row, column);
}

} // namespace

std::string layersChart(const ReportTable &layers)
{
    const std::size_t layer = layers.columnIndex("layer");
    const std::size_t wall = layers.columnIndex("wall_ns");
    const auto parts = categoryColumns(layers, "_ns");
    const std::size_t rows = std::min(layers.rowCount(), kMaxBars);
    if (layer == ReportTable::npos || wall == ReportTable::npos || parts.empty())
        return {};
    std::int64_t largest = 1;
    for (std::size_t r = 0; r < rows; ++r)
        largest = std::max({largest, sumOf(layers, r, parts), layers.isMissing(r, wall) ? 0 : layers.integer(r, wall)});

    std::string out;
    openFigure(out, kHeight, msg("Time of each layer by category, with its wall as a line").translated(layers.language()));
    appendAxis(out, largest);
    const double step = (kWidth - kLeft - kRight) / static_cast<double>(rows);
    const double width = std::max(0.5, step > 4.0 ? step * 0.8 : step);
    const auto labelled = static_cast<std::size_t>(std::max(1.0, 26.0 / step));
    for (std::size_t r = 0; r < rows; ++r) {
        const double x = kLeft + step * static_cast<double>(r) + (step - width) / 2.0;
        double y = kTop + kPlot;
        for (const CategoryColumn &part : parts) {
            if (layers.isMissing(r, part.column) || layers.integer(r, part.column) <= 0)
                continue;
            const double height = kPlot * static_cast<double>(layers.integer(r, part.column)) / static_cast<double>(largest);
            y -= height;
            appendBox(out, {x, y, width, height}, boxClass(part.category), tipOf(layers, r, layer, part.column),
                info(part.category).member != 0);
        }
        if (!layers.isMissing(r, wall)) {
            const double at = kTop + kPlot * (1.0 - static_cast<double>(layers.integer(r, wall)) / static_cast<double>(largest));
            appendLine(out, x - 1.0, at, x + width + 1.0, at, "wall");
        }
        if (r % labelled == 0)
            appendText(out, x + width / 2.0, kTop + kPlot + 16.0, "t m", displayCell(layers, r, layer));
    }
    closeFigure(out);
    appendLegend(out, parts, layers.language());
    Message note = msg("One bar a layer: its kernels' time by category, summed; the line is its wall. Work on several streams at "
                       "once makes a sum larger than the wall.");
    if (rows < layers.rowCount())
        note.append("%1 %2", msg("The first %1 of %2 rows are drawn.", rows, layers.rowCount()));
    out += "<p class=\"note\">";
    appendHtml(out, note.translated(layers.language()));
    return out + "</p></figure>\n";
}

} // namespace lamella::core::chart
