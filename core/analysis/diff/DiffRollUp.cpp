// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/DiffRollUp.h"

#include "core/analysis/diff/DiffCollector.h"

#include <array>
#include <map>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 6> kViews{"sequence", "kernel", "layer", "type", "category", "replaced"};

void place(DiffGroup &group, const PassDiff &pass, const LayerDiff &layer)
{
    group.layer = layer.layer;
    group.deviceA = pass.passes.a.device;
    group.deviceB = pass.passes.b.device;
    group.passA = pass.passes.a.pass->number;
    group.passB = pass.passes.b.pass->number;
    group.typeA = layer.typeA;
    group.typeB = layer.typeB;
}

DiffChange changeOf(const LayerDiff &layer)
{
    if (layer.layer.a == kNoCounterpart || layer.times.a.empty())
        return DiffChange::OnlyB;
    if (layer.layer.b == kNoCounterpart || layer.times.b.empty())
        return DiffChange::OnlyA;
    return layer.typeA == layer.typeB ? DiffChange::Same : DiffChange::Replaced;
}

// The time of a layer is its wall.
void addLayer(DiffGroup &group, const LayerDiff &layer)
{
    group.countA += layer.times.a.count;
    group.countB += layer.times.b.count;
    group.aNs = addSaturated(group.aNs, layer.times.a.wallNs());
    group.bNs = addSaturated(group.bNs, layer.times.b.wallNs());
    ++group.layers;
}

void byLayer(std::span<const PassDiff> passes, std::vector<DiffGroup> &groups)
{
    std::map<std::tuple<int, int, int, DiffChange>, std::size_t> known; // order of the layer, a, b
    for (const PassDiff &pass : passes)
        for (const LayerDiff &layer : pass.layers) {
            const int number = layer.layer.a != kNoCounterpart ? layer.layer.a : layer.layer.b;
            const int order = number == kHeadLayer ? -1 : number < 0 ? INT32_MAX : number;
            const auto [at, isNew] = known.try_emplace({order, layer.layer.a, layer.layer.b, changeOf(layer)}, groups.size());
            if (isNew) {
                groups.push_back({});
                place(groups.back(), pass, layer);
                groups.back().change = changeOf(layer);
            }
            addLayer(groups[at->second], layer);
        }
    std::vector<DiffGroup> sorted;
    sorted.reserve(known.size());
    for (const auto &[unused, index] : known)
        sorted.push_back(std::move(groups[index]));
    groups = std::move(sorted);
}

void byType(std::span<const PassDiff> passes, std::vector<DiffGroup> &groups)
{
    // Head and tail get their own rows.
    std::map<std::tuple<int, std::string, std::string, DiffChange>, std::size_t> known;
    for (const PassDiff &pass : passes)
        for (const LayerDiff &layer : pass.layers) {
            const int number = layer.layer.a != kNoCounterpart ? layer.layer.a : layer.layer.b;
            const auto [at, isNew] =
                known.try_emplace({std::min(number, 0), layer.typeA, layer.typeB, changeOf(layer)}, groups.size());
            if (isNew) {
                groups.push_back({});
                place(groups.back(), pass, layer);
                groups.back().change = changeOf(layer);
            }
            addLayer(groups[at->second], layer);
        }
}

void byCategory(DiffCollector &collector, std::span<const PassDiff> passes)
{
    std::array<DiffGroup, kCategories> all;
    for (const PassDiff &pass : passes)
        for (const LayerDiff &layer : pass.layers) {
            std::array<bool, kCategories> seen{};
            for (std::uint32_t i = layer.firstPair; i < layer.firstPair + layer.pairs; ++i) {
                const KernelPair &pair = pass.pairs[i];
                const auto add = [&](const KernelPair &one, Category category) {
                    const auto c = static_cast<std::size_t>(category);
                    collector.addKernels(all[c], one);
                    seen[c] = true;
                };
                if (pair.a.valid())
                    add({pair.a, {}, pair.change, false}, collector.symbolA(pair.a)->category);
                if (pair.b.valid())
                    add({{}, pair.b, pair.change, false}, collector.symbolB(pair.b)->category);
            }
            for (std::size_t c = 0; c < kCategories; ++c)
                all[c].layers += seen[c] ? 1 : 0;
        }
    for (std::size_t c = 0; c < kCategories; ++c) {
        DiffGroup &group = all[c];
        if (group.countA + group.countB == 0)
            continue;
        group.category = static_cast<Category>(c);
        group.change = group.countB == 0 ? DiffChange::OnlyA : group.countA == 0 ? DiffChange::OnlyB : DiffChange::Same;
        collector.groups.push_back(group);
    }
}

