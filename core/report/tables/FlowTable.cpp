// SPDX-License-Identifier: GPL-3.0-or-later
// flow: the kernels of a layer one by one, by duration or in execution order.
#include "core/analysis/ProductFormat.h"
#include "core/analysis/RepresentativeLayers.h"
#include "core/analysis/roles/KernelRoles.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/OriginCells.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lamella::core {

namespace {

struct FlowLayer {
    PassRef ref;
    int layer = 0;
    int type = -1;
    std::vector<KernelId> kernels; // all kernels of the layer on all streams, in start order
};

struct FlowRow {
    KernelId kernel;
    std::optional<std::int64_t> idleBefore; // none for the first kernel of its layer
    const FlowLayer *layer = nullptr;
    std::int64_t number = 0; // position in its layer, from 1
    std::int64_t layerSumNs = 0;
};

std::string layerName(int layer)
{
    return layer == kHeadLayer ? "head" : layer == kTailLayer ? "tail" : std::to_string(layer);
}

// All layers with work in the scope, by pass and layer; kernels are not filled yet.
std::vector<LayerMetrics> metricsOf(const TableInput &input)
{
    std::vector<LayerMetrics> all;
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        for (LayerMetrics &m : layerMetrics(input.analysis(), input.scope, ref))
            all.push_back(m);
    }
    return all;
}

// The requested layer (which may be head or tail), or the representative layers. A note names them and the reason.
std::vector<FlowLayer> chosenLayers(const TableInput &input, ReportTable &table)
{
    std::vector<FlowLayer> layers;
    const std::vector<LayerMetrics> all = metricsOf(input);
    if (input.scope.layers) {
        for (const LayerMetrics &m : all)
            layers.push_back({m.ref, m.layer, m.type, {}});
        return layers;
    }
    for (const RepresentativeLayer &r : representativeLayers(all)) {
        layers.push_back({r.ref, r.layer, r.type, {}});
        const std::vector<std::string> &types = input.segmentation->devices[r.ref.device.value].typeNames;
        const bool typed = r.type >= 0 && static_cast<std::size_t>(r.type) < types.size();
        const std::string type = typed ? types[static_cast<std::size_t>(r.type)] : std::string();
        const Message pass = input.scope.severalDevices()
            ? msg("pass %1 of device %2", r.ref.pass->number, input.deviceNumber(r.ref.device))
            : msg("pass %1", r.ref.pass->number);
        const std::string wall = formatDuration(r.wallNs);
        if (r.layers == 1)
            table.addNote(typed ? msg("Layer %1 is the only layer of type %2 in %3.", r.layer, type, pass)
                                : msg("Layer %1 is the only layer in %2.", r.layer, pass));
        else if (typed)
            table.addNote(msg("Layer %1 represents the %2 layers of type %3 in %4: its wall of %5 is the median.", r.layer,
                r.layers, type, pass, wall));
        else
            table.addNote(
                msg("Layer %1 represents the %2 layers in %3: its wall of %4 is the median.", r.layer, r.layers, pass, wall));
    }
    return layers;
}

void gatherKernels(const TableInput &input, std::vector<FlowLayer> &layers)
{
    std::map<std::pair<const Pass *, int>, std::size_t> slot;
    for (std::size_t i = 0; i < layers.size(); ++i)
        slot.emplace(std::pair(layers[i].ref.pass, layers[i].layer), i);
    const Pass *last = nullptr;
    for (const FlowLayer &chosen : std::vector<FlowLayer>(layers)) {
        if (chosen.ref.pass == last || input.stopped())
            continue;
        last = chosen.ref.pass; // layers of a pass are adjacent
        for (const KernelId kernel : input.index->ofPass(chosen.ref.device, chosen.ref.pass->number)) {
            const auto found = slot.find({last, input.segmentation->layerOf[kernel.value]});
            if (found != slot.end())
                layers[found->second].kernels.push_back(kernel);
        }
    }
}

