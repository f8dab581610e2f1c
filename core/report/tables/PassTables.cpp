// SPDX-License-Identifier: GPL-3.0-or-later
// passes, layers, clusters.
#include "core/analysis/LayerHost.h"
#include "core/base/Saturate.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <map>

namespace lamella::core {

namespace {

void noteLayers(ReportTable &table, const TableInput &input)
{
    noteScope(table, input);
    if (input.scope.why.empty() && input.scope.passes.empty())
        noteNoPasses(table, input);
}

constexpr std::int64_t kSmallPart = 20; // a category with less than a twentieth of the time is shown only if there is room

struct PresentCategory {
    Category category;
    ColumnUse use;
};

// Categories in which any of the metrics has time.
template <class Metrics> std::vector<PresentCategory> presentCategories(const std::vector<Metrics> &all)
{
    CategorySums sums{};
    for (const Metrics &m : all)
        for (std::size_t c = 0; c < kCategories; ++c)
            sums[c] = addSaturated(sums[c], m.categoryNs[c]);
    std::int64_t total = 0;
    for (const std::int64_t sum : sums)
        total = addSaturated(total, sum);
    std::vector<PresentCategory> present;
    for (std::size_t c = 0; c < kCategories; ++c)
        if (sums[c] > 0)
            present.push_back({static_cast<Category>(c), sums[c] < total / kSmallPart ? ColumnUse::IfRoom : ColumnUse::Main});
    return present;
}

template <class Metrics> std::int64_t categoryNs(const Metrics &m, Category c)
{
    return m.categoryNs[static_cast<std::size_t>(c)];
}

// Layers of the scope; head and tail only if --layer names them.
std::vector<LayerMetrics> scopeLayers(const TableInput &input)
{
    std::vector<LayerMetrics> layers;
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        for (LayerMetrics &m : layerMetrics(input.analysis(), input.scope, ref))
            if (m.layer >= 0 || input.scope.layers)
                layers.push_back(m);
    }
    return layers;
}

std::vector<Column<PassMetrics>> passColumns(const TableInput *input)
{
    using namespace columns;
    const auto ofPass = [](auto member) { return [member](const PassMetrics &m) { return m.ref.pass->*member; }; };
    const auto ofWork = [](auto value) {
        return [value](const PassMetrics &m) {
            return valueIf(!m.work.empty(), std::invoke(value, m.work), "no kernel of the pass is on the chosen stream");
        };
    };
    return {column(columns::pass(), ofPass(&Pass::number)),
        column(device(), [input](const PassMetrics &m) { return input->deviceNumber(m.ref.device); }),
        text("stage", "Stage", "prefill, decode, mixed, draft, forward, backward, optimizer, unknown",
            [](const PassMetrics &m) { return stageName(m.ref.pass->stage); }),
        text("state", "State", "cold, warm-up, steady, outlier, unknown",
            [](const PassMetrics &m) { return stateName(m.ref.pass->state); }),
        integer("layers", "Layers", "Layers found", ofPass(&Pass::layers)),
        text("complete", "Complete", "no: the capture starts or ends inside the pass",
            [](const PassMetrics &m) { return yesNo(m.ref.pass->complete); }),
        ifRoom(time("start_ns", "Start", "Start of its first GPU work, from the zero that Perfetto shows",
            ofWork([input](const WorkSum &work) { return work.range.begin.value - input->zero(); }))),
        ifRoom(time("end_ns", "End", "End of its last GPU work",
            ofWork([input](const WorkSum &work) { return work.range.end.value - input->zero(); }))),
        duration("wall_ns", "Wall", "End minus start", ofWork(&WorkSum::wallNs)),
        duration("busy_ns", "Busy", "Time in which at least one kernel runs (union over streams)", ofWork(&WorkSum::busyNs)),
        ifRoom(duration("sum_ns", "Sum", "Durations added up; parallel streams count twice", ofWork(&WorkSum::sumNs))),
        duration("idle_ns", "Idle", "Wall minus busy", ofWork(&WorkSum::idleNs)),
        integer("kernels", "Kernels", "GPU work: kernels, copies, sets", [](const PassMetrics &m) { return m.work.count; }),
        duration("avg_layer_ns", "Avg layer", "Mean wall of the layers found",
            [](const PassMetrics &m) { return valueOr(m.averageLayerNs, "no layers in this pass"); }),
        ifRoom(duration("first_layer_ns", "First layer", "Wall of layer 0",
            [](const PassMetrics &m) { return valueOr(m.firstLayerNs, "layer 0 is not in this pass"); })),
        onRequest(text("evidence", "Evidence", "Evidence of the boundaries: user, annotation, profile, discovered",
            [](const PassMetrics &m) { return evidenceName(m.ref.pass->evidence); })),
        ifRoom(text("note", "Note", "What is special about the pass", ofPass(&Pass::note))),
        ifRoom(real("confidence", "Confidence", "0 to 1: how probable it is that its kernels are in the right layers", 3,
            [](const PassMetrics &m) { return shownConfidence(m.ref.pass->confidence); })),
        onRequest(text("confidence_why", "Confidence rests on", "The checks that it is based on, one sentence each",
            ofPass(&Pass::confidenceWhy)))};
}

// cells: null where only the headings are asked for.
std::vector<Column<PassMetrics>> allPassColumns(const TableInput *input, RooflineCells *cells)
{
    std::vector<Column<PassMetrics>> all = passColumns(input);
    addRooflineColumns(all, [cells](const PassMetrics &m) {
        const RooflineSum &sum = cells->of(m.ref.device, m.ref.pass->number);
        return RooflineCell{&sum, m.work.wallNs(), 1, cells->missing(sum, m.ref.device)};
    });
    return all;
}

Result<ReportTable> passesTable(const TableInput &input)
{
    auto roofline = rooflineIfAny(input);
    if (!roofline)
        return roofline.error();
    RooflineCells cells(input, std::move(*roofline));
    RowTable<PassMetrics> table("passes", "Passes", allPassColumns(&input, &cells));
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        table.append(passMetrics(input.analysis(), input.scope, ref), PassSelection{ref.device, ref.pass->number});
    }
    if (input.scope.passes.empty())
        noteNoPasses(table, input);
    warnOfMarkedRows(table);
    return table;
}

