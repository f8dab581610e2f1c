// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "core/report/page/ChartKinds.h"
#include "core/report/page/ChartParts.h"
#include "core/report/page/Charts.h"

#include <algorithm>

namespace lamella::core::chart {

namespace {

constexpr int kSteps = 7;
constexpr double kBottom = 26.0;

struct Scale {
    std::int64_t low = 0;
    std::int64_t high = 0;
    [[nodiscard]] int step(std::int64_t value) const
    {
        if (high <= low)
            return kSteps / 2;
        const double share =
            (static_cast<double>(value) - static_cast<double>(low)) / (static_cast<double>(high) - static_cast<double>(low));
        return std::clamp(static_cast<int>(share * kSteps), 0, kSteps - 1);
    }
};

// From the 2nd to the 98th percentile: one cold pass must not take the whole scale.
Scale scaleOf(const ReportTable &table, std::size_t rows, const std::vector<std::size_t> &columns)
{
    std::vector<std::int64_t> values;
    for (std::size_t r = 0; r < rows; ++r)
        for (const std::size_t c : columns)
            if (!table.isMissing(r, c))
                values.push_back(table.integer(r, c));
    if (values.empty())
        return {};
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    return {at(0.02), at(0.98)};
}

} // namespace

std::string heatmapChart(const ReportTable &heatmap)
{
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < heatmap.columns().size(); ++c)
        if (heatmap.columns()[c].id.starts_with("layer_") && heatmap.columns()[c].kind != CellKind::Text)
            columns.push_back(c);
    const std::size_t pass = heatmap.columnIndex("pass");
    if (pass == ReportTable::npos || columns.empty() || columns.size() > kMostHeatCells)
        return {};
    const std::size_t rows = std::min(heatmap.rowCount(), std::max<std::size_t>(1, kMostHeatCells / columns.size()));
    const Scale scale = scaleOf(heatmap, rows, columns);
    const double width = (kWidth - kLeft - kRight) / static_cast<double>(columns.size());
    const double height = std::clamp(420.0 / static_cast<double>(rows), 3.0, 18.0);
    const double plot = height * static_cast<double>(rows);
    std::string out;
    openFigure(out, plot + kBottom, heatmap.title());
    const auto everyRow = static_cast<std::size_t>(std::max(1.0, 14.0 / height));
    const auto everyColumn = static_cast<std::size_t>(std::max(1.0, 26.0 / width));
    for (std::size_t r = 0; r < rows; ++r) {
        const double y = height * static_cast<double>(r);
        if (r % everyRow == 0)
            appendText(out, kLeft - 8.0, y + height / 2.0 + 4.0, "t e", displayCell(heatmap, r, pass));
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (heatmap.isMissing(r, columns[i]))
                continue;
            const std::int64_t value = heatmap.integer(r, columns[i]);
            appendBox(out, {kLeft + width * static_cast<double>(i), y, width, height}, "q" + std::to_string(scale.step(value)),
                "Pass " + displayCell(heatmap, r, pass) + ", layer " + std::to_string(i) + "\n"
                    + displayCell(heatmap, r, columns[i]));
        }
    }
    for (std::size_t i = 0; i < columns.size(); i += everyColumn)
        appendText(out, kLeft + width * (static_cast<double>(i) + 0.5), plot + 16.0, "t m", std::to_string(i));
    closeFigure(out);
    out += "<figcaption><span class=\"ramp\" aria-hidden=\"true\">";
    for (int step = 0; step < kSteps; ++step)
        out += "<i class=\"q" + std::to_string(step) + "\"></i>";
    out += "</span> " + formatDuration(scale.low) + " to " + formatDuration(scale.high)
        + "; down: passes, across: layers. The scale leaves out the lowest and the highest 2 %.";
    if (rows < heatmap.rowCount())
        out += " The first " + std::to_string(rows) + " of " + std::to_string(heatmap.rowCount()) + " passes are drawn.";
    return out + "</figcaption></figure>\n";
}

} // namespace lamella::core::chart
