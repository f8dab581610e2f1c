// SPDX-License-Identifier: GPL-3.0-or-later
// kernels --each: one row for each piece of GPU work. Text is never copied per row; see setTextView.
#include "core/analysis/LaunchChain.h"
#include "core/analysis/LayerParts.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

enum Column : std::size_t {
    kIndex,
    kPass,
    kLayer,
    kPart,
    kSide,
    kDevice,
    kStream,
    kCategory,
    kShortName,
    kStart,
    kDuration,
    kShare,
    kInputDims,
    kGrid,
    kBlock,
    kCorrelation,
    kCpuOp,
    kModule,
    kName,
    kLaunch,
    kDelay,
    kLaunched,
    kInputTypes
};

// What rows of a table need again and again, worked out once.
class EachKernel {
public:
    EachKernel(const TableInput &input, std::shared_ptr<const LaunchJoin> launches, ReportTable &table);
    void append(ReportTable &table, KernelId kernel);

private:
    using PassKey = std::pair<std::uint32_t, int>; // device, pass
    struct PassFacts {
        std::int64_t sumNs = 0;
        LayerParts parts;
    };

    void setPlace(ReportTable &table, KernelId kernel, std::int64_t start);
    void setLaunch(ReportTable &table, KernelId kernel);
    void setEvent(ReportTable &table, std::size_t column, const std::vector<EventId> &events, KernelId kernel, bool module);
    PassFacts &facts(DeviceId device, int pass);
    const std::string &dimsText(StringId dims);
    void setLaunchCall(ReportTable &table, KernelId kernel);

    const TableInput &m_input;
    const TraceDocument &m_document;
    std::shared_ptr<const LaunchJoin> m_launches;
    std::map<PassKey, PassFacts> m_passes;
    PassKey m_lastKey{UINT32_MAX, kNoPass};
    PassFacts *m_last = nullptr;
    std::int64_t m_traceSum = 0;
    std::vector<std::string> m_grids; // by ShapeId
    std::vector<std::string> m_blocks;
    std::vector<std::uint32_t> m_together; // by KernelId
    std::shared_ptr<std::unordered_map<StringId, std::string>> m_dims; // lives as long as the table that points into it
};

EachKernel::EachKernel(const TableInput &input, std::shared_ptr<const LaunchJoin> launches, ReportTable &table)
    : m_input(input)
    , m_document(*input.document)
    , m_launches(std::move(launches))
    , m_dims(std::make_shared<std::unordered_map<StringId, std::string>>())
{
    table.keepAlive(m_dims);
    m_together = launchedTogether(m_document);
    for (const LaunchShape &shape : m_document.kernels.shapes) {
        m_grids.push_back(tripleText(shape.grid));
        m_blocks.push_back(tripleText(shape.block));
    }
    if (input.scope.wholeTrace)
        for (const std::int64_t ns : m_document.kernels.duration)
            m_traceSum = addSaturated(m_traceSum, ns);
}

const std::string &EachKernel::dimsText(StringId dims)
{
    const auto [it, added] = m_dims->try_emplace(dims);
    if (added)
        it->second = oneLineJson(m_document.text(dims));
    return it->second;
}

EachKernel::PassFacts &EachKernel::facts(DeviceId device, int pass)
{
    const PassKey key{device.value, pass};
    if (m_last && key == m_lastKey)
        return *m_last;
    auto it = m_passes.find(key);
    if (it == m_passes.end()) {
        const PassRef ref{device, m_input.segmentation->pass(device, pass)};
        std::int64_t sum = 0;
        for (const KernelId kernel : m_input.index->ofPass(device, pass))
            sum = addSaturated(sum, m_document.kernels.duration[kernel.value]);
        it = m_passes.emplace(key, PassFacts{sum, LayerParts(m_input.analysis(), ref, *m_launches)}).first;
    }
    m_lastKey = key;
    m_last = &it->second;
    return *m_last;
}

void EachKernel::setPlace(ReportTable &table, KernelId kernel, std::int64_t start)
{
    const Segmentation &s = *m_input.segmentation;
    const DeviceId device = m_document.deviceOf(kernel);
    const int pass = s.passOf[kernel.value];
    const int layer = s.layerOf[kernel.value];
    std::int64_t base = m_traceSum;
    if (pass == kNoPass) {
        for (const Column c : {kPass, kLayer, kPart})
            table.setMissing(c, "outside of passes");
    } else {
        const PassFacts &f = facts(device, pass);
        table.setInteger(kPass, pass);
        if (layer == kNoLayer)
            table.setMissing(kLayer, "in no layer of its pass");
        else
            table.setInteger(kLayer, layer);
        const LayerPart part = layer >= 0 ? f.parts.of(layer, start) : LayerPart::None;
        if (part == LayerPart::None)
            table.setMissing(kPart, layer >= 0 ? "no norm after attention splits this layer" : "not in a layer");
        else
            table.setTextView(kPart, part == LayerPart::Attention ? "attn" : "ffn");
        base = m_input.scope.wholeTrace ? m_traceSum : f.sumNs;
    }
    table.setTextView(kSide, s.side[kernel.value] != 0 ? "yes" : "no");
    table.setInteger(kDevice, m_input.deviceNumber(device));
    if (base > 0)
        table.setReal(kShare, static_cast<double>(m_document.kernels.duration[kernel.value]) / static_cast<double>(base));
    else
        table.setMissing(kShare, "all durations are zero");
}

void EachKernel::setEvent(
    ReportTable &table, std::size_t column, const std::vector<EventId> &events, KernelId kernel, bool module)
{
    const EventId event = kernel.value < events.size() ? events[kernel.value] : EventId();
    if (event.valid())
        table.setTextView(column, m_document.text(m_document.events.row(event).name));
    else if (!m_document.kernels.launch[kernel.value].valid())
        table.setMissing(column, "no launch recorded");
    else
        table.setMissing(column, module ? "no module recorded around the launch" : "no operator recorded around the launch");
}

