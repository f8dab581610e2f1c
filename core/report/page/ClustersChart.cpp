// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/CellText.h"
#include "core/report/page/ChartKinds.h"
#include "core/report/page/ChartParts.h"

#include <algorithm>

namespace lamella::core::chart {

namespace {

constexpr double kRow = 30.0;
constexpr double kLabels = 210.0; // "B · 31 layers · 155.0 µs"
constexpr std::size_t kMaxTypes = 40;

} // namespace

std::string clustersChart(const ReportTable &clusters)
{
    const std::size_t type = clusters.columnIndex("type");
    const std::size_t layers = clusters.columnIndex("layers");
    const std::size_t sum = clusters.columnIndex("avg_sum_ns");
    const auto parts = categoryColumns(clusters, "_share");
    if (type == ReportTable::npos || layers == ReportTable::npos || sum == ReportTable::npos || parts.empty())
        return {};
    const std::size_t rows = std::min(clusters.rowCount(), kMaxTypes);
    const Catalogue *const language = clusters.language();
    std::string out;
    openFigure(out, kRow * static_cast<double>(rows) + 4.0,
        msg("Share of each category in the summed time of a type of layers").translated(language));
    for (std::size_t r = 0; r < rows; ++r) {
        const double y = kRow * static_cast<double>(r) + 4.0;
        const bool one = !clusters.isMissing(r, layers) && clusters.integer(r, layers) == 1;
        appendText(out, 0.0, y + 15.0, "t",
            msg(one ? "%1 \u00B7 %2 layer \u00B7 %3" : "%1 \u00B7 %2 layers \u00B7 %3", displayCell(clusters, r, type),
                displayCell(clusters, r, layers), displayCell(clusters, r, sum))
                .translated(language));
        double x = kLabels;
        for (const CategoryColumn &part : parts) {
            if (clusters.isMissing(r, part.column) || !(clusters.real(r, part.column) > 0.0))
                continue;
            const double width = (kWidth - kLabels - kRight) * std::min(1.0, clusters.real(r, part.column));
            appendBox(out, {x, y, width, kRow - 8.0}, boxClass(part.category),
                Message(info(part.category).title).translated(language) + " " + displayCell(clusters, r, part.column),
                info(part.category).member != 0);
            x += width;
        }
    }
    closeFigure(out);
    appendLegend(out, parts, language);
    return out + "</figure>\n";
}

} // namespace lamella::core::chart
