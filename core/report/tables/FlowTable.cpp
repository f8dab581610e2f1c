// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/FlowTable.h"

#include "core/analysis/LayerParts.h"
#include "core/analysis/ProductFormat.h"
#include "core/analysis/RepresentativeLayers.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

namespace lamella::core {

namespace {

enum Column : std::size_t {
    kPass,
    kLayer,
    kType,
    kRow,
    kPart,
    kCategory,
    kShortName,
    kDuration,
    kShare,
    kStart,
    kInputDims,
    kInLayer,
    kIdleBefore,
    kStream,
    kSide,
    kIndex,
    kName,
    kFormat,
    kDevice // with several
};

struct FlowLayer {
    PassRef ref;
    int layer = 0;
    int type = -1;
    std::vector<KernelId> kernels; // all of the layer, whatever streams are asked for, in start order
};

struct FlowRow {
    KernelId kernel;
    std::optional<std::int64_t> idleBefore; // none for the first of its layer
};

std::string layerName(int layer)
{
    return layer == kHeadLayer ? "head" : layer == kTailLayer ? "tail" : std::to_string(layer);
}

// Every layer that has work in the scope, in the order of the passes and layers; without kernels yet.
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

// A layer that was asked for (also head and tail), or the representatives; says in a note which and why.
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
        const std::string ofType = typed ? " of type " + types[static_cast<std::size_t>(r.type)] : std::string();
        const std::string onDevice =
            input.scope.severalDevices() ? " of device " + std::to_string(input.deviceNumber(r.ref.device)) : std::string();
        const std::string inPass = " in pass " + std::to_string(r.ref.pass->number) + onDevice;
        const std::string name = "Layer " + std::to_string(r.layer);
        table.addNote(r.layers == 1 ? name + " is the only layer" + ofType + inPass + "."
                                    : name + " stands for the " + std::to_string(r.layers) + " layers" + ofType + inPass
                    + ": its wall of " + formatDuration(r.wallNs) + " is the median.");
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
        last = chosen.ref.pass; // layers of a pass are neighbours
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
    std::optional<std::int64_t> end; // of what ran before, also on streams that are not asked for
    for (const KernelId kernel : layer.kernels) {
        const std::int64_t start = kernels.start[kernel.value];
        if (inScope(input.scope, *input.document, *input.segmentation, kernel))
            rows.push_back({kernel, end ? std::optional(std::max<std::int64_t>(0, start - *end)) : std::nullopt});
        end = std::max(end.value_or(kernels.end(kernel.value)), kernels.end(kernel.value));
    }
    if (byHeat)
        std::stable_sort(rows.begin(), rows.end(), [&kernels](const FlowRow &a, const FlowRow &b) {
            return kernels.duration[a.kernel.value] > kernels.duration[b.kernel.value];
        });
    return rows;
}

class FlowRows {
public:
    FlowRows(ReportTable &table, const TableInput &input, std::shared_ptr<const LaunchJoin> launches)
        : m_table(table)
        , m_input(input)
        , m_launches(std::move(launches))
        , m_dims(std::make_shared<std::unordered_map<StringId, std::string>>())
        , m_formats(*input.document, *input.names, *m_launches)
    {
        table.keepAlive(m_dims);
        table.keepAlive(input.names);
        table.keepAlive(input.segmentation);
    }
    void append(const FlowLayer &layer, bool byHeat);

private:
    void appendKernel(const FlowLayer &layer, const FlowRow &row, std::int64_t number, std::int64_t sum);
    void setPlace(const FlowLayer &layer, std::int64_t start);
    void setDims(std::size_t kernel);
    void setFormat(KernelId kernel, Category category);

