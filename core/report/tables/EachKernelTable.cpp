// SPDX-License-Identifier: GPL-3.0-or-later
// kernels --each: one row per piece of GPU work. Text is not copied per row; see setTextView.
#include "core/analysis/LaunchUse.h"
#include "core/analysis/LayerParts.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/KernelComparison.h"
#include "core/report/tables/OriginCells.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <map>

namespace lamella::core {

namespace {

struct EachRow;

struct EachTexts {
    std::vector<std::string> grids; // by ShapeId
    std::vector<std::string> blocks;
};

// Data that rows of the table share, computed once.
class EachKernel {
public:
    EachKernel(const TableInput &input, std::shared_ptr<const OriginCells> origins, std::shared_ptr<const KernelRoles> roles,
        std::shared_ptr<const KernelsByLaunch> byLaunch);
    [[nodiscard]] EachRow row(KernelId kernel);
    [[nodiscard]] const TraceDocument &document() const { return *input.document; }

    const TableInput &input;
    std::shared_ptr<const OriginCells> origins;
    std::shared_ptr<const KernelRoles> roles;
    std::shared_ptr<const KernelsByLaunch> byLaunch;
    std::shared_ptr<EachTexts> texts; // kept alive by the table, which points into them

private:
    using PassKey = std::pair<std::uint32_t, int>; // device, pass
    struct PassFacts {
        std::int64_t sumNs = 0;
        LayerParts parts;
    };
    PassFacts &facts(DeviceId device, int pass);