void EachKernel::setLaunch(ReportTable &table, KernelId kernel)
{
    const KernelTable &kernels = m_document.kernels;
    const std::size_t k = kernel.value;
    const StringId dims = k < m_launches->inputDims.size() ? m_launches->inputDims[k] : StringId();
    if (dims.valid())
        table.setTextView(kInputDims, dimsText(dims));
    else
        table.setMissing(kInputDims, kernels.launch[k].valid() ? "no input shapes recorded" : "no launch recorded");
    if (kernels.shape[k].valid()) {
        table.setText(kGrid, m_grids[kernels.shape[k].value]);
        table.setText(kBlock, m_blocks[kernels.shape[k].value]);
    } else {
        table.setMissing(kGrid, "not recorded");
        table.setMissing(kBlock, "not recorded");
    }
    if (kernels.correlation[k] != 0)
        table.setInteger(kCorrelation, kernels.correlation[k]);
    else
        table.setMissing(kCorrelation, "not recorded");
    setEvent(table, kCpuOp, m_launches->cpuOp, kernel, false);
    setEvent(table, kModule, m_launches->module, kernel, true);
}

void EachKernel::setLaunchCall(ReportTable &table, KernelId kernel)
{
    const std::size_t k = kernel.value;
    const EventId launch = m_document.kernels.launch[k];
    const std::int64_t start =
        launch.value < m_document.events.size() ? m_document.events.row(launch).start : EventTable::kNoTime;
    if (start == EventTable::kNoTime) {
        for (const Column c : {kLaunch, kDelay, kLaunched})
            table.setMissing(c, "no launch recorded");
    } else {
        table.setInteger(kLaunch, start - m_input.zero());
        table.setInteger(kDelay, m_document.kernels.start[k] - start);
        table.setInteger(kLaunched, m_together[k]);
    }
    const EventId op = k < m_launches->cpuOp.size() ? m_launches->cpuOp[k] : EventId();
    const auto types = op.valid() ? m_document.events.sparse(op, SparseKey::InputTypes) : std::nullopt;
    if (types)
        table.setTextView(kInputTypes, dimsText(StringId(static_cast<std::uint32_t>(*types))));
    else
        table.setMissing(kInputTypes, op.valid() ? "no input types recorded" : "no operator recorded around the launch");
}

void EachKernel::append(ReportTable &table, KernelId kernel)
{
    const KernelTable &kernels = m_document.kernels;
    const std::size_t k = kernel.value;
    const KernelName &name = (*m_input.names)[kernels.name[k]];
    table.appendRow(KernelSelection{kernel});
    table.setInteger(kIndex, static_cast<std::int64_t>(k));
    setPlace(table, kernel, kernels.start[k]);
    table.setInteger(kStream, m_document.streams[kernels.stream[k].value].number);
    table.setTextView(kCategory, info(name.category).id);
    table.setTextView(kShortName, name.shortName);
    table.setInteger(kStart, kernels.start[k] - m_input.zero());
    table.setInteger(kDuration, kernels.duration[k]);
    setLaunch(table, kernel);
    table.setTextView(kName, name.full);
    setLaunchCall(table, kernel);
}

} // namespace

std::vector<ReportColumn> eachKernelColumns()
{
    using namespace columns;
    return {integer("index", "Index", "Number in start order over all GPU work of the trace; ties in file order"),
        columns::pass(), layer(), text("part", "Part", "attn: up to the output projection; ffn: from the norm after attention"),
        text("side", "Side", "yes: not on the main stream"), device(), integer("stream", "Stream", "Stream number as recorded"),
        text("category", "Category", "What the kernel does"), text("short_name", "Kernel", "Short name"),
        time("start_ns", "Start", "From the zero that Perfetto shows"), duration("dur_ns", "Duration", "As recorded"),
        share("share", "Share", "Of the sum of its pass; with --pass trace of the sum of the trace"),
        text("input_dims", "Input dims", "Of the operator that launched it, or of the nearest around it that recorded them"),
        text("grid", "Grid", "Launch grid x,y,z"), text("block", "Block", "Thread block x,y,z"),
        integer("correlation", "Correlation", "Id shared with the launch"),
        text("cpu_op", "Operator", "Innermost operator around the launch"),
        text("module", "Module", "Innermost nn.Module around the launch"), text("name", "Name", "Whole name, demangled"),
        time("launch_ns", "Launched", "When the call began that launched it"),
        duration("delay_ns", "Launch delay", "From the launch call to its start"),
        integer("launched", "Launched together", "GPU work of the same launch call; more than 1: a graph"),
        text("input_types", "Input types", "Of the operator that launched it")};
}

ReportTable eachKernelTable(const TableInput &input, std::shared_ptr<const LaunchJoin> launches)
{
    ReportTable table("kernels_each", "Kernels one by one", eachKernelColumns());
    table.keepAlive(input.names);
    table.keepAlive(input.document);
    const std::vector<KernelId> kernels = input.kernels();
    table.reserveRows(kernels.size());
    EachKernel each(input, std::move(launches), table);
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        constexpr std::size_t kPollRows = 4096; // between two looks at the stop request
        if (k % kPollRows == 0 && input.stopped())
            break;
        each.append(table, kernels[k]);
    }
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    if (!input.work.empty()) {
        const std::size_t all = kernelsOf(input.scope, *input.document, *input.segmentation, *input.index).size();
        if (kernels.size() < all)
            table.addNote(std::to_string(kernels.size()) + " of " + std::to_string(all) + " rows.");
    }
    return table;
}

} // namespace lamella::core