    ReportTable &m_table;
    const TableInput &m_input;
    std::shared_ptr<const LaunchJoin> m_launches;
    std::shared_ptr<std::unordered_map<StringId, std::string>> m_dims; // lives as long as the table that points into it
    ProductFormats m_formats;
    std::optional<LayerParts> m_parts; // of m_partsOf
    const Pass *m_partsOf = nullptr;
};

void FlowRows::append(const FlowLayer &layer, bool byHeat)
{
    if (m_partsOf != layer.ref.pass) {
        m_parts.emplace(m_input.analysis(), layer.ref, *m_launches);
        m_partsOf = layer.ref.pass;
    }
    std::int64_t sum = 0;
    for (const KernelId kernel : layer.kernels)
        sum = addSaturated(sum, m_input.document->kernels.duration[kernel.value]);
    std::int64_t number = 0;
    for (const FlowRow &row : rowsOf(m_input, layer, byHeat))
        appendKernel(layer, row, ++number, sum);
}

void FlowRows::setPlace(const FlowLayer &layer, std::int64_t start)
{
    const std::vector<std::string> &types = m_input.segmentation->devices[layer.ref.device.value].typeNames;
    m_table.setInteger(kPass, layer.ref.pass->number);
    m_table.setInteger(kLayer, layer.layer);
    if (layer.type >= 0 && static_cast<std::size_t>(layer.type) < types.size())
        m_table.setTextView(kType, types[static_cast<std::size_t>(layer.type)]);
    else
        m_table.setMissing(kType, layer.layer < 0 ? "not a layer" : "no types: neither config nor kernels tell layers apart");
    const LayerPart part = layer.layer >= 0 ? m_parts->of(layer.layer, start) : LayerPart::None;
    if (part == LayerPart::None)
        m_table.setMissing(kPart, layer.layer >= 0 ? "no norm after attention splits this layer" : "not in a layer");
    else
        m_table.setTextView(kPart, part == LayerPart::Attention ? "attn" : "ffn");
}

void FlowRows::setDims(std::size_t kernel)
{
    const StringId dims = kernel < m_launches->inputDims.size() ? m_launches->inputDims[kernel] : StringId();
    if (!dims.valid()) {
        m_table.setMissing(
            kInputDims, m_input.document->kernels.launch[kernel].valid() ? "no input shapes recorded" : "no launch recorded");
        return;
    }
    const auto [it, added] = m_dims->try_emplace(dims);
    if (added)
        it->second = oneLineJson(m_input.document->text(dims));
    m_table.setTextView(kInputDims, it->second);
}

void FlowRows::setFormat(KernelId kernel, Category category)
{
    const std::string_view format = ProductFormats::isProduct(category) ? m_formats.of(kernel) : std::string_view{};
    if (!format.empty())
        m_table.setTextView(kFormat, format);
    else
        m_table.setMissing(kFormat,
            ProductFormats::isProduct(category) ? "neither the name nor a recorded input tells the format" : "no matrix product");
}

void FlowRows::appendKernel(const FlowLayer &layer, const FlowRow &row, std::int64_t number, std::int64_t sum)
{
    const KernelTable &kernels = m_input.document->kernels;
    const std::size_t k = row.kernel.value;
    const KernelName &name = (*m_input.names)[kernels.name[k]];
    m_table.appendRow(KernelSelection{row.kernel});
    setPlace(layer, kernels.start[k]);
    m_table.setInteger(kRow, number);
    m_table.setTextView(kCategory, info(name.category).id);
    m_table.setTextView(kShortName, name.shortName);
    m_table.setInteger(kDuration, kernels.duration[k]);
    if (sum > 0)
        m_table.setReal(kShare, static_cast<double>(kernels.duration[k]) / static_cast<double>(sum));
    else
        m_table.setMissing(kShare, "all durations are zero");
    m_table.setInteger(kStart, kernels.start[k] - m_input.zero());
    setDims(k);
    m_table.setInteger(kInLayer, kernels.start[k] - kernels.start[layer.kernels.front().value]);
    if (row.idleBefore)
        m_table.setInteger(kIdleBefore, *row.idleBefore);
    else
        m_table.setMissing(kIdleBefore, "the first of the layer");
    m_table.setInteger(kStream, m_input.document->streams[kernels.stream[k].value].number);
    m_table.setTextView(kSide, m_input.segmentation->side[k] != 0 ? "yes" : "no");
    m_table.setInteger(kIndex, static_cast<std::int64_t>(k));
    m_table.setTextView(kName, name.full);
    setFormat(row.kernel, name.category);
    if (m_input.scope.severalDevices())
        m_table.setInteger(kDevice, m_input.deviceNumber(layer.ref.device));
}

} // namespace

std::vector<ReportColumn> flowColumns()
{
    using namespace columns;
    return {columns::pass(), layer(), text("type", "Type", "Of the layer: from the model config, else learned (A, B, ...)"),
        integer("row", "#", "Place in its layer: by duration, or with --by execution by start"),
        text("part", "Half", "attn: up to the output projection; ffn: from the norm after attention"),
        text("category", "Category", "What the kernel does"), text("short_name", "Kernel", "Short name"),
        duration("dur_ns", "Duration", "As recorded"),
        share("share", "Of layer", "Of the durations of its layer, added up, on all streams"),
        time("start_ns", "Start", "From the zero that Perfetto shows"),
        text("input_dims", "Input dims", "Of the operator that launched it, or of the nearest around it that recorded them"),
        duration("in_layer_ns", "In layer", "From the start of its layer to its start"),
        duration("idle_before_ns", "Idle before", "Time before its start in which nothing of the layer runs"),
        integer("stream", "Stream", "Stream number as recorded"), text("side", "Side", "yes: not on the main stream"),
        integer("index", "Index", "Number in start order over all GPU work, as in kernels --each"),
        text("name", "Name", "Whole name, demangled"),
        text("format", "Numbers", "Of a matrix product: what it multiplies, by its name, else by its first recorded input")};
}

Result<ReportTable> flowTable(const TableInput &input, std::shared_ptr<const LaunchJoin> launches, std::string_view by)
{
    if (!by.empty() && by != "heat" && by != "execution")
        return Error{ErrorCode::BadRequest, "a flow cannot be ordered by " + std::string(by) + "; use heat or execution", {}, -1};
    std::vector<ReportColumn> all = flowColumns();
    if (input.scope.severalDevices())
        all.push_back(columns::device());
    ReportTable table("flow", "Compute flow", std::move(all));
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    std::vector<FlowLayer> layers = chosenLayers(input, table);
    gatherKernels(input, layers);
    FlowRows rows(table, input, std::move(launches));
    for (const FlowLayer &layer : layers) {
        if (input.stopped())
            break;
        rows.append(layer, by != "execution");
    }
    if (input.scope.passes.empty())
        table.addNote("No passes were found" + (input.segmentation->whyNone.empty() ? "" : ": " + input.segmentation->whyNone));
    else if (layers.empty())
        table.addNote(input.scope.layers ? "No layer " + layerName(input.scope.layers->first) + " in what was asked for."
                                         : "The chosen passes could not be cut into layers; kernels --each lists their work.");
    return table;
}

namespace {

constexpr std::array<std::string_view, 1> kOptions{"--by"};

} // namespace

extern const TableSpec kFlowTable{
    .name = "flow",
    .help = "what a layer runs, hottest first or in the order it runs",
    .example = "trace.json.gz --pass 3 --layer 5 --by execution",
    .columns = flowColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        const auto joined = input.parts->launches(input.control);
        if (!joined)
            return joined.error();
        return flowTable(input, *joined, input.request.by);
    },
    .layers = LayerUse::List,
    .options = kOptions,
    .by = "heat|execution",
};

} // namespace lamella::core
