// SPDX-License-Identifier: GPL-3.0-or-later
// perfetto: time ranges of passes and layers, with links that open them in ui.perfetto.dev.
#include "core/analysis/PerfettoRange.h"
#include "core/report/tables/TableBuilders.h"

#include <optional>

namespace lamella::core {

namespace {

struct PerfettoRow {
    const PassRef &ref;
    std::optional<int> layer; // none: the whole pass
    int type = -1;
    const WorkSum &work;
};

// First kernel of the pass or layer, which the link selects.
std::optional<PerfettoSlice> firstSlice(const TableInput &input, const PerfettoRow &row)
{
    for (const KernelId kernel : input.index->ofPass(row.ref.device, row.ref.pass->number)) {
        if (row.layer && input.segmentation->layerOf[kernel.value] != *row.layer)
            continue;
        if (inScope(input.scope, *input.document, *input.segmentation, kernel))
            return PerfettoSlice{input.document->kernels.start[kernel.value], input.document->kernels.duration[kernel.value]};
    }
    return std::nullopt;
}

OrMissing<std::string> url(const TableInput &input, const PerfettoRow &row)
{
    if (!perfettoReads(*input.document))
        return Missing{"Perfetto does not read this format"};
    return textOr(perfettoUrl(*input.document, row.work.range, firstSlice(input, row)), "empty range");
}

OrMissing<std::string_view> typeText(const TableInput &input, const PerfettoRow &row)
{
    const std::vector<std::string> &types = input.segmentation->devices[row.ref.device.value].typeNames;
    if (row.type >= 0 && static_cast<std::size_t>(row.type) < types.size())
        return types[static_cast<std::size_t>(row.type)];
    return Missing{row.layer ? "not a layer of the model" : "the whole pass"};
}

std::vector<Column<PerfettoRow>> perfettoColumns(const TableInput *input)
{
    using namespace columns;
    const auto start = [input](const PerfettoRow &r) { return r.work.range.begin.value - input->zero(); };
    const auto end = [input](const PerfettoRow &r) { return r.work.range.end.value - input->zero(); };
    const auto seconds = [](auto ns) { return [ns](const PerfettoRow &r) { return static_cast<double>(ns(r)) / 1e9; }; };
    return {column(columns::pass(), [](const PerfettoRow &r) { return r.ref.pass->number; }),
        column(layer(), [](const PerfettoRow &r) { return valueOr(r.layer, "the whole pass"); }),
        real("start_s", "Start (s)", "Seconds on Perfetto's ruler", 9, seconds(start)),
        real("end_s", "End (s)", "Seconds on Perfetto's ruler", 9, seconds(end)),
        onRequest(time("start_ns", "Start", "The same in nanoseconds from zero", start)),
        onRequest(time("end_ns", "End", "The same in nanoseconds from zero", end)),
        ifRoom(
            text("url", "Link", "Opens ui.perfetto.dev at the range once the trace is opened there, and selects the first kernel",
                [input](const PerfettoRow &r) { return url(*input, r); }),
            ColumnUse::IfRoomWhole),
        ifRoom(text("type", "Type", "Type of the layer", [input](const PerfettoRow &r) { return typeText(*input, r); }))};
}

Result<ReportTable> perfettoTable(const TableInput &input)
{
    std::vector<Column<PerfettoRow>> all = perfettoColumns(&input);
    addDevice(all, &input, [](const PerfettoRow &r) { return r.ref.device; });
    RowTable<PerfettoRow> table("perfetto", "Ranges for Perfetto", std::move(all));
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        if (!input.scope.layers)
            if (const PassMetrics m = passMetrics(input.analysis(), input.scope, ref); !m.work.empty())
                table.append({ref, {}, -1, m.work}, PassSelection{ref.device, ref.pass->number});
        for (const LayerMetrics &m : layerMetrics(input.analysis(), input.scope, ref))
            if (m.layer >= 0 || input.scope.layers)
                table.append({ref, m.layer, m.type, m.work}, LayerSelection{ref.device, ref.pass->number, m.layer});
    }
    noteScope(table, input);
    return table;
}

} // namespace

extern const TableSpec kPerfettoTable{
    .name = "perfetto",
    .help = "time ranges and links for ui.perfetto.dev",
    .example = "trace.json.gz --pass 3",
    .columns = headings<perfettoColumns>,
    .build = perfettoTable,
    .layers = LayerUse::List,
};

} // namespace lamella::core
