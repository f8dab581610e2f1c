// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "core/report/page/ChartKinds.h"
#include "core/report/page/ChartParts.h"
#include "core/report/page/Charts.h"
#include "core/report/page/HtmlText.h"

#include <algorithm>
#include <array>

namespace lamella::core::chart {

namespace {

constexpr std::size_t kSteps = 7;
constexpr double kBottom = 26.0;

// Colour steps by quantiles: passes of one stage differ by a few percent, stages by a factor of twenty, and a linear scale would
// only show the latter.
struct Scale {
    std::array<std::int64_t, kSteps + 1> bounds{}; // step s holds values from bounds[s] to bounds[s + 1]
    [[nodiscard]] int step(std::int64_t value) const
    {
        const auto above = std::upper_bound(bounds.begin() + 1, bounds.end() - 1, value);
        return static_cast<int>(above - bounds.begin()) - 1;
    }
};

Scale scaleOf(const ReportTable &table, std::size_t rows, const std::vector<std::size_t> &columns)
{
    std::vector<std::int64_t> values;
    for (std::size_t r = 0; r < rows; ++r)
        for (const std::size_t c : columns)
            if (!table.isMissing(r, c))
                values.push_back(table.integer(r, c));
    Scale scale;
    if (values.empty())
        return scale;
    std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i <= kSteps; ++i)
        scale.bounds[i] = values[i * (values.size() - 1) / kSteps];
    return scale;
}

} // namespace

std::string heatmapChart(const ReportTable &heatmap)
{
    std::vector<std::size_t> columns;
    for (std::size_t c = 0; c < heatmap.columns().size(); ++c)
        if (heatmap.columns()[c].id.starts_with("layer_") && heatmap.columns()[c].kind != CellKind::Text)
            columns.push_back(c);
    const std::size_t pass = heatmap.columnIndex("pass");
    if (pass == ReportTable::npos || columns.empty() || columns.size() > kMaxHeatCells)
        return {};
    const std::size_t rows = std::min(heatmap.rowCount(), std::max<std::size_t>(1, kMaxHeatCells / columns.size()));
    const Scale scale = scaleOf(heatmap, rows, columns);
    const double width = (kWidth - kLeft - kRight) / static_cast<double>(columns.size());
    const double height = std::clamp(420.0 / static_cast<double>(rows), 3.0, 18.0);
    const double plot = height * static_cast<double>(rows);
    const Catalogue *const language = heatmap.language();
    std::string out;
    openFigure(out, plot + kBottom, heatmap.title().english());
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
                msg("Pass %1, layer %2", displayCell(heatmap, r, pass), heatmap.columns()[columns[i]].title).translated(language)
                    + "\n" + displayCell(heatmap, r, columns[i]));
        }
    }
    for (std::size_t i = 0; i < columns.size(); i += everyColumn)
        appendText(out, kLeft + width * (static_cast<double>(i) + 0.5), plot + 16.0, "t m", heatmap.columns()[columns[i]].title);
    closeFigure(out);
    out += "<figcaption><ul class=\"legend\">";
    for (std::size_t step = 0; step < kSteps; ++step) {
        const std::string from = formatDuration(scale.bounds[step]);
        out += "<li><i class=\"sample q" + std::to_string(step) + "\"></i>";
        appendHtml(
            out, step + 1 < kSteps ? from : msg("%1 to %2", from, formatDuration(scale.bounds[kSteps])).translated(language));
        out += "</li>";
    }
    Message caption =
        msg("Down: passes, across: layers. Each colour begins at the time beside it and holds a seventh of the cells.");
    if (rows < heatmap.rowCount())
        caption.append("%1 %2", msg("The first %1 of %2 passes are drawn.", rows, heatmap.rowCount()));
    out += "</ul>";
    appendHtml(out, caption.translated(language));
    return out + "</figcaption></figure>\n";
}

} // namespace lamella::core::chart