std::vector<FlowRow> rowsOf(const TableInput &input, const FlowLayer &layer, bool byHeat)
{
    const KernelTable &kernels = input.document->kernels;
    std::vector<FlowRow> rows;
    std::optional<std::int64_t> end; // end of the work before, on any stream
    std::int64_t sumNs = 0;
    for (const KernelId kernel : layer.kernels) {
        const std::int64_t start = kernels.start[kernel.value];
        if (inScope(input.scope, *input.document, *input.segmentation, kernel))
            rows.push_back({kernel, end ? std::optional(std::max<std::int64_t>(0, start - *end)) : std::nullopt, &layer});
        end = std::max(end.value_or(kernels.end(kernel.value)), kernels.end(kernel.value));
        sumNs = addSaturated(sumNs, kernels.duration[kernel.value]);
    }
    if (byHeat)
        std::stable_sort(rows.begin(), rows.end(), [&kernels](const FlowRow &a, const FlowRow &b) {
            return kernels.duration[a.kernel.value] > kernels.duration[b.kernel.value];
        });
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].number = static_cast<std::int64_t>(i) + 1;
        rows[i].layerSumNs = sumNs;
    }
    return rows;
}

// Data for the getters.
struct FlowFacts {
    FlowFacts(const TableInput &input, const OriginCells &cells, const KernelRoles &known)
        : document(*input.document)
        , origins(cells)
        , roles(known)
        , formats(*input.document, *input.names, cells.origins().launches())
    {
    }

    const TraceDocument &document;
    const OriginCells &origins;
    const KernelRoles &roles;
    ProductFormats formats;
    std::map<const Pass *, LayerParts> parts;
};

OrMissing<KeptText> formatOf(FlowFacts &facts, KernelId kernel, Category category)
{
    if (!ProductFormats::isProduct(category))
        return Missing{"no matrix product"};
    return keptOr(facts.formats.of(kernel), "neither the name nor a recorded input gives the format");
}

std::vector<Column<FlowRow>> flowColumnsOf(const TableInput *input, FlowFacts *facts)
{
    using namespace columns;
    const auto name = [input](const FlowRow &r) -> const KernelName & {
        return (*input->names)[input->document->kernels.name[r.kernel.value]];
    };
    const auto start = [input](const FlowRow &r) { return input->document->kernels.start[r.kernel.value]; };
    const auto length = [input](const FlowRow &r) { return input->document->kernels.duration[r.kernel.value]; };
    const auto origin = [facts](OrMissing<KeptText> (OriginCells::*cell)(KernelId) const) {
        return [facts, cell](const FlowRow &r) { return (facts->origins.*cell)(r.kernel); };
    };
    return {column(columns::pass(), [](const FlowRow &r) { return r.layer->ref.pass->number; }),
        column(layer(), [](const FlowRow &r) { return r.layer->layer; }),
        text("type", "Type", "Of the layer: from the model config, else learned (A, B, ...)",
            [input](const FlowRow &r) { return layerTypeText(*input, r.layer->ref.device, r.layer->layer, r.layer->type); }),
        integer("row", "#", "Position in its layer: by duration, or with --by execution by start", &FlowRow::number),
        ifRoom(text("part", "Half", "attn: up to the output projection; ffn: from the norm after attention",
            [facts, start](const FlowRow &r) {
                const int number = r.layer->layer;
                const LayerParts &parts = facts->parts.at(r.layer->ref.pass);
                return layerPartText(number, number >= 0 ? parts.of(number, start(r)) : LayerPart::None);
            })),
        text("category", "Category", "What the kernel does",
            [name](const FlowRow &r) { return KeptText{info(name(r).category).id}; }),
        text("short_name", "Kernel", "Short name", [name](const FlowRow &r) { return KeptText{name(r).shortName}; }),
        duration("dur_ns", "Duration", "As recorded", [length](const FlowRow &r) { return length(r); }),
        share("share", "Of layer", "Of the durations of its layer, added up, on all streams",
            [length](const FlowRow &r) { return ratio(length(r), r.layerSumNs, "all durations are zero"); }),
        ifRoom(time("start_ns", "Start", "From the zero that Perfetto shows",
            [input, start](const FlowRow &r) { return start(r) - input->zero(); })),
        ifRoom(text("input_dims", "Input dims",
            "Of the operator that launched it, or of the nearest around it that recorded them", origin(&OriginCells::inputDims))),
        ifRoom(duration("in_layer_ns", "In layer", "From the start of its layer to its start",
            [input, start](
                const FlowRow &r) { return start(r) - input->document->kernels.start[r.layer->kernels.front().value]; })),
        ifRoom(duration("idle_before_ns", "Idle before", "Time before its start in which nothing of the layer runs",
            [](const FlowRow &r) { return valueOr(r.idleBefore, "the first of the layer"); })),
        ifRoom(integer("stream", "Stream", "Stream number as recorded",
            [input](const FlowRow &r) { return streamNumber(*input->document, r.kernel); })),
        ifRoom(text("side", "Side", "yes: not on the main stream",
            [input](const FlowRow &r) { return yesNo(input->segmentation->side[r.kernel.value] != 0); })),
        onRequest(integer("index", "Index", "Number in start order over all GPU work, as in kernels --each",
            [](const FlowRow &r) { return r.kernel.value; })),
        onRequest(text("name", "Name", "Whole name, demangled", [name](const FlowRow &r) { return KeptText{name(r).full}; })),
        ifRoom(text("format", "Numbers", "Of a matrix product: what it multiplies, by its name, else by its first recorded input",
            [facts, name](const FlowRow &r) { return formatOf(*facts, r.kernel, name(r).category); })),
        text("role", "Role", "Role in the layer, by the rules of profiles",
            [facts](const FlowRow &r) { return keptOr(facts->roles.of(r.kernel), kNoKernelRole); }),
        ifRoom(text("cpu_op", "Operator", "Innermost operator around the launch", origin(&OriginCells::op))),
        onRequest(text("input_types", "Input types", "Of the operator that launched it", origin(&OriginCells::inputTypes))),
        ifRoom(text("module", "Module", "Innermost nn.Module around the launch", origin(&OriginCells::module))),
        ifRoom(text("source_line", "Source line", "Innermost line of your own code around the launch, else the innermost line",
            origin(&OriginCells::sourceLine))),
        onRequest(text("origin", "Known by", "What operator, shapes, module and line rest on, as in kernels --each",
            origin(&OriginCells::kind)))};
}