void bySequence(DiffCollector &collector, std::span<const PassDiff> passes)
{
    for (const PassDiff &pass : passes)
        for (const LayerDiff &layer : pass.layers)
            for (std::uint32_t i = layer.firstPair; i < layer.firstPair + layer.pairs; ++i) {
                const KernelPair &pair = pass.pairs[i];
                DiffGroup group;
                place(group, pass, layer);
                group.change = pair.change;
                group.moved = pair.moved;
                group.category = collector.category(pair);
                group.layers = 1;
                collector.addKernels(group, pair);
                collector.groups.push_back(std::move(group));
            }
}

void byKernel(DiffCollector &collector, std::span<const PassDiff> passes, bool changesOnly)
{
    DiffGroup unchanged;
    std::vector<std::size_t> seenIn; // layer in which the group was last counted, plus one
    std::size_t layerNumber = 0;
    for (const PassDiff &pass : passes)
        for (const LayerDiff &layer : pass.layers) {
            ++layerNumber;
            bool anyUnchanged = false;
            for (std::uint32_t i = layer.firstPair; i < layer.firstPair + layer.pairs; ++i) {
                const KernelPair &pair = pass.pairs[i];
                if (changesOnly && pair.change == DiffChange::Same) {
                    collector.addKernels(unchanged, pair);
                    anyUnchanged = true;
                    continue;
                }
                DiffGroup &group = collector.kernelGroup(pair);
                seenIn.resize(collector.groups.size(), 0);
                std::size_t &seen = seenIn[static_cast<std::size_t>(&group - collector.groups.data())];
                if (group.countA + group.countB == 0)
                    place(group, pass, layer);
                group.layers += seen != layerNumber ? 1 : 0;
                seen = layerNumber;
                collector.addKernels(group, pair);
            }
            unchanged.layers += anyUnchanged ? 1 : 0;
        }
    collector.sortByDelta();
    if (unchanged.countA + unchanged.countB > 0) {
        unchanged.kernelA = unchanged.kernelB = {}; // it covers many kernels
        collector.groups.push_back(unchanged);
    }
}

} // namespace

std::optional<DiffView> diffViewFromName(std::string_view name)
{
    for (std::size_t i = 0; i < kViews.size(); ++i)
        if (kViews[i] == name)
            return static_cast<DiffView>(i);
    return std::nullopt;
}

DiffSummary summarise(
    std::span<const PassDiff> passes, const DiffSide &a, const DiffSide &b, const DiffSymbols &symbols, DiffView view)
{
    DiffSummary summary;
    summary.view = view;
    for (const PassDiff &pass : passes) {
        addSide(summary.a, pass.times.a);
        addSide(summary.b, pass.times.b);
    }
    DiffCollector collector(a.input, b.input, symbols);
    switch (view) {
    case DiffView::Sequence:
        bySequence(collector, passes);
        break;
    case DiffView::Kernel:
        byKernel(collector, passes, false);
        break;
    case DiffView::Layer:
        byLayer(passes, collector.groups);
        break;
    case DiffView::Type:
        byType(passes, collector.groups);
        break;
    case DiffView::Category:
        byCategory(collector, passes);
        break;
    case DiffView::Replaced:
        byKernel(collector, passes, true);
        break;
    }
    summary.groups = std::move(collector.groups);
    sumRows(summary);
    return summary;
}

} // namespace lamella::core
