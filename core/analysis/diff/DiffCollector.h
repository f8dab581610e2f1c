// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the rows of a comparison. Internal to core/analysis/diff.
#pragma once

#include "core/analysis/diff/DiffRollUp.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

inline void addSide(DiffTotal &total, const WorkSum &work)
{
    total.count += work.count;
    total.wallNs = addSaturated(total.wallNs, work.wallNs());
    total.sumNs = addSaturated(total.sumNs, work.sumNs);
    total.busyNs = addSaturated(total.busyNs, work.busyNs);
}

inline void sumRows(DiffSummary &summary)
{
    for (const DiffGroup &group : summary.groups) {
        summary.a.rowsNs = addSaturated(summary.a.rowsNs, group.aNs);
        summary.b.rowsNs = addSaturated(summary.b.rowsNs, group.bNs);
    }
}

class DiffCollector {
public:
    DiffCollector(const AnalysisInput &a, const AnalysisInput &b, const DiffSymbols &symbols)
        : m_a(a)
        , m_b(b)
        , m_symbols(symbols)
    {
    }

    // nullptr for an invalid id.
    [[nodiscard]] const DiffSymbol *symbolA(KernelId k) const { return k.valid() ? &ofA(k) : nullptr; }
    [[nodiscard]] const DiffSymbol *symbolB(KernelId k) const { return k.valid() ? &ofB(k) : nullptr; }
    // At least one side of the pair must be valid.
    [[nodiscard]] Category category(const KernelPair &pair) const
    {
        return pair.a.valid() ? ofA(pair.a).category : ofB(pair.b).category;
    }

    void addKernels(DiffGroup &group, const KernelPair &pair) const
    {
        if (pair.a.valid()) {
            if (!group.kernelA.valid())
                group.kernelA = pair.a;
            ++group.countA;
            group.aNs = addSaturated(group.aNs, m_a.document.kernels.duration[pair.a.value]);
        }
        if (pair.b.valid()) {
            if (!group.kernelB.valid())
                group.kernelB = pair.b;
            ++group.countB;
            group.bNs = addSaturated(group.bNs, m_b.document.kernels.duration[pair.b.value]);
        }
    }

    // The row for the pair, identified by both names.
    DiffGroup &kernelGroup(const KernelPair &pair)
    {
        const DiffSymbol *a = symbolA(pair.a);
        const DiffSymbol *b = symbolB(pair.b);
        const std::uint64_t key =
            (std::uint64_t{a ? a->identity : DiffSymbol::kNone} << 32) | (b ? b->identity : DiffSymbol::kNone);
        const auto [at, isNew] = m_byKernels.try_emplace(key, groups.size());
        if (isNew) {
            groups.push_back({});
            groups.back().change = pair.change;
            groups.back().category = category(pair);
        }
        return groups[at->second];
    }

    void sortByDelta()
    {
        const auto identity = [](const DiffSymbol *s) { return s ? s->identity : DiffSymbol::kNone; };
        std::sort(groups.begin(), groups.end(), [&](const DiffGroup &x, const DiffGroup &y) {
            const auto size = [](const DiffGroup &g) {
                const std::int64_t delta = g.deltaNs();
                return delta < 0 ? delta : -delta; // negated this way round because the negative of INT64_MIN does not exist
            };
            return std::tuple(size(x), identity(symbolA(x.kernelA)), identity(symbolB(x.kernelB)))
                < std::tuple(size(y), identity(symbolA(y.kernelA)), identity(symbolB(y.kernelB)));
        });
    }

    std::vector<DiffGroup> groups;

private:
    [[nodiscard]] const DiffSymbol &ofA(KernelId k) const { return m_symbols.a(m_a.document.kernels.name[k.value]); }
    [[nodiscard]] const DiffSymbol &ofB(KernelId k) const { return m_symbols.b(m_b.document.kernels.name[k.value]); }

    const AnalysisInput &m_a;
    const AnalysisInput &m_b;
    const DiffSymbols &m_symbols;
    std::unordered_map<std::uint64_t, std::size_t> m_byKernels;
};

} // namespace lamella::core