    std::map<PassKey, PassFacts> m_passes;
    PassKey m_lastKey{UINT32_MAX, kNoPass};
    PassFacts *m_last = nullptr;
    std::int64_t m_traceSum = 0;
};

struct EachRow {
    std::size_t k; // KernelId
    const KernelName &name;
    DeviceId device;
    int pass;
    int layer;
    LayerPart part;
    std::int64_t baseNs; // denominator of the share
    std::int64_t launchNs; // EventTable::kNoTime if there is no launch
    [[nodiscard]] KernelId kernel() const { return KernelId(static_cast<std::uint32_t>(k)); }
};

EachKernel::EachKernel(const TableInput &asked, std::shared_ptr<const OriginCells> cells,
    std::shared_ptr<const KernelRoles> known, std::shared_ptr<const KernelsByLaunch> launched)
    : input(asked)
    , origins(std::move(cells))
    , roles(std::move(known))
    , byLaunch(std::move(launched))
    , texts(std::make_shared<EachTexts>())
{
    for (const LaunchShape &shape : document().kernels.shapes) {
        texts->grids.push_back(tripleText(shape.grid));
        texts->blocks.push_back(tripleText(shape.block));
    }
    if (input.scope.wholeTrace)
        for (const std::int64_t ns : document().kernels.duration)
            m_traceSum = addSaturated(m_traceSum, ns);
}

EachKernel::PassFacts &EachKernel::facts(DeviceId device, int pass)
{
    const PassKey key{device.value, pass};
    if (m_last && key == m_lastKey)
        return *m_last;
    auto it = m_passes.find(key);
    if (it == m_passes.end()) {
        const PassRef ref{device, input.segmentation->pass(device, pass)};
        std::int64_t sum = 0;
        for (const KernelId kernel : input.index->ofPass(device, pass))
            sum = addSaturated(sum, document().kernels.duration[kernel.value]);
        it = m_passes.emplace(key, PassFacts{sum, LayerParts(input.analysis(), ref, origins->origins().launches())}).first;
    }
    m_lastKey = key;
    m_last = &it->second;
    return *m_last;
}

EachRow EachKernel::row(KernelId kernel)
{
    const std::size_t k = kernel.value;
    const KernelTable &kernels = document().kernels;
    EachRow row{k, (*input.names)[kernels.name[k]], document().deviceOf(kernel), input.segmentation->passOf[k],
        input.segmentation->layerOf[k], LayerPart::None, m_traceSum, launchStart(document(), kernel)};
    if (row.pass == kNoPass)
        return row;
    const PassFacts &f = facts(row.device, row.pass);
    if (row.layer >= 0)
        row.part = f.parts.of(row.layer, kernels.start[k]);
    if (!input.scope.wholeTrace)
        row.baseNs = f.sumNs;
    return row;
}

constexpr const char *kOutside = "outside of passes";

std::vector<Column<EachRow>> placeColumns(const EachKernel *e)
{
    using namespace columns;
    return {integer("index", "Index", "Number in start order over all GPU work of the trace; ties in file order", &EachRow::k),
        column(columns::pass(), [](const EachRow &r) { return valueIf(r.pass != kNoPass, r.pass, kOutside); }),
        column(layer(),
            [](const EachRow &r) {
                return valueIf(
                    r.pass != kNoPass && r.layer != kNoLayer, r.layer, r.pass == kNoPass ? kOutside : "in no layer of its pass");
            }),
        ifRoom(text("part", "Part", "attn: up to the output projection; ffn: from the norm after attention",
            [](const EachRow &r) { return r.pass == kNoPass ? Missing{kOutside} : layerPartText(r.layer, r.part); })),
        ifRoom(text("side", "Side", "yes: not on the main stream",
            [e](const EachRow &r) { return yesNo(e->input.segmentation->side[r.k] != 0); })),
        column(device(), [e](const EachRow &r) { return e->input.deviceNumber(r.device); }),
        ifRoom(integer("stream", "Stream", "Stream number as recorded",
            [e](const EachRow &r) { return streamNumber(e->document().streams[e->document().kernels.stream[r.k].value]); })),
        text("category", "Category", "What the kernel does", [](const EachRow &r) { return KeptText{info(r.name.category).id}; }),
        text("short_name", "Kernel", "Short name", [](const EachRow &r) { return KeptText{r.name.shortName}; }),
        time("start_ns", "Start", "From the zero that Perfetto shows",
            [e](const EachRow &r) { return e->document().kernels.start[r.k] - e->input.zero(); }),
        duration("dur_ns", "Duration", "As recorded", [e](const EachRow &r) { return e->document().kernels.duration[r.k]; }),
        ifRoom(share("share", "Share", "Of the sum of its pass; with --pass trace of the sum of the trace",
            [e](const EachRow &r) { return ratio(e->document().kernels.duration[r.k], r.baseNs, "all durations are zero"); }))};
}

std::vector<Column<EachRow>> launchColumns(const EachKernel *e)
{
    using namespace columns;
    const auto ofShape = [e](std::vector<std::string> EachTexts::*texts) {
        return [e, texts](const EachRow &r) -> OrMissing<KeptText> {
            const ShapeId shape = e->document().kernels.shape[r.k];
            if (!shape.valid())
                return Missing{"not recorded"};
            return KeptText{(e->texts.get()->*texts)[shape.value]};
        };
    };
    const auto ofLaunch = [](auto value) {
        return [value](const EachRow &r) -> OrMissing<std::int64_t> {
            if (r.launchNs == EventTable::kNoTime)
                return Missing{"no launch recorded"};
            return value(r);
        };
    };
    const auto origin = [e](OrMissing<KeptText> (OriginCells::*cell)(KernelId) const) {
        return [e, cell](const EachRow &r) { return (e->origins.get()->*cell)(r.kernel()); };
    };
    return {
        ifRoom(text("input_dims", "Input dims",
            "Of the operator that launched it, or of the nearest around it that recorded them", origin(&OriginCells::inputDims))),
        ifRoom(text("grid", "Grid", "Launch grid x,y,z", ofShape(&EachTexts::grids))),
        ifRoom(text("block", "Block", "Thread block x,y,z", ofShape(&EachTexts::blocks))),
        onRequest(integer("correlation", "Correlation", "Id shared with the launch",
            [e](const EachRow &r) {
                const auto id = e->document().kernels.correlation[r.k];
                return valueIf(id != 0, id, "not recorded");
            })),
        ifRoom(text("cpu_op", "Operator", "Innermost operator around the launch", origin(&OriginCells::op))),
        ifRoom(text("module", "Module", "Innermost nn.Module around the launch", origin(&OriginCells::module))),
        onRequest(text("name", "Name", "Whole name, demangled", [](const EachRow &r) { return KeptText{r.name.full}; })),
        onRequest(time("launch_ns", "Launched", "Begin of the call that launched it",
            ofLaunch([e](const EachRow &r) { return r.launchNs - e->input.zero(); }))),
        ifRoom(duration("delay_ns", "Launch delay", "From the launch call to its start",
            ofLaunch([e](const EachRow &r) { return e->document().kernels.start[r.k] - r.launchNs; }))),
        onRequest(integer("launched", "Launched together", "GPU work of the same launch call; more than 1: a graph",
            ofLaunch([e](const EachRow &r) {
                return static_cast<std::int64_t>(e->byLaunch->of(e->document().kernels.launch[r.k]).size());
            }))),
        onRequest(text("input_types", "Input types", "Of the operator that launched it", origin(&OriginCells::inputTypes))),
        ifRoom(text("role", "Role", "Role in the layer, by the rules of profiles",
            [e](const EachRow &r) { return keptOr(e->roles->of(KernelId{static_cast<std::uint32_t>(r.k)}), kNoKernelRole); })),
        ifRoom(text("source_line", "Source line", "Innermost line of your own code around the launch, else the innermost line",
            origin(&OriginCells::sourceLine))),
        onRequest(text("origin", "Known by",
            "What operator, shapes, module and line rest on: launch, graph (that of the whole graph), order, names, counts, "
            "nodes, eager, "
            "compiler, none",
            origin(&OriginCells::kind)))};
}

std::vector<Column<EachRow>> eachColumns(const EachKernel *each)
{
    std::vector<Column<EachRow>> all = placeColumns(each);
    for (Column<EachRow> &column : launchColumns(each))
        all.push_back(std::move(column));
    return all;
}

std::vector<Column<EachRow>> comparedEachColumns(const EachKernel *each, KernelComparison *comparison)
{
    std::vector<Column<EachRow>> all = eachColumns(each);
    addComparisonColumns<EachRow>(
        all, comparison, [](const EachRow &r) { return KernelId(static_cast<std::uint32_t>(r.k)); },
        [each](const EachRow &r) { return each->document().kernels.duration[r.k]; });
    return all;
}

} // namespace

std::vector<ReportColumn> comparedKernelColumns()
{
    return headings(comparedEachColumns(nullptr, nullptr));
}

std::vector<ReportColumn> eachKernelColumns()
{
    return headings<eachColumns>();
}

Result<ReportTable> eachKernelTable(const TableInput &input, std::shared_ptr<const OriginCells> origins,
    std::shared_ptr<const KernelRoles> roles, KernelComparison *comparison)
{
    auto byLaunch = input.parts->kernelsByLaunch(input.control);
    if (!byLaunch)
        return byLaunch.error();
    EachKernel each(input, std::move(origins), std::move(roles), std::move(*byLaunch));
    RowTable<EachRow> table(
        "kernels_each", "Kernels one by one", comparison ? comparedEachColumns(&each, comparison) : eachColumns(&each));
    table.keepAlive(each.texts);
    table.keepAlive(each.origins);
    table.keepAlive(each.roles);
    table.keepAlive(input.names);
    table.keepAlive(input.document);
    const std::vector<KernelId> kernels = input.kernels();
    table.reserveRows(kernels.size());
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        constexpr std::size_t kPollRows = 4096; // between two checks of the stop request
        if (k % kPollRows == 0 && input.stopped())
            break;
        table.append(each.row(kernels[k]), KernelSelection{kernels[k]});
    }
    noteScope(table, input);
    if (!input.work.empty()) {
        const std::size_t all = kernelsOf(input.scope, *input.document, *input.segmentation, *input.index).size();
        if (kernels.size() < all)
            table.addNote(msg("%1 of %2 rows.", kernels.size(), all));
    }
    warnOfMarkedRows(table);
    return table;
}

} // namespace lamella::core
