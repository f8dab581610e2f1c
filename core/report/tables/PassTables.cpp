// SPDX-License-Identifier: GPL-3.0-or-later
// passes, layers, clusters.
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"

namespace lamella::core {

namespace {

constexpr const char *kCategorySum = "Durations of the category's GPU work, added up";
constexpr const char *kCategoryShare = "Of avg_sum_ns: the category's part of the GPU time of these layers";

void noteWithoutPasses(ReportTable &table, const TableInput &input)
{
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    else if (input.scope.passes.empty())
        table.addNote("No passes were found" + (input.segmentation->whyNone.empty() ? "" : ": " + input.segmentation->whyNone));
}

std::vector<Category> presentCategories(const CategorySums &sums)
{
    std::vector<Category> present;
    for (std::size_t c = 0; c < kCategories; ++c)
        if (sums[c] > 0)
            present.push_back(static_cast<Category>(c));
    return present;
}

void addTo(CategorySums &sums, const CategorySums &more)
{
    for (std::size_t c = 0; c < kCategories; ++c)
        sums[c] = addSaturated(sums[c], more[c]);
}

void appendPass(ReportTable &table, const TableInput &input, const PassRef &ref)
{
    const Pass &pass = *ref.pass;
    const PassMetrics m = passMetrics(input.analysis(), input.scope, ref);
    table.appendRow(PassSelection{ref.device, pass.number});
    table.setInteger("pass", pass.number);
    table.setInteger("device", input.deviceNumber(ref.device));
    table.setText("stage", stageName(pass.stage));
    table.setText("state", stateName(pass.state));
    table.setInteger("layers", pass.layers);
    table.setText("complete", pass.complete ? "yes" : "no");
    if (m.work.empty()) {
        for (const char *id : {"start_ns", "end_ns", "wall_ns", "busy_ns", "sum_ns", "idle_ns"})
            table.setMissing(id, "no kernel of the pass is on the chosen stream");
    } else {
        table.setInteger("start_ns", m.work.range.begin.value - input.zero());
        table.setInteger("end_ns", m.work.range.end.value - input.zero());
        table.setInteger("wall_ns", m.work.wallNs());
        table.setInteger("busy_ns", m.work.busyNs);
        table.setInteger("sum_ns", m.work.sumNs);
        table.setInteger("idle_ns", m.work.idleNs());
    }
    table.setInteger("kernels", m.work.count);
    if (m.averageLayerNs)
        table.setInteger("avg_layer_ns", *m.averageLayerNs);
    else
        table.setMissing("avg_layer_ns", "no layers in this pass");
    if (m.firstLayerNs)
        table.setInteger("first_layer_ns", *m.firstLayerNs);
    else
        table.setMissing("first_layer_ns", "layer 0 is not in this pass");
    table.setText("evidence", evidenceName(pass.evidence));
    table.setText("note", pass.note);
    table.setReal("confidence", pass.confidence);
    table.setText("confidence_why", pass.confidenceWhy);
}

void appendLayer(ReportTable &table, const TableInput &input, const LayerMetrics &m, const std::vector<Category> &categories)
{
    const DeviceSegmentation &device = input.segmentation->devices[m.ref.device.value];
    table.appendRow(LayerSelection{m.ref.device, m.ref.pass->number, m.layer});
    std::size_t c = 0;
    table.setInteger(c++, m.ref.pass->number);
    table.setInteger(c++, m.layer);
    if (m.type >= 0 && static_cast<std::size_t>(m.type) < device.typeNames.size())
        table.setText(c++, device.typeNames[static_cast<std::size_t>(m.type)]);
    else
        table.setMissing(c++, m.layer < 0 ? "not a layer" : "no types: neither config nor kernels tell layers apart");
    table.setInteger(c++, m.work.range.begin.value - input.zero());
    table.setInteger(c++, m.work.range.end.value - input.zero());
    table.setInteger(c++, m.work.wallNs());
    table.setInteger(c++, m.work.busyNs);
    table.setInteger(c++, m.work.sumNs);
    table.setInteger(c++, m.work.count);
    table.setInteger(c++, m.collectives);
    for (const Category category : categories)
        table.setInteger(c++, m.categoryNs[static_cast<std::size_t>(category)]);
    if (input.scope.severalDevices())
        table.setInteger(c, input.deviceNumber(m.ref.device));
}

// Layers of the scope; head and tail only where --layer asks for them.
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

} // namespace

std::vector<ReportColumn> passesColumns()
{
    using namespace columns;
    return {columns::pass(), device(),
        text("stage", "Stage", "prefill, decode, mixed, draft, forward, backward, optimizer, unknown"),
        text("state", "State", "cold, warm-up, steady, outlier, unknown"), integer("layers", "Layers", "Layers found"),
        text("complete", "Complete", "no: the capture starts or ends inside the pass"),
        time("start_ns", "Start", "Start of its first GPU work, from the zero that Perfetto shows"),
        time("end_ns", "End", "End of its last GPU work"), duration("wall_ns", "Wall", "End minus start"),
        duration("busy_ns", "Busy", "Time in which at least one kernel runs (union over streams)"),
        duration("sum_ns", "Sum", "Durations added up; parallel streams count twice"),
        duration("idle_ns", "Idle", "Wall minus busy"), integer("kernels", "Kernels", "GPU work: kernels, copies, sets"),
        duration("avg_layer_ns", "Avg layer", "Mean wall of the layers found"),
        duration("first_layer_ns", "First layer", "Wall of layer 0"),
        text("evidence", "Evidence", "What the boundaries rest on: user, annotation, profile, discovered"),
        text("note", "Note", "What is special about the pass"),
        real("confidence", "Confidence", "0 to 1: how sure it is that its kernels are in their layers", 2),
        text("confidence_why", "Confidence rests on", "The checks behind it, a sentence each")};
}

ReportTable passesTable(const TableInput &input)
{
    ReportTable table("passes", "Passes", passesColumns());
    for (const PassRef &ref : input.scope.passes) {
        if (input.stopped())
            break;
        appendPass(table, input, ref);
    }
    if (input.scope.passes.empty())
        table.addNote("No passes were found" + (input.segmentation->whyNone.empty() ? "" : ": " + input.segmentation->whyNone));
    return table;
}

std::vector<ReportColumn> layersColumns()
{
    using namespace columns;
    return {columns::pass(), layer(), text("type", "Type", "From the model config, else learned from the kernels (A, B, ...)"),
        time("start_ns", "Start", "Start of its first GPU work"), time("end_ns", "End", "End of its last GPU work"),
        duration("wall_ns", "Wall", "End minus start"), duration("busy_ns", "Busy", "Union over streams"),
        duration("sum_ns", "Sum", "Durations added up"), integer("kernels", "Kernels", "GPU work of the layer"),
        integer("collectives", "Collectives", "Kernels of category communication")};
}

ReportTable layersTable(const TableInput &input)
{
    const std::vector<LayerMetrics> layers = scopeLayers(input);
    CategorySums total{};
    for (const LayerMetrics &m : layers)
        addTo(total, m.categoryNs);
    const std::vector<Category> categories = presentCategories(total);
    std::vector<ReportColumn> all = layersColumns();
    for (const Category c : categories)
        all.push_back(columns::category(c, "_ns", CellKind::DurationNs, kCategorySum));
    if (input.scope.severalDevices())
        all.push_back(columns::device());
    ReportTable table("layers", "Layers", std::move(all));
    for (const LayerMetrics &m : layers)
        appendLayer(table, input, m, categories);
    noteWithoutPasses(table, input);
    return table;
}

std::vector<ReportColumn> clustersColumns()
{
    using namespace columns;
    return {text("type", "Type", "Layer type"), integer("layers", "Layers", "Layers of this type in the chosen passes"),
        duration("avg_wall_ns", "Avg wall", "Mean wall of a layer"),
        duration("avg_busy_ns", "Avg busy", "Mean busy time of a layer"),
        duration("avg_sum_ns", "Avg sum", "Mean of the durations added up")};
}

ReportTable clustersTable(const TableInput &input)
{
    const std::vector<ClusterMetrics> clusters = clusterMetrics(input.analysis(), scopeLayers(input));
    CategorySums total{};
    for (const ClusterMetrics &c : clusters)
        addTo(total, c.categoryNs);
    const std::vector<Category> categories = presentCategories(total);
    std::vector<ReportColumn> all = clustersColumns();
    for (const Category c : categories)
        all.push_back(columns::category(c, "_share", CellKind::Share, kCategoryShare));
    if (input.scope.severalDevices())
        all.push_back(columns::device());
    ReportTable table("clusters", "Layers by type", std::move(all));
    for (const ClusterMetrics &m : clusters) {
        table.appendRow();
        if (m.type.empty())
            table.setMissing("type", "no types: neither config nor kernels tell layers apart");
        else
            table.setText("type", m.type);
        table.setInteger("layers", m.layers);
        table.setInteger("avg_wall_ns", meanNs(m.wallNs, m.layers));
        table.setInteger("avg_busy_ns", meanNs(m.busyNs, m.layers));
        table.setInteger("avg_sum_ns", meanNs(m.sumNs, m.layers));
        std::size_t column = 5;
        for (const Category c : categories) {
            const auto ns = static_cast<double>(m.categoryNs[static_cast<std::size_t>(c)]);
            if (m.sumNs > 0)
                table.setReal(column++, ns / static_cast<double>(m.sumNs));
            else
                table.setMissing(column++, "the layers hold no GPU time");
        }
        if (input.scope.severalDevices())
            table.setInteger(column, input.deviceNumber(m.device));
    }
    noteWithoutPasses(table, input);
    return table;
}

extern const TableSpec kPassesTable{
    .name = "passes",
    .help = "all forward passes",
    .example = "trace.json.gz --stage decode --format csv",
    .columns = passesColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> { return passesTable(input); },
    .allDevices = true,
    .allPasses = true,
};

extern const TableSpec kLayersTable{
    .name = "layers",
    .help = "layers of the chosen pass",
    .example = "trace.json.gz --pass 3 --sort -wall_ns",
    .columns = layersColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> { return layersTable(input); },
    .layers = LayerUse::List,
};

extern const TableSpec kClustersTable{
    .name = "clusters",
    .help = "layers by type",
    .example = "trace.json.gz --config config.json",
    .columns = clustersColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> { return clustersTable(input); },
    .layers = LayerUse::List,
};

} // namespace lamella::core
