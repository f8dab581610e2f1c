// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

#include <array>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 4> kTimes{"wall", "busy", "sum", "idle"};

struct Metric {
    std::size_t time = 0; // row of kTimes
    std::optional<Category> category; // set: sum of that category

    [[nodiscard]] std::int64_t of(const LayerMetrics &m) const
    {
        if (category)
            return m.categoryNs[static_cast<std::size_t>(*category)];
        const std::array<std::int64_t, 4> values{m.work.wallNs(), m.work.busyNs, m.work.sumNs, m.work.idleNs()};
        return values[time];
    }
};

Result<Metric> metricFrom(std::string_view name)
{
    for (std::size_t i = 0; i < kTimes.size(); ++i)
        if (kTimes[i] == name)
            return Metric{i, {}};
    if (const auto category = categoryFromId(name))
        return Metric{0, category};
    std::string known = "wall, busy, sum, idle";
    for (const CategoryInfo &i : categoryInfos())
        known += ", " + std::string(i.id);
    return Error{ErrorCode::BadRequest, "metric " + std::string(name) + " is not known; use one of " + known, {}, -1};
}

} // namespace

std::vector<ReportColumn> heatmapColumns()
{
    return {columns::pass()};
}

Result<ReportTable> heatmapTable(const TableInput &input, std::string_view metricName)
{
    const auto metric = metricFrom(metricName);
    if (!metric)
        return metric.error();
    std::vector<std::vector<LayerMetrics>> rows;
    int layers = 0;
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        rows.push_back(layerMetrics(input.analysis(), input.scope, ref));
        for (const LayerMetrics &m : rows.back())
            layers = std::max(layers, m.layer + 1);
    }
    const int first = input.scope.layers ? std::max(0, input.scope.layers->first) : 0;
    if (input.scope.layers)
        layers = std::min(layers, input.scope.layers->last + 1);
    std::vector<ReportColumn> all = heatmapColumns();
    std::vector<std::size_t> columnOf; // by layer from `first` on; npos where it was not asked for
    for (int layer = first; layer < layers; ++layer) {
        const bool wanted = !input.scope.layers || input.scope.layers->holds(layer);
        columnOf.push_back(wanted ? all.size() : ReportTable::npos);
        if (!wanted)
            continue;
        const std::string number = std::to_string(layer);
        all.push_back(
            {"layer_" + number + "_ns", number, CellKind::DurationNs, std::string(metricName) + " of layer " + number, -1});
    }
    if (input.scope.severalDevices())
        all.push_back(columns::device());
    ReportTable table("heatmap", "Passes by layers: " + std::string(metricName), std::move(all));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const PassRef &ref = input.scope.passes[r];
        table.appendRow(PassSelection{ref.device, ref.pass->number});
        table.setInteger(0, ref.pass->number);
        for (const std::size_t column : columnOf)
            if (column != ReportTable::npos)
                table.setMissing(column, "the layer is not in this pass");
        for (const LayerMetrics &m : rows[r]) {
            const std::size_t column =
                m.layer >= first && m.layer < layers ? columnOf[static_cast<std::size_t>(m.layer - first)] : ReportTable::npos;
            if (column != ReportTable::npos)
                table.setInteger(column, metric->of(m));
        }
        if (input.scope.severalDevices())
            table.setInteger("device", input.deviceNumber(ref.device));
    }
    if (rows.empty())
        table.addNote("No passes were found" + (input.segmentation->whyNone.empty() ? "" : ": " + input.segmentation->whyNone));
    return table;
}

namespace {

constexpr std::array<std::string_view, 1> kOptions{"--metric"};

} // namespace

extern const TableSpec kHeatmapTable{
    .name = "heatmap",
    .help = "passes by layers",
    .example = "trace.json.gz --metric busy --format csv",
    .columns = heatmapColumns,
    .build = [](const TableInput &input) { return heatmapTable(input, input.request.metric); },
    .allPasses = true,
    .layers = LayerUse::List,
    .options = kOptions,
};

} // namespace lamella::core