std::vector<Column<LayerMetrics>> layerColumns(const TableInput *input)
{
    using namespace columns;
    const auto ofWork = [](auto value) { return [value](const LayerMetrics &m) { return std::invoke(value, m.work); }; };
    return {column(columns::pass(), [](const LayerMetrics &m) { return m.ref.pass->number; }),
        column(layer(), &LayerMetrics::layer),
        text("type", "Type", "From the model config, else learned from the kernels (A, B, ...)",
            [input](const LayerMetrics &m) { return layerTypeText(*input, m.ref.device, m.layer, m.type); }),
        ifRoom(time("start_ns", "Start", "Start of its first GPU work",
            ofWork([input](const WorkSum &work) { return work.range.begin.value - input->zero(); }))),
        ifRoom(time("end_ns", "End", "End of its last GPU work",
            ofWork([input](const WorkSum &work) { return work.range.end.value - input->zero(); }))),
        duration("wall_ns", "Wall", "End minus start", ofWork(&WorkSum::wallNs)),
        duration("busy_ns", "Busy", "Union over streams", ofWork(&WorkSum::busyNs)),
        ifRoom(duration("sum_ns", "Sum", "Durations added up", ofWork(&WorkSum::sumNs))),
        ifRoom(integer("kernels", "Kernels", "GPU work of the layer", ofWork(&WorkSum::count))),
        ifRoom(integer("collectives", "Collectives", "Kernels of category communication", &LayerMetrics::collectives))};
}

void addLayerRoofline(std::vector<Column<LayerMetrics>> &all, RooflineCells *cells)
{
    addRooflineColumns(all, [cells](const LayerMetrics &m) {
        const RooflineSum &sum = cells->of(m.ref.device, m.ref.pass->number, m.layer);
        return RooflineCell{&sum, m.work.wallNs(), 1, cells->missing(sum, m.ref.device)};
    });
}

