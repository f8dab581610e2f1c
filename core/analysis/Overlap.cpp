// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Overlap.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

// A kernel's begin or end. `asked`: of the kernels that the table is about, else only of what may hide them.
struct Edge {
    std::int64_t time = 0;
    std::int8_t step = 0; // +1 begin, -1 end
    std::uint8_t category = 0;
    bool asked = false;
};

void addEdges(std::vector<Edge> &edges, const TraceDocument &document, const KernelNames &names,
    std::span<const KernelId> kernels, bool asked)
{
    const KernelTable &table = document.kernels;
    for (const KernelId kernel : kernels) {
        if (table.duration[kernel.value] <= 0)
            continue;
        const auto category = static_cast<std::uint8_t>(names.category(table.name[kernel.value]));
        edges.push_back({table.start[kernel.value], 1, category, asked});
        edges.push_back({table.end(kernel.value), -1, category, asked});
    }
}

} // namespace

DeviceWork::DeviceWork(const TraceDocument &document, const KernelIndex &index, DeviceId device)
    : m_kernels(document.kernels)
{
    const std::span<const KernelId> all = index.ofDevice(device);
    m_ids.assign(all.begin(), all.end());
    std::sort(m_ids.begin(), m_ids.end());
    m_latestEnd.reserve(m_ids.size());
    std::int64_t latest = INT64_MIN;
    for (const KernelId kernel : m_ids) {
        latest = std::max(latest, m_kernels.end(kernel.value));
        m_latestEnd.push_back(latest);
    }
}

std::vector<KernelId> DeviceWork::within(const TimeRange &range) const
{
    const auto startsBefore = [this](KernelId kernel, std::int64_t time) { return m_kernels.start[kernel.value] < time; };
    const auto end = std::lower_bound(m_ids.begin(), m_ids.end(), range.end.value, startsBefore);
    auto begin = std::lower_bound(m_ids.begin(), end, range.begin.value, startsBefore);
    while (begin != m_ids.begin() && m_latestEnd[static_cast<std::size_t>(begin - m_ids.begin()) - 1] > range.begin.value)
        --begin;
    std::vector<KernelId> found;
    for (auto it = begin; it != end; ++it)
        if (m_kernels.end(it->value) > range.begin.value)
            found.push_back(*it);
    return found;
}

std::vector<CategoryOverlap> categoryOverlap(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, std::span<const KernelId> around)
{
    std::array<CategoryOverlap, kCategories> sums;
    std::array<bool, kCategories> present{};
    for (const KernelId kernel : kernels) {
        const auto c = static_cast<std::size_t>(names.category(document.kernels.name[kernel.value]));
        present[c] = true;
        sums[c].sumNs += document.kernels.duration[kernel.value];
    }
    std::vector<Edge> edges;
    edges.reserve(2 * (kernels.size() + around.size()));
    addEdges(edges, document, names, kernels, true);
    addEdges(edges, document, names, around, false);
    std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.time < b.time; });

    std::array<std::uint32_t, kCategories> asked{}; // running kernels, of those asked for
    std::array<std::uint32_t, kCategories> running{}; // of all
    std::size_t kinds = 0; // categories with something running
    std::int64_t last = 0;
    for (const Edge &edge : edges) {
        const std::int64_t passed = edge.time - last;
        last = edge.time;
        for (std::size_t c = 0; passed > 0 && c < kCategories; ++c) {
            if (asked[c] == 0)
                continue;
            sums[c].busyNs += passed;
            sums[c].exposedNs += kinds == 1 ? passed : 0;
        }
        if (edge.asked)
            asked[edge.category] += static_cast<std::uint32_t>(edge.step);
        const bool before = running[edge.category] > 0;
        running[edge.category] += static_cast<std::uint32_t>(edge.step);
        const bool after = running[edge.category] > 0;
        if (after && !before)
            ++kinds;
        else if (before && !after)
            --kinds;
    }
    std::vector<CategoryOverlap> result;
    for (std::size_t c = 0; c < kCategories; ++c) {
        sums[c].category = static_cast<Category>(c);
        if (present[c])
            result.push_back(sums[c]);
    }
    return result;
}

} // namespace lamella::core
