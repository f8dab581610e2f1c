// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PassMetrics.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

std::span<const LayerSpan> layersOf(const Segmentation &segmentation, const PassRef &ref)
{
    const DeviceSegmentation &device = segmentation.devices[ref.device.value];
    return std::span(device.layers).subspan(ref.pass->firstLayer, static_cast<std::size_t>(ref.pass->layers));
}

} // namespace

std::int64_t meanNs(std::int64_t sum, std::int64_t count)
{
    if (count == 0)
        return 0;
    const std::int64_t rest = sum % count; // added after the division: adding half the count before it could overflow
    return sum / count + (2 * rest >= count ? 1 : 2 * rest <= -count ? -1 : 0);
}

PassMetrics passMetrics(const AnalysisInput &input, const KernelScope &scope, const PassRef &ref)
{
    PassMetrics metrics{ref, {}, {}, {}};
    const KernelTable &kernels = input.document.kernels;
    for (const KernelId kernel : input.index.ofPass(ref.device, ref.pass->number))
        if (inScope(scope, input.document, input.segmentation, kernel))
            metrics.work.add(kernels.start[kernel.value], kernels.end(kernel.value));
    // The walls of the table of layers: work on side streams may end after that of the main stream.
    std::int64_t walls = 0;
    std::int64_t count = 0;
    for (const LayerMetrics &layer : layerMetrics(input, {}, ref)) {
        if (layer.layer < 0)
            continue;
        walls = addSaturated(walls, layer.work.wallNs());
        ++count;
        if (layer.layer == 0)
            metrics.firstLayerNs = layer.work.wallNs();
    }
    if (count > 0)
        metrics.averageLayerNs = meanNs(walls, count);
    return metrics;
}

std::vector<LayerMetrics> layerMetrics(const AnalysisInput &input, const KernelScope &scope, const PassRef &ref)
{
    const std::span<const LayerSpan> spans = layersOf(input.segmentation, ref);
    // Slot 0 = head, 1 + i = layer of spans[i], last = tail; layer numbers may have gaps (partial passes).
    std::vector<LayerMetrics> slots(spans.size() + 2, LayerMetrics{ref, 0, -1, {}, 0, {}});
    std::vector<std::pair<int, std::size_t>> slotOf{{kHeadLayer, 0}, {kTailLayer, spans.size() + 1}};
    slotOf.reserve(spans.size() + 2);
    slots.front().layer = kHeadLayer;
    slots.back().layer = kTailLayer;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        slots[i + 1].layer = spans[i].layer;
        slots[i + 1].type = spans[i].type;
        slotOf.emplace_back(spans[i].layer, i + 1);
    }
    std::sort(slotOf.begin(), slotOf.end()); // the first slot counts if a number occurs twice
    const auto slotFor = [&](int layer) {
        const auto at = std::lower_bound(slotOf.begin(), slotOf.end(), std::pair(layer, std::size_t{0}));
        const bool wanted = !scope.layers || scope.layers->holds(layer);
        return wanted && at != slotOf.end() && at->first == layer ? at : slotOf.end();
    };
    const KernelTable &kernels = input.document.kernels;
    auto found = slotOf.end(); // kernels of a layer are consecutive
    int foundFor = kNoLayer;
    for (const KernelId kernel : input.index.ofPass(ref.device, ref.pass->number)) {
        if (const int layer = input.segmentation.layerOf[kernel.value]; layer != foundFor) {
            found = slotFor(layer);
            foundFor = layer;
        }
        if (found == slotOf.end() || !inScope(scope, input.document, input.segmentation, kernel))
            continue;
        LayerMetrics &slot = slots[found->second];
        const Category category = input.names.category(kernels.name[kernel.value]);
        slot.work.add(kernels.start[kernel.value], kernels.end(kernel.value));
        std::int64_t &categoryNs = slot.categoryNs[static_cast<std::size_t>(category)];
        categoryNs = addSaturated(categoryNs, kernels.duration[kernel.value]);
        slot.collectives += category == Category::Communication ? 1 : 0;
    }
    std::erase_if(slots, [](const LayerMetrics &m) { return m.work.empty(); });
    return slots;
}

std::vector<ClusterMetrics> clusterMetrics(const AnalysisInput &input, const std::vector<LayerMetrics> &layers)
{
    // Layers without a type sort last.
    const auto key = [](const LayerMetrics &m) { return std::pair(m.ref.device.value, m.type < 0 ? INT32_MAX : m.type); };
    std::map<std::pair<std::uint32_t, int>, ClusterMetrics> byType;
    for (const LayerMetrics &m : layers) {
        if (m.layer < 0)
            continue;
        ClusterMetrics &cluster = byType[key(m)];
        const std::vector<std::string> &types = input.segmentation.devices[m.ref.device.value].typeNames;
        cluster.device = m.ref.device;
        if (m.type >= 0 && static_cast<std::size_t>(m.type) < types.size())
            cluster.type = types[static_cast<std::size_t>(m.type)];
        ++cluster.layers;
        cluster.wallNs = addSaturated(cluster.wallNs, m.work.wallNs());
        cluster.busyNs = addSaturated(cluster.busyNs, m.work.busyNs);
        cluster.sumNs = addSaturated(cluster.sumNs, m.work.sumNs);
        for (std::size_t c = 0; c < kCategories; ++c)
            cluster.categoryNs[c] = addSaturated(cluster.categoryNs[c], m.categoryNs[c]);
    }
    std::vector<ClusterMetrics> clusters;
    clusters.reserve(byType.size());
    for (auto &[unused, cluster] : byType)
        clusters.push_back(std::move(cluster));
    return clusters;
}

} // namespace lamella::core
