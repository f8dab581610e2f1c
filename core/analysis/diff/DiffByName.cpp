// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/DiffCollector.h"

#include <map>

namespace lamella::core {

namespace {

void addWork(DiffTotal &total, std::span<const KernelId> kernels, const TraceDocument &document)
{
    std::map<DeviceId, WorkSum> byDevice;
    for (const KernelId k : kernels)
        byDevice[document.deviceOf(k)].add(document.kernels.start[k.value], document.kernels.end(k.value));
    for (const auto &[unused, work] : byDevice)
        addSide(total, work);
}

// Pairs unmatched rows of both sides that are variants of one kernel, the longest with the longest.
void pairVariants(DiffCollector &collector)
{
    std::map<std::uint32_t, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> families;
    for (std::size_t i = 0; i < collector.groups.size(); ++i) {
        const DiffGroup &group = collector.groups[i];
        if (group.change == DiffChange::OnlyA)
            families[collector.symbolA(group.kernelA)->family].first.push_back(i);
        else if (group.change == DiffChange::OnlyB)
            families[collector.symbolB(group.kernelB)->family].second.push_back(i);
    }
    std::vector<bool> gone(collector.groups.size(), false);
    for (auto &[unused, rows] : families) {
        auto &[ofA, ofB] = rows;
        const auto longer = [&collector](std::size_t x, std::size_t y) {
            const auto time = [&](std::size_t i) { return collector.groups[i].aNs + collector.groups[i].bNs; };
            return time(x) != time(y) ? time(x) > time(y) : x < y;
        };
        std::sort(ofA.begin(), ofA.end(), longer);
        std::sort(ofB.begin(), ofB.end(), longer);
        for (std::size_t i = 0; i < std::min(ofA.size(), ofB.size()); ++i) {
            DiffGroup &kept = collector.groups[ofA[i]];
            const DiffGroup &other = collector.groups[ofB[i]];
            kept.change = DiffChange::Replaced;
            kept.kernelB = other.kernelB;
            kept.countB = other.countB;
            kept.bNs = other.bNs;
            gone[ofB[i]] = true;
        }
    }
    std::size_t i = 0;
    std::erase_if(collector.groups, [&gone, &i](const DiffGroup &) { return gone[i++]; });
}

void foldUnchanged(std::vector<DiffGroup> &groups)
{
    DiffGroup all;
    for (const DiffGroup &group : groups) {
        if (group.change != DiffChange::Same)
            continue;
        all.countA += group.countA;
        all.countB += group.countB;
        all.aNs = addSaturated(all.aNs, group.aNs);
        all.bNs = addSaturated(all.bNs, group.bNs);
    }
    std::erase_if(groups, [](const DiffGroup &g) { return g.change == DiffChange::Same; });
    if (all.countA + all.countB > 0)
        groups.push_back(all);
}

// A kernel may have another category in B than in A: each is counted under its own.
void byCategory(DiffCollector &collector, std::span<const KernelId> a, std::span<const KernelId> b)
{
    std::map<Category, DiffGroup> categories;
    for (const KernelId k : a)
        collector.addKernels(categories[collector.symbolA(k)->category], {k, {}, DiffChange::OnlyA, false});
    for (const KernelId k : b)
        collector.addKernels(categories[collector.symbolB(k)->category], {{}, k, DiffChange::OnlyB, false});
    for (auto &[category, group] : categories) {
        group.category = category;
        group.change = group.countB == 0 ? DiffChange::OnlyA : group.countA == 0 ? DiffChange::OnlyB : DiffChange::Same;
        collector.groups.push_back(group);
    }
}

void byName(DiffCollector &collector, std::span<const KernelId> a, std::span<const KernelId> b, std::size_t identities)
{
    std::vector<KernelPair> byIdentity(identities); // first kernel on each side
    for (const KernelId k : a)
        if (KernelPair &pair = byIdentity[collector.symbolA(k)->identity]; !pair.a.valid())
            pair.a = k;
    for (const KernelId k : b)
        if (KernelPair &pair = byIdentity[collector.symbolB(k)->identity]; !pair.b.valid())
            pair.b = k;
    for (KernelPair &pair : byIdentity)
        pair.change = !pair.b.valid() ? DiffChange::OnlyA : !pair.a.valid() ? DiffChange::OnlyB : DiffChange::Same;
    for (const KernelId k : a) {
        const KernelPair &pair = byIdentity[collector.symbolA(k)->identity];
        collector.addKernels(collector.kernelGroup(pair), {k, {}, pair.change, false});
    }
    for (const KernelId k : b) {
        const KernelPair &pair = byIdentity[collector.symbolB(k)->identity];
        collector.addKernels(collector.kernelGroup(pair), {{}, k, pair.change, false});
    }
}

} // namespace

DiffSummary summariseByName(std::span<const KernelId> a, std::span<const KernelId> b, const AnalysisInput &inputA,
    const AnalysisInput &inputB, const DiffSymbols &symbols, DiffView view)
{
    DiffSummary summary;
    summary.view = view == DiffView::Category || view == DiffView::Replaced ? view : DiffView::Kernel;
    addWork(summary.a, a, inputA.document);
    addWork(summary.b, b, inputB.document);
    DiffCollector collector(inputA, inputB, symbols);
    if (view == DiffView::Category) {
        byCategory(collector, a, b);
    } else {
        byName(collector, a, b, symbols.identities());
        pairVariants(collector);
        collector.sortByDelta();
        if (view == DiffView::Replaced)
            foldUnchanged(collector.groups);
    }
    summary.groups = std::move(collector.groups);
    sumRows(summary);
    return summary;
}

} // namespace lamella::core
