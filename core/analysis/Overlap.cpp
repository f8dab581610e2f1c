// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Overlap.h"

#include "core/analysis/program/OpKinds.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kGroup = 64; // kernels per leaf of the tree of maxima

// Begin or end of a kernel. `asked`: of the kernels in question, else only of work that may hide them.
struct Edge {
    std::int64_t time = 0;
    std::int8_t step = 0; // +1 begin, -1 end
    std::uint8_t category = 0;
    bool asked = false;
    bool computes = false;
};

void addEdges(std::vector<Edge> &edges, const TraceDocument &document, const KernelNames &names,
    std::span<const KernelId> kernels, bool asked)
{
    const KernelTable &table = document.kernels;
    for (const KernelId kernel : kernels) {
        if (table.duration[kernel.value] <= 0)
            continue;
        const auto category = static_cast<std::uint8_t>(names.category(table.name[kernel.value]));
        const bool computes = isCompute(document, names, kernel);
        edges.push_back({table.start[kernel.value], 1, category, asked, computes});
        edges.push_back({table.end(kernel.value), -1, category, asked, computes});
    }
}

// The part of each asked kernel during which its own stream still runs work that started before. It is added to the category of
// the later kernel, so that over a stream it adds up to sum - busy.
void addSameStream(std::array<CategoryOverlap, kCategories> &sums, const TraceDocument &document, const KernelNames &names,
    std::span<const KernelId> kernels, std::span<const KernelId> around)
{
    const KernelTable &table = document.kernels;
    std::unordered_map<StreamId, std::int64_t> ends;
    auto asked = kernels.begin();
    for (const KernelId kernel : around) {
        const std::int64_t start = table.start[kernel.value];
        const std::int64_t end = table.end(kernel.value);
        const auto [it, isFirst] = ends.try_emplace(table.stream[kernel.value], end);
        while (asked != kernels.end() && *asked < kernel)
            ++asked;
        if (asked != kernels.end() && *asked == kernel && !isFirst) {
            const auto c = static_cast<std::size_t>(names.category(table.name[kernel.value]));
            sums[c].sameStreamNs =
                addSaturated(sums[c].sameStreamNs, std::max<std::int64_t>(0, std::min(end, it->second) - start));
        }
        it->second = std::max(it->second, end);
    }
}

} // namespace

bool isCompute(const TraceDocument &document, const KernelNames &names, KernelId kernel)
{
    const KernelTable &table = document.kernels;
    const StringId name = table.name[kernel.value];
    const Category category = names.category(name);
    if (category != Category::Memory)
        return category != Category::Communication;
    if (document.operations.empty() || table.kind[kernel.value] != KernelKind::Kernel)
        return false;
    const auto row = document.events.sparse(table.event[kernel.value], SparseKey::Operation);
    if (!row)
        return false;
    const Operation &operation = document.operations[static_cast<std::size_t>(*row)];
    const std::string_view hloCategory = document.text(operation.category);
    const std::string_view longName = document.text(operation.longName);
    return !(hloCategory.empty() && longName.empty())
        && xlaTraits(document.text(name), hloCategory, longName, false).kind == OpKind::Compute;
}

DeviceWork::DeviceWork(const KernelTable &table, std::vector<KernelId> kernels)
    : m_table(table)
    , m_kernels(std::move(kernels))
{
    while (m_leaves * kGroup < m_kernels.size())
        m_leaves *= 2;
    m_latestEnd.assign(2 * m_leaves, INT64_MIN);
    for (std::size_t i = 0; i < m_kernels.size(); ++i) {
        std::int64_t &latest = m_latestEnd[m_leaves + i / kGroup];
        latest = std::max(latest, m_table.end(m_kernels[i].value));
    }
    for (std::size_t node = m_leaves - 1; node > 0; --node)
        m_latestEnd[node] = std::max(m_latestEnd[2 * node], m_latestEnd[2 * node + 1]);
}

// Collects kernels below the node and before `last` that end after `after`.
void DeviceWork::collect(std::vector<KernelId> &found, std::size_t node, std::size_t last, std::int64_t after) const
{
    std::size_t leftmost = node;
    while (leftmost < m_leaves)
        leftmost *= 2;
    const std::size_t first = (leftmost - m_leaves) * kGroup;
    if (first >= last || m_latestEnd[node] <= after)
        return;
    if (node < m_leaves) {
        collect(found, 2 * node, last, after);
        collect(found, 2 * node + 1, last, after);
        return;
    }
    for (std::size_t i = first; i < std::min(last, first + kGroup); ++i)
        if (m_table.end(m_kernels[i].value) > after)
            found.push_back(m_kernels[i]);
}

std::vector<KernelId> DeviceWork::within(const TimeRange &range) const
{
    const auto end = std::partition_point(
        m_kernels.begin(), m_kernels.end(), [&](KernelId kernel) { return m_table.start[kernel.value] < range.end.value; });
    std::vector<KernelId> found;
    collect(found, 1, static_cast<std::size_t>(end - m_kernels.begin()), range.begin.value);
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
        sums[c].sumNs = addSaturated(sums[c].sumNs, document.kernels.duration[kernel.value]);
    }
    std::vector<Edge> edges;
    edges.reserve(2 * (kernels.size() + around.size()));
    addEdges(edges, document, names, kernels, true);
    addEdges(edges, document, names, around, false);
    std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.time < b.time; });

    std::array<std::uint32_t, kCategories> asked{}; // running kernels in question
    std::array<std::uint32_t, kCategories> running{}; // all running kernels
    std::array<std::uint32_t, kCategories> computing{}; // those of them that compute
    std::size_t kinds = 0; // categories with running kernels
    std::size_t computingKinds = 0; // categories with kernels that compute
    std::int64_t last = 0;
    for (const Edge &edge : edges) {
        const std::int64_t passed = edge.time - last;
        last = edge.time;
        for (std::size_t c = 0; passed > 0 && c < kCategories; ++c) {
            if (asked[c] == 0)
                continue;
            sums[c].busyNs += passed;
            sums[c].exposedNs += kinds == 1 ? passed : 0;
            sums[c].behindComputeNs += computingKinds > (computing[c] > 0 ? 1 : 0) ? passed : 0;
        }
        const auto count = [&edge](std::array<std::uint32_t, kCategories> &atOnce, std::size_t &categories) {
            categories -= atOnce[edge.category] > 0 ? 1 : 0;
            atOnce[edge.category] += static_cast<std::uint32_t>(edge.step);
            categories += atOnce[edge.category] > 0 ? 1 : 0;
        };
        if (edge.asked)
            asked[edge.category] += static_cast<std::uint32_t>(edge.step);
        count(running, kinds);
        if (edge.computes)
            count(computing, computingKinds);
    }
    addSameStream(sums, document, names, kernels, around);
    std::vector<CategoryOverlap> result;
    for (std::size_t c = 0; c < kCategories; ++c) {
        sums[c].category = static_cast<Category>(c);
        if (present[c])
            result.push_back(sums[c]);
    }
    return result;
}

} // namespace lamella::core