// What layers cost on the host, computed for a pass when its first layer is asked for.
class LayerHosts {
public:
    LayerHosts(const TableInput &input, std::shared_ptr<const HostCalls> calls)
        : m_input(input)
        , m_calls(std::move(calls))
    {
    }
    const LayerHost &of(const LayerMetrics &layer)
    {
        const auto [pass, added] = m_passes.try_emplace({layer.ref.device, layer.ref.pass->number});
        if (added)
            pass->second = layerHosts(m_input.analysis(), *m_calls, layer.ref);
        return pass->second[layer.layer];
    }

private:
    const TableInput &m_input;
    std::shared_ptr<const HostCalls> m_calls;
    std::map<std::pair<DeviceId, int>, std::map<int, LayerHost>> m_passes;
};

void addLayerHost(std::vector<Column<LayerMetrics>> &all, LayerHosts *hosts)
{
    using namespace columns;
    const auto of = [hosts](std::int64_t LayerHost::*member) {
        return [hosts, member](const LayerMetrics &m) -> OrMissing<std::int64_t> {
            const LayerHost &host = hosts->of(m);
            return valueIf(host.why.empty(), host.*member, host.why);
        };
    };
    all.push_back(ifRoom(
        duration("launch_ns", "Launching", "Host time in the calls that launched its work, added up", of(&LayerHost::launchNs))));
    all.push_back(ifRoom(duration("sync_ns", "Synchronising",
        "Time in synchronising calls of the launching threads between its first and last launch", of(&LayerHost::syncNs))));
}

Result<ReportTable> layersTable(const TableInput &input)
{
    auto roofline = rooflineIfAny(input);
    if (!roofline)
        return roofline.error();
    RooflineCells cells(input, std::move(*roofline));
    const std::vector<LayerMetrics> layers = scopeLayers(input);
    std::vector<Column<LayerMetrics>> all = layerColumns(&input);
    for (const auto &[c, use] : presentCategories(layers))
        all.push_back(columns::ifRoom(
            columns::column(columns::category(c, "_ns", CellKind::DurationNs, "Durations of the category's GPU work, added up"),
                [category = c](const LayerMetrics &m) { return categoryNs(m, category); }),
            use));
    addDevice(all, &input, [](const LayerMetrics &m) { return m.ref.device; });
    addLayerRoofline(all, &cells);
    auto calls = input.parts->hostCalls(input.control);
    if (!calls)
        return calls.error();
    LayerHosts hosts(input, std::move(*calls));
    addLayerHost(all, &hosts);
    RowTable<LayerMetrics> table("layers", "Layers", std::move(all));
    for (const LayerMetrics &m : layers)
        table.append(m, LayerSelection{m.ref.device, m.ref.pass->number, m.layer});
    noteLayers(table, input);
    warnOfMarkedRows(table);
    return table;
}

std::vector<Column<ClusterMetrics>> clusterColumns()
{
    using namespace columns;
    const auto mean = [](auto sum) { return [sum](const ClusterMetrics &m) { return meanNs(m.*sum, m.layers); }; };
    return {text("type", "Type", "Layer type",
                [](const ClusterMetrics &m) {
                    return textOr(m.type, "no types: neither config nor kernels distinguish types of layers");
                }),
        integer("layers", "Layers", "Layers of this type in the chosen passes", &ClusterMetrics::layers),
        duration("avg_wall_ns", "Avg wall", "Mean wall of a layer", mean(&ClusterMetrics::wallNs)),
        ifRoom(duration("avg_busy_ns", "Avg busy", "Mean busy time of a layer", mean(&ClusterMetrics::busyNs))),
        ifRoom(duration("avg_sum_ns", "Avg sum", "Mean of the durations added up", mean(&ClusterMetrics::sumNs)))};
}

using ClusterWork = std::map<std::pair<std::uint32_t, std::string>, RooflineSum>;

