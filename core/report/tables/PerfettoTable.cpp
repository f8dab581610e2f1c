// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PerfettoRange.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

namespace {

void setRange(ReportTable &table, const TableInput &input, const WorkSum &work, const std::optional<PerfettoSlice> &slice)
{
    const std::int64_t start = work.range.begin.value - input.zero();
    const std::int64_t end = work.range.end.value - input.zero();
    table.setReal("start_s", static_cast<double>(start) / 1e9);
    table.setReal("end_s", static_cast<double>(end) / 1e9);
    table.setInteger("start_ns", start);
    table.setInteger("end_ns", end);
    const std::string url = perfettoReads(*input.document) ? perfettoUrl(*input.document, work.range, slice) : std::string();
    if (url.empty())
        table.setMissing("url", perfettoReads(*input.document) ? "empty range" : "Perfetto does not read this format");
    else
        table.setText("url", url);
}

// The first kernel of the pass or layer, which the link selects.
std::optional<PerfettoSlice> firstSlice(const TableInput &input, const PassRef &ref, std::optional<int> layer)
{
    for (const KernelId kernel : input.index->ofPass(ref.device, ref.pass->number)) {
        if (layer && input.segmentation->layerOf[kernel.value] != *layer)
            continue;
        if (inScope(input.scope, *input.document, *input.segmentation, kernel))
            return PerfettoSlice{input.document->kernels.start[kernel.value], input.document->kernels.duration[kernel.value]};
    }
    return std::nullopt;
}

void appendPassRows(ReportTable &table, const TableInput &input, const PassRef &ref)
{
    const std::vector<std::string> &types = input.segmentation->devices[ref.device.value].typeNames;
    const auto common = [&](std::optional<int> layer, int type, const Selection &target, const WorkSum &work) {
        table.appendRow(target);
        table.setInteger("pass", ref.pass->number);
        if (layer)
            table.setInteger("layer", *layer);
        else
            table.setMissing("layer", "the whole pass");
        if (type >= 0 && static_cast<std::size_t>(type) < types.size())
            table.setText("type", types[static_cast<std::size_t>(type)]);
        else
            table.setMissing("type", layer ? "not a layer of the model" : "the whole pass");
        setRange(table, input, work, firstSlice(input, ref, layer));
        if (input.scope.severalDevices())
            table.setInteger("device", input.deviceNumber(ref.device));
    };
    if (!input.scope.layers) {
        const PassMetrics m = passMetrics(input.analysis(), input.scope, ref);
        if (!m.work.empty())
            common({}, -1, PassSelection{ref.device, ref.pass->number}, m.work);
    }
    for (const LayerMetrics &m : layerMetrics(input.analysis(), input.scope, ref))
        if (m.layer >= 0 || input.scope.layers)
            common(m.layer, m.type, LayerSelection{ref.device, ref.pass->number, m.layer}, m.work);
}

} // namespace

std::vector<ReportColumn> perfettoColumns()
{
    using namespace columns;
    return {columns::pass(), layer(), real("start_s", "Start (s)", "Seconds on Perfetto's ruler", 9),
        real("end_s", "End (s)", "Seconds on Perfetto's ruler", 9),
        time("start_ns", "Start", "The same in nanoseconds from zero"),
        time("end_ns", "End", "The same in nanoseconds from zero"),
        text("url", "Link", "Opens ui.perfetto.dev at the range once the trace is opened there, and selects the first kernel"),
        text("type", "Type", "Type of the layer")};
}

ReportTable perfettoTable(const TableInput &input)
{
    std::vector<ReportColumn> all = perfettoColumns();
    if (input.scope.severalDevices())
        all.push_back(columns::device());
    ReportTable table("perfetto", "Ranges for Perfetto", std::move(all));
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        appendPassRows(table, input, ref);
    }
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    return table;
}

extern const TableSpec kPerfettoTable{
    .name = "perfetto",
    .help = "time ranges and links for ui.perfetto.dev",
    .example = "trace.json.gz --pass 3",
    .columns = perfettoColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> { return perfettoTable(input); },
    .layers = LayerUse::List,
};

} // namespace lamella::core
