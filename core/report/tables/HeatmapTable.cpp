// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 4> kTimes{"wall", "busy", "sum", "idle"};

struct Metric {
    std::size_t time = 0; // index into kTimes
    std::optional<Category> category; // set: the metric is the sum of this category

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
    return Error{ErrorCode::BadRequest, msg("metric %1 is not known; use one of %2", name, known), {}, -1};
}

struct HeatmapRow {
    PassRef ref;
    std::map<int, std::int64_t> ns; // layer -> value of the metric
};

std::vector<Column<HeatmapRow>> passColumn()
{
    return {columns::column(columns::pass(), [](const HeatmapRow &r) { return r.ref.pass->number; })};
}

// One column for each requested layer that any pass has.
std::vector<Column<HeatmapRow>> allColumns(const TableInput &input, const std::vector<HeatmapRow> &rows)
{
    int last = -1;
    for (const HeatmapRow &row : rows)
        if (!row.ns.empty())
            last = std::max(last, row.ns.rbegin()->first);
    std::vector<Column<HeatmapRow>> all = passColumn();
    for (int layer = 0; layer <= last; ++layer) {
        if (input.scope.layers && !input.scope.layers->holds(layer))
            continue;
        const std::string number = std::to_string(layer);
        all.push_back(columns::column({"layer_" + number + "_ns", number, CellKind::DurationNs,
                                          msg("%1 of layer %2", Message(input.request.metric), number), -1},
            [layer](const HeatmapRow &r) -> OrMissing<std::int64_t> {
                if (const auto found = r.ns.find(layer); found != r.ns.end())
                    return found->second;
                return Missing{"the layer is not in this pass"};
            }));
    }
    addDevice(all, &input, [](const HeatmapRow &r) { return r.ref.device; });
    return all;
}

Result<ReportTable> heatmapTable(const TableInput &input)
{
    const auto metric = metricFrom(input.request.metric);
    if (!metric)
        return metric.error();
    std::vector<HeatmapRow> rows;
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        rows.push_back({ref, {}});
        for (const LayerMetrics &m : layerMetrics(input.analysis(), input.scope, ref))
            rows.back().ns.emplace(m.layer, metric->of(m));
    }
    RowTable<HeatmapRow> table("heatmap", msg("Passes by layers: %1", Message(input.request.metric)), allColumns(input, rows));
    for (const HeatmapRow &row : rows)
        table.append(row, PassSelection{row.ref.device, row.ref.pass->number});
    if (rows.empty())
        noteNoPasses(table, input);
    return table;
}

} // namespace

extern const TableSpec kHeatmapTable{
    .name = "heatmap",
    .help = "passes by layers",
    .example = "trace.json.gz --metric busy --format csv",
    .columns = headings<passColumn>,
    .build = heatmapTable,
    .allPasses = true,
    .layers = LayerUse::List,
    .options = "--metric",
};

} // namespace lamella::core