// Work of the layers of each type.
ClusterWork clusterWork(const TableInput &input, const std::vector<LayerMetrics> &layers, RooflineCells &cells)
{
    ClusterWork work;
    for (const LayerMetrics &m : layers) {
        if (m.layer < 0)
            continue;
        const auto &names = input.segmentation->devices[m.ref.device.value].typeNames;
        const bool typed = m.type >= 0 && static_cast<std::size_t>(m.type) < names.size();
        work[{m.ref.device.value, typed ? names[static_cast<std::size_t>(m.type)] : std::string()}].add(
            cells.of(m.ref.device, m.ref.pass->number, m.layer));
    }
    return work;
}

void addClusterRoofline(std::vector<Column<ClusterMetrics>> &all, const ClusterWork *work, const RooflineCells *cells)
{
    addRooflineColumns(all, [work, cells](const ClusterMetrics &m) {
        const RooflineSum &sum = work->at({m.device.value, m.type});
        return RooflineCell{&sum, m.wallNs, m.layers, cells->missing(sum, m.device)};
    });
}

Result<ReportTable> clustersTable(const TableInput &input)
{
    auto roofline = rooflineIfAny(input);
    if (!roofline)
        return roofline.error();
    RooflineCells cells(input, std::move(*roofline));
    const std::vector<LayerMetrics> layers = scopeLayers(input);
    const ClusterWork work = clusterWork(input, layers, cells);
    const std::vector<ClusterMetrics> clusters = clusterMetrics(input.analysis(), layers);
    std::vector<Column<ClusterMetrics>> all = clusterColumns();
    for (const auto &[c, use] : presentCategories(clusters))
        all.push_back(columns::ifRoom(columns::column(columns::category(c, "_share", CellKind::Share,
                                                          "Of avg_sum_ns: the category's part of the GPU time of these layers"),
                                          [category = c](const ClusterMetrics &m) {
                                              return ratio(categoryNs(m, category), m.sumNs, "the layers have no GPU time");
                                          }),
            use));
    addDevice(all, &input, &ClusterMetrics::device);
    addClusterRoofline(all, &work, &cells);
    RowTable<ClusterMetrics> table("clusters", "Layers by type", std::move(all));
    for (const ClusterMetrics &m : clusters)
        table.append(m);
    noteLayers(table, input);
    warnOfMarkedRows(table);
    return table;
}

// Headings that the tables have for every trace.
std::vector<ReportColumn> passHeadings()
{
    return headings(allPassColumns(nullptr, nullptr));
}
std::vector<ReportColumn> layerHeadings()
{
    std::vector<Column<LayerMetrics>> all = layerColumns(nullptr);
    addLayerRoofline(all, nullptr);
    addLayerHost(all, nullptr);
    return headings(all);
}
std::vector<ReportColumn> clusterHeadings()
{
    std::vector<Column<ClusterMetrics>> all = clusterColumns();
    addClusterRoofline(all, nullptr, nullptr);
    return headings(all);
}

constexpr std::string_view kPeakOptions = "--peaks --tokens --context";

} // namespace

extern const TableSpec kPassesTable{
    .name = "passes",
    .help = "all forward passes",
    .example = "trace.json.gz --stage decode --format csv",
    .columns = passHeadings,
    .build = passesTable,
    .allDevices = true,
    .allPasses = true,
    .options = kPeakOptions,
};

extern const TableSpec kLayersTable{
    .name = "layers",
    .help = "layers of the chosen pass",
    .example = "trace.json.gz --pass 3 --sort -wall_ns",
    .columns = layerHeadings,
    .build = layersTable,
    .layers = LayerUse::List,
    .options = kPeakOptions,
};

extern const TableSpec kClustersTable{
    .name = "clusters",
    .help = "layers by type",
    .example = "trace.json.gz --config config.json",
    .columns = clusterHeadings,
    .build = clustersTable,
    .layers = LayerUse::List,
    .options = kPeakOptions,
};

} // namespace lamella::core
