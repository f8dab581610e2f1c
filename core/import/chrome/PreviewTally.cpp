// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/PreviewTally.h"

#include "core/base/Saturate.h"
#include "core/import/JsonText.h"

#include <algorithm>
#include <numeric>

namespace lamella::core {

namespace {
constexpr auto kInterval = std::chrono::milliseconds(200);
constexpr std::size_t kMaxNames = 200;
} // namespace

void PreviewTally::add(const ParsedBlock &block)
{
    if (block.worker >= m_ids.size())
        m_ids.resize(block.worker + 1);
    auto &ids = m_ids[block.worker];
    for (const auto &[id, raw] : block.kernelNames) {
        TextFaults faults;
        const auto [it, added] = m_rows.try_emplace(unescapeJson(raw, faults), static_cast<std::uint32_t>(m_names.size()));
        if (added) {
            m_names.push_back(it->first);
            m_sums.emplace_back();
        }
        ids[id] = it->second;
    }
    for (const KernelRecord &kernel : block.kernels) {
        const auto it = ids.find(block.chunk.name[kernel.row].value);
        if (it == ids.end())
            continue;
        Sum &sum = m_sums[it->second];
        ++sum.count;
        // GPU work whose end is not matched yet has no duration.
        const std::int64_t ns = std::max<std::int64_t>(0, block.chunk.duration[kernel.row]);
        sum.ns = addSaturated(sum.ns, ns);
        if (block.chunk.start[kernel.row] != INT64_MIN)
            m_slices.add(block.chunk.start[kernel.row], ns);
    }
    m_events += block.chunk.size();
    m_kernels += block.kernels.size();
}

void PreviewTally::offer(const std::function<void(const ImportPreview &)> &preview, std::uint64_t diagnostics)
{
    const auto now = std::chrono::steady_clock::now();
    // A later block may arrive before the first: nothing is accepted yet, so there is nothing to show.
    if (m_events == 0 || now - m_last < kInterval)
        return;
    m_last = now;
    ImportPreview state;
    state.events = m_events;
    state.kernels = m_kernels;
    state.diagnostics = diagnostics;
    std::vector<std::uint32_t> order(m_names.size());
    std::iota(order.begin(), order.end(), 0u);
    const std::size_t shown = std::min(kMaxNames, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(), [this](std::uint32_t a, std::uint32_t b) {
            return m_sums[a].ns != m_sums[b].ns ? m_sums[a].ns > m_sums[b].ns : m_names[a] < m_names[b];
        });
    for (std::size_t i = 0; i < shown; ++i)
        state.names.push_back({m_names[order[i]], m_sums[order[i]].count, m_sums[order[i]].ns});
    state.range = m_slices.range();
    state.slicesNs = m_slices.sums();
    preview(state);
}

} // namespace lamella::core
