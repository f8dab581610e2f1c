// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page/Charts.h"

#include "core/report/page/ChartKinds.h"

namespace lamella::core {

std::string chartOf(const ReportTable &table)
{
    if (table.rowCount() == 0)
        return {};
    if (table.id() == "layers")
        return chart::layersChart(table);
    if (table.id() == "clusters")
        return chart::clustersChart(table);
    if (table.id() == "passes")
        return chart::passesChart(table);
    if (table.id() == "heatmap")
        return chart::heatmapChart(table);
    return {};
}

} // namespace lamella::core
