// SPDX-License-Identifier: GPL-3.0-or-later
// perfetto: time ranges of passes and layers, with links that open them in Perfetto's page; or each kernel as that page stores
// it.
#include "core/analysis/PerfettoLink.h"
#include "core/analysis/PerfettoRange.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kPollRows = 4096; // between two checks of the stop request

struct PerfettoRow {
    const PassRef &ref;
    std::optional<int> layer; // none: the whole pass
    int type = -1;
    const WorkSum &work;
};

constexpr const char *kNotRead = "Perfetto does not read this format";

std::string addressOf(const TableInput &input)
{
    std::string address = perfettoAddress(input.request.perfettoUrl);
    return address.empty() ? std::string(kPerfettoAddress) : address;
}

OrMissing<std::string> rangeLink(const TableInput &input, const TimeRange &range)
{
    if (!perfettoReads(*input.document))
        return Missing{kNotRead};
    return textOr(perfettoUrl(*input.document, range, addressOf(input)), "empty range");
}

OrMissing<std::string> sliceLink(const TableInput &input, const PerfettoSlice &slice)
{
    if (!perfettoReads(*input.document))
        return Missing{kNotRead};
    PerfettoLinkRequest link;
    link.address = addressOf(input);
    link.slice = slice;
    return perfettoLink(link);
}

OrMissing<std::string_view> typeText(const TableInput &input, const PerfettoRow &row)
{
    const std::vector<std::string> &types = input.segmentation->devices[row.ref.device.value].typeNames;
    if (row.type >= 0 && static_cast<std::size_t>(row.type) < types.size())
        return types[static_cast<std::size_t>(row.type)];
    return Missing{row.layer ? "not a layer of the model" : "the whole pass"};
}

constexpr const char *kLinkHelp = "Opens Perfetto's page at the range once the trace is opened there";

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
        ifRoom(text("url", "Link", kLinkHelp, [input](const PerfettoRow &r) { return rangeLink(*input, r.work.range); }),
            ColumnUse::IfRoomWhole),
        ifRoom(text("type", "Type", "Type of the layer", [input](const PerfettoRow &r) { return typeText(*input, r); }))};
}

struct SliceRow {
    PerfettoSlice slice;
    StringId name;
    KernelId kernel; // invalid: what is no GPU work, though it has the name of a kernel
};

// Times in Perfetto's own rounding, on its clock: what its table `slice` holds, by which a link selects.
std::vector<Column<SliceRow>> sliceColumns(const TableInput *input)
{
    using namespace columns;
    return {column({"pass", "Pass", CellKind::Integer, "Number of the pass", -1},
                [input](const SliceRow &r) {
                    const int pass = r.kernel.valid() ? input->segmentation->passOf[r.kernel.value] : kNoPass;
                    return valueIf(pass != kNoPass, pass, r.kernel.valid() ? "outside of passes" : "not counted as GPU work");
                }),
        integer("ts", "ts", "Start in nanoseconds, as Perfetto stores it", [](const SliceRow &r) { return r.slice.startNs; }),
        integer(
            "dur", "dur", "Duration in nanoseconds, as Perfetto stores it", [](const SliceRow &r) { return r.slice.durationNs; }),
        text("name", "Name", "Name as recorded", [input](const SliceRow &r) { return KeptText{input->document->text(r.name)}; }),
        ifRoom(text("url", "Link", "Selects the kernel in Perfetto's page once the trace is opened there",
                   [input](const SliceRow &r) { return sliceLink(*input, r.slice); }),
            ColumnUse::IfRoomWhole)};
}

// Wrappers, parts of collectives and host operations with the name of a kernel: in Perfetto they look the same.
void appendNamesakes(RowTable<SliceRow> &table, const TableInput &input)
{
    const TraceDocument &document = *input.document;
    std::vector<bool> isKernel(document.events.size());
    std::vector<bool> names; // of kernels
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (document.kernels.event[k].valid())
            isKernel[document.kernels.event[k].value] = true;
        const std::size_t name = document.kernels.name[k].value;
        names.resize(std::max(names.size(), name + 1));
        names[name] = true;
    }
    for (std::uint32_t e = 0; e < document.events.size(); ++e) {
        if (e % kPollRows == 0 && input.stopped())
            return;
        if (isKernel[e])
            continue;
        const EventRow row = document.events.row(EventId{e});
        if (row.duration >= 0 && row.name.value < names.size() && names[row.name.value])
            table.append({perfettoSlice(document, EventId{e}), row.name, {}}, EventSelection{EventId{e}});
    }
}

ReportTable eachTable(const TableInput &input)
{
    std::vector<Column<SliceRow>> all = sliceColumns(&input);
    RowTable<SliceRow> table("perfetto_each", "Kernels for Perfetto", std::move(all));
    table.keepAlive(input.document);
    const KernelTable &kernels = input.document->kernels;
    for (const KernelId kernel : input.kernels()) {
        if (table.rowCount() % kPollRows == 0 && input.stopped())
            break;
        table.append({perfettoSlice(*input.document, kernel), kernels.name[kernel.value], kernel}, KernelSelection{kernel});
    }
    if (input.scope.wholeTrace)
        appendNamesakes(table, input);
    noteScope(table, input);
    return table;
}

Result<ReportTable> perfettoTable(const TableInput &input)
{
    if (!input.request.perfettoUrl.empty() && perfettoAddress(input.request.perfettoUrl).empty())
        return Error{ErrorCode::BadRequest,
            msg("%1 is not the address of a page; give one such as https://intra.example/perfetto/", input.request.perfettoUrl),
            {}, -1};
    if (input.request.each)
        return eachTable(input);
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

constexpr std::array kForms{TableForm{"--each", headings<sliceColumns>}};

} // namespace

extern const TableSpec kPerfettoTable{
    .name = "perfetto",
    .help = "time ranges and links for Perfetto's page, of passes and layers or of each kernel",
    .example = "trace.json.gz --pass 3",
    .columns = headings<perfettoColumns>,
    .build = perfettoTable,
    .layers = LayerUse::List,
    .options = "--each --perfetto-url --write --serve --port",
    .forms = kForms,
};

} // namespace lamella::core
