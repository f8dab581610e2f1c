// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/LayerAligner.h"

#include <algorithm>

namespace lamella::core {

bool LayerAligner::align(
    std::span<const KernelId> a, std::span<const KernelId> b, const StreamRoles &roles, std::vector<KernelPair> &rows)
{
    m_rows.clear();
    m_firstOfRole.clear();
    const std::int64_t zeroA = a.empty() ? 0 : m_a.kernels.start[a.front().value];
    const std::int64_t zeroB = b.empty() ? 0 : m_b.kernels.start[b.front().value];
    const auto roleA = [&](KernelId k) { return roles.a[m_a.kernels.stream[k.value].value]; };
    const auto roleB = [&](KernelId k) { return roles.b[m_b.kernels.stream[k.value].value]; };
    std::vector<bool> present(roles.count, false);
    for (const KernelId k : a)
        present[roleA(k)] = true;
    for (const KernelId k : b)
        present[roleB(k)] = true;
    const bool several = std::count(present.begin(), present.end(), true) > 1;
    bool proven = true;
    for (std::uint32_t role = 0; role < roles.count; ++role) {
        if (!present[role])
            continue;
        m_firstOfRole.push_back(m_rows.size());
        if (!several) {
            alignRole(a, b, zeroA, zeroB);
        } else {
            m_kernelsA.clear();
            m_kernelsB.clear();
            std::copy_if(a.begin(), a.end(), std::back_inserter(m_kernelsA), [&](KernelId k) { return roleA(k) == role; });
            std::copy_if(b.begin(), b.end(), std::back_inserter(m_kernelsB), [&](KernelId k) { return roleB(k) == role; });
            alignRole(m_kernelsA, m_kernelsB, zeroA, zeroB);
        }
        proven = proven && m_diff.proven();
    }
    if (several)
        pairAcrossStreams();
    for (const std::size_t first : m_firstOfRole)
        pairLoneNeighbours(first);
    if (several)
        std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row &x, const Row &y) { return x.order < y.order; });
    for (const Row &row : m_rows)
        if (!row.gone)
            rows.push_back(row.pair);
    return proven;
}

void LayerAligner::alignRole(std::span<const KernelId> a, std::span<const KernelId> b, std::int64_t zeroA, std::int64_t zeroB)
{
    m_symbolsA.clear();
    m_symbolsB.clear();
    for (const KernelId k : a)
        m_symbolsA.push_back(symbolA(k));
    for (const KernelId k : b)
        m_symbolsB.push_back(symbolB(k));
    std::int64_t order = INT64_MIN;
    for (const IndexPair &pair : m_diff.align(m_symbolsA, m_symbolsB)) {
        Row row;
        if (pair.a != IndexPair::kNone)
            row.pair.a = a[pair.a];
        if (pair.b != IndexPair::kNone)
            row.pair.b = b[pair.b];
        if (pair.paired())
            row.pair.change =
                m_symbolsA[pair.a].identity == m_symbolsB[pair.b].identity ? DiffChange::Same : DiffChange::Replaced;
        else
            row.pair.change = pair.a != IndexPair::kNone ? DiffChange::OnlyA : DiffChange::OnlyB;
        // Kernels that only B has follow their predecessor on the same stream, whatever their times.
        if (row.pair.a.valid())
            order = m_a.kernels.start[row.pair.a.value] - zeroA;
        else if (order == INT64_MIN)
            order = std::min(
                m_b.kernels.start[row.pair.b.value] - zeroB, a.empty() ? INT64_MAX : m_a.kernels.start[a[0].value] - zeroA);
        row.order = order;
        m_rows.push_back(row);
    }
}

// A kernel without a partner on its own stream has moved if the same kernel is unmatched on another stream.
void LayerAligner::pairAcrossStreams()
{
    using Left = std::pair<std::uint32_t, std::size_t>; // kernel, row
    std::vector<Left> onlyA;
    std::vector<Left> onlyB;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].pair.change == DiffChange::OnlyA)
            onlyA.emplace_back(symbolA(m_rows[i].pair.a).identity, i);
        else if (m_rows[i].pair.change == DiffChange::OnlyB)
            onlyB.emplace_back(symbolB(m_rows[i].pair.b).identity, i);
    }
    const auto byTime = [this](bool ofA) {
        return [this, ofA](const Left &x, const Left &y) {
            const auto kernel = [&](const Left &l) { return ofA ? m_rows[l.second].pair.a : m_rows[l.second].pair.b; };
            return std::pair(x.first, kernel(x)) < std::pair(y.first, kernel(y));
        };
    };
    std::sort(onlyA.begin(), onlyA.end(), byTime(true));
    std::sort(onlyB.begin(), onlyB.end(), byTime(false));
    for (auto a = onlyA.begin(), b = onlyB.begin(); a != onlyA.end() && b != onlyB.end();) {
        if (a->first != b->first) {
            (a->first < b->first ? a : b)++;
            continue;
        }
        Row &kept = m_rows[a->second];
        Row &gone = m_rows[b->second];
        kept.pair = {kept.pair.a, gone.pair.b, DiffChange::Same, true};
        gone.gone = true;
        ++a;
        ++b;
    }
}

// Pairs a lone kernel of A with a lone kernel of B between two pairs: the second replaces the first.
void LayerAligner::pairLoneNeighbours(std::size_t first)
{
    const auto next = std::upper_bound(m_firstOfRole.begin(), m_firstOfRole.end(), first);
    const std::size_t end = next == m_firstOfRole.end() ? m_rows.size() : *next;
    std::vector<std::size_t> run;
    for (std::size_t i = first; i <= end; ++i) {
        if (i < end && (m_rows[i].gone || m_rows[i].pair.moved))
            continue; // kernels with a partner elsewhere do not separate others
        const DiffChange change = i < end ? m_rows[i].pair.change : DiffChange::Same;
        if (change == DiffChange::OnlyA || change == DiffChange::OnlyB) {
            run.push_back(i);
            continue;
        }
        if (run.size() == 2 && m_rows[run[0]].pair.change != m_rows[run[1]].pair.change) {
            Row &one = m_rows[run[0]];
            Row &other = m_rows[run[1]];
            one.pair = {std::min(one.pair.a, other.pair.a), std::min(one.pair.b, other.pair.b), DiffChange::Replaced, false};
            one.order = std::max(one.order, other.order);
            other.gone = true;
        }
        run.clear();
    }
}

} // namespace lamella::core