Result<ReportTable> flowTable(const TableInput &input)
{
    const auto cells = originCells(input);
    if (!cells)
        return cells.error();
    const std::string &by = input.request.by;
    if (!by.empty() && by != "heat" && by != "execution")
        return Error{ErrorCode::BadRequest, msg("a flow cannot be ordered by %1; use heat or execution", by), {}, -1};
    const auto roles = input.parts->roles(input);
    if (!roles)
        return roles.error();
    FlowFacts facts(input, **cells, **roles);
    std::vector<Column<FlowRow>> all = flowColumnsOf(&input, &facts);
    addDevice(all, &input, [](const FlowRow &r) { return r.layer->ref.device; });
    RowTable<FlowRow> table("flow", "Compute flow", std::move(all));
    table.keepAlive(*roles);
    table.keepAlive(input.names);
    table.keepAlive(*cells);
    noteScope(table, input);
    std::vector<FlowLayer> layers = chosenLayers(input, table);
    gatherKernels(input, layers);
    for (const FlowLayer &layer : layers) {
        if (input.stopped())
            break;
        facts.parts.try_emplace(layer.ref.pass, input.analysis(), layer.ref, (*cells)->origins().launches());
        for (const FlowRow &row : rowsOf(input, layer, by != "execution"))
            table.append(row, KernelSelection{row.kernel});
    }
    if (input.scope.passes.empty())
        noteNoPasses(table, input);
    else if (layers.empty())
        table.addNote(input.scope.layers ? msg("No layer %1 in the chosen passes.", layerName(input.scope.layers->first))
                                         : "No layers were found in the chosen passes; kernels --each lists their work.");
    return table;
}

std::vector<ReportColumn> flowColumns()
{
    return headings(flowColumnsOf(nullptr, nullptr));
}

} // namespace

extern const TableSpec kFlowTable{
    .name = "flow",
    .help = "what a layer runs, longest first or in the order it runs",
    .example = "trace.json.gz --pass 3 --layer 5 --by execution",
    .columns = flowColumns,
    .build = flowTable,
    .layers = LayerUse::List,
    .options = "--by --yours",
    .by = "heat|execution",
};

} // namespace lamella::core
