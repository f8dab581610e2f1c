// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Overlap.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

#include <array>
#include <map>

namespace lamella::core {

namespace {

// What the rows of one unit (a pass, a layer, the trace) are about.
struct Unit {
    DeviceId device;
    const Pass *pass = nullptr; // null: the whole trace
    std::optional<int> layer; // with --by layer
};

class OverlapRows {
public:
    OverlapRows(const TableInput &input, bool byLayer)
        : m_input(input)
        , m_byLayer(byLayer)
        , m_table("overlap", "Overlap by category", allColumns(input, byLayer))
    {
        for (const DeviceId device : input.scope.devices)
            m_works.try_emplace(device, *input.document, device);
    }
    void addTrace(DeviceId device) { add({device, nullptr, {}}, chosen(m_input.index->ofDevice(device))); }
    void addPass(const PassRef &ref)
    {
        const std::vector<KernelId> kernels = chosen(m_input.index->ofPass(ref.device, ref.pass->number));
        if (!m_byLayer) {
            add({ref.device, ref.pass, {}}, kernels);
            return;
        }
        const auto order = [](int layer) {
            return layer == kHeadLayer ? -1 : layer == kTailLayer ? INT32_MAX - 1 : layer == kNoLayer ? INT32_MAX : layer;
        };
        std::map<int, std::vector<KernelId>> layers;
        for (const KernelId kernel : kernels)
            layers[order(m_input.segmentation->layerOf[kernel.value])].push_back(kernel);
        for (const auto &[unused, part] : layers) {
            if (m_input.stopped())
                return;
            add({ref.device, ref.pass, m_input.segmentation->layerOf[part.front().value]}, part);
        }
    }
    ReportTable finish()
    {
        if (!m_input.scope.why.empty())
            m_table.addNote("Shown: " + m_input.scope.why);
        if (m_communicationNs > 0)
            m_table.addNote("Communication: " + formatDuration(m_communicationNs) + " busy, " + formatDuration(m_behindComputeNs)
                + " of it behind compute, " + formatDuration(m_exposedNs) + " exposed.");
        if (m_sameStreamNs > 0)
            m_table.addNote("On one stream at once (programmatic dependent launch): " + formatDuration(m_sameStreamNs) + ".");
        return std::move(m_table);
    }

private:
    static std::vector<ReportColumn> allColumns(const TableInput &input, bool byLayer)
    {
        std::vector<ReportColumn> all = overlapColumns();
        if (input.scope.severalDevices())
            all.push_back(columns::device());
        if (byLayer)
            all.push_back(columns::layer());
        return all;
    }
    [[nodiscard]] std::vector<KernelId> chosen(std::span<const KernelId> from) const
    {
        std::vector<KernelId> kernels;
        for (const KernelId kernel : from)
            if (inScope(m_input.scope, *m_input.document, *m_input.segmentation, kernel))
                kernels.push_back(kernel);
        std::sort(kernels.begin(), kernels.end());
        return kernels;
    }
    [[nodiscard]] static Selection targetOf(const Unit &unit)
    {
        if (!unit.pass)
            return {};
        if (unit.layer && *unit.layer != kNoLayer)
            return LayerSelection{unit.device, unit.pass->number, *unit.layer};
        return PassSelection{unit.device, unit.pass->number};
    }
    void add(const Unit &unit, const std::vector<KernelId> &kernels);
    void append(const Unit &unit, const CategoryOverlap &overlap);

    const TableInput &m_input;
    bool m_byLayer;
    ReportTable m_table;
    std::map<DeviceId, DeviceWork> m_works;
    std::int64_t m_communicationNs = 0;
    std::int64_t m_behindComputeNs = 0;
    std::int64_t m_exposedNs = 0;
    std::int64_t m_sameStreamNs = 0;
};

void OverlapRows::add(const Unit &unit, const std::vector<KernelId> &kernels)
{
    const KernelTable &table = m_input.document->kernels;
    WorkSum work;
    for (const KernelId kernel : kernels)
        work.add(table.start[kernel.value], table.end(kernel.value));
    const std::vector<KernelId> around = m_works.at(unit.device).within(work.range);
    for (const CategoryOverlap &o : categoryOverlap(*m_input.document, *m_input.names, kernels, around)) {
        append(unit, o);
        m_sameStreamNs = addSaturated(m_sameStreamNs, o.sameStreamNs);
        if (o.category != Category::Communication)
            continue;
        m_communicationNs = addSaturated(m_communicationNs, o.busyNs);
        m_behindComputeNs = addSaturated(m_behindComputeNs, o.behindComputeNs);
        m_exposedNs = addSaturated(m_exposedNs, o.exposedNs);
    }
}

void OverlapRows::append(const Unit &unit, const CategoryOverlap &o)
{
    m_table.appendRow(targetOf(unit));
    if (unit.pass)
        m_table.setInteger(0, unit.pass->number);
    else
        m_table.setMissing(0, "the whole trace");
    m_table.setTextView(1, info(o.category).id);
    m_table.setInteger(2, o.sumNs);
    m_table.setInteger(3, o.busyNs);
    m_table.setInteger(4, o.exposedNs);
    m_table.setInteger(5, o.hiddenNs());
    m_table.setInteger(6, o.behindComputeNs);
    m_table.setInteger(7, o.sameStreamNs);
    if (m_input.scope.severalDevices())
        m_table.setInteger("device", m_input.deviceNumber(unit.device));
    if (!m_byLayer)
        return;
    if (!unit.layer || *unit.layer == kNoLayer)
        m_table.setMissing("layer", unit.pass ? "in no layer of its pass" : "the whole trace");
    else
        m_table.setInteger("layer", *unit.layer);
}

} // namespace

std::vector<ReportColumn> overlapColumns()
{
    using namespace columns;
    return {columns::pass(), text("category", "Category", "What the kernels do"), duration("sum_ns", "Sum", "Durations added up"),
        duration("busy_ns", "Busy", "Time in which at least one of them runs"),
        duration("exposed_ns", "Exposed", "Of busy: nothing of another category runs on the device meanwhile"),
        duration("hidden_ns", "Hidden", "Busy minus exposed"),
        duration("behind_compute_ns", "Behind compute",
            "Of busy: work of another category that is neither communication nor a copy runs meanwhile"),
        duration("same_stream_ns", "Same stream",
            "Of sum: work before it on its own stream still ran (programmatic dependent launch)")};
}

Result<ReportTable> overlapTable(const TableInput &input, std::string_view by)
{
    if (!by.empty() && by != "pass" && by != "layer")
        return Error{ErrorCode::BadRequest, "overlap cannot be listed by " + std::string(by) + "; use pass or layer", {}, -1};
    OverlapRows rows(input, by == "layer");
    if (input.scope.wholeTrace)
        for (const DeviceId device : input.scope.devices)
            rows.addTrace(device);
    else
        for (const PassRef &ref : input.scope.passes) {
            if (input.stopped())
                break;
            rows.addPass(ref);
        }
    return rows.finish();
}

namespace {

constexpr std::array<std::string_view, 1> kOptions{"--by"};

} // namespace

extern const TableSpec kOverlapTable{
    .name = "overlap",
    .help = "what is hidden behind other work, by category",
    .example = "trace.json.gz --pass all",
    .columns = overlapColumns,
    .build = [](const TableInput &input) { return overlapTable(input, input.request.by); },
    .layers = LayerUse::Range,
    .options = kOptions,
    .by = "pass|layer",
};

} // namespace lamella::core
