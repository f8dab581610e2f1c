// SPDX-License-Identifier: GPL-3.0-or-later
// Layers all of whose work takes longer than that of their like.
#include "core/analysis/StagePasses.h"
#include "core/analysis/advice/PassWork.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lamella::core {

namespace {

struct LayerWork {
    std::vector<AdviceChange> changes; // to the median of its like
    std::int64_t nowNs = 0;
    std::int64_t usualNs = 0;
    std::size_t slower = 0; // kernels above the median of their like
};

// By layer. Kernels that are outliers by themselves are another finding; kernels without others alike are left out.
std::map<int, LayerWork> workByLayer(const PassWork &work, const AdviceRule &rule)
{
    constexpr double kOwnFinding = 3; // times the median: the rule of single kernels
    std::map<std::tuple<RoleId, StringId, ShapeId>, std::vector<KernelId>> groups;
    const KernelTable &table = work.input.analysis.document.kernels;
    for (const KernelId kernel : work.kernels)
        if (work.layer(kernel) >= 0 && work.name(kernel).category != Category::Communication)
            groups[{work.input.roles.id(kernel), table.name[kernel.value], table.shape[kernel.value]}].push_back(kernel);
    std::map<int, LayerWork> layers;
    for (const auto &[key, kernels] : groups) {
        if (kernels.size() < static_cast<std::size_t>(rule.minCount))
            continue;
        std::vector<std::int64_t> durations;
        for (const KernelId kernel : kernels)
            durations.push_back(work.durationNs(kernel));
        const std::int64_t median = medianNs(std::move(durations));
        for (const KernelId kernel : kernels) {
            const std::int64_t own = work.durationNs(kernel);
            if (median <= 0 || static_cast<double>(own) > kOwnFinding * static_cast<double>(median))
                continue;
            LayerWork &layer = layers[work.layer(kernel)];
            layer.nowNs = addSaturated(layer.nowNs, own);
            layer.usualNs = addSaturated(layer.usualNs, median);
            layer.slower += own > median ? 1 : 0;
            layer.changes.push_back({kernel, std::min(own, median), std::min(own, median)});
        }
    }
    return layers;
}

} // namespace

void findOutlierLayers(const PassWork &work, const AdviceRule &rule, Findings &out)
{
    const std::map<int, LayerWork> layers = workByLayer(work, rule);
    const auto isBeyond = [&rule](const LayerWork &layer) {
        return static_cast<double>(layer.nowNs) > rule.factor * static_cast<double>(layer.usualNs)
            && layer.slower * 2 > layer.changes.size();
    };
    const auto beyond = std::count_if(layers.begin(), layers.end(), [&](const auto &layer) { return isBeyond(layer.second); });
    // Many far from the median: two sorts of layers, no outliers.
    if (layers.size() < static_cast<std::size_t>(rule.minCount) || static_cast<std::size_t>(beyond) * 10 > layers.size())
        return;
    for (const auto &[number, layer] : layers) {
        if (!isBeyond(layer))
            continue;
        AdviceFinding finding;
        finding.rule = &rule;
        finding.places = 1;
        finding.changes = layer.changes;
        work.weigh(finding);
        finding.where = msg("%1: %2 kernels", layersMessage({number}), layer.changes.size());
        finding.evidence = msg("takes %1 where its like in other layers take %2 (medians); %3 of %4 kernels are slower",
            durationMessage(layer.nowNs), durationMessage(layer.usualNs), layer.slower, layer.changes.size());
        finding.basis = "each kernel takes the median time of its kind";
        finding.target = LayerSelection{work.ref.device, work.ref.pass->number, number};
        out.push_back(std::move(finding));
    }
}

} // namespace lamella::core
