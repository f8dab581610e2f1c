// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/LaunchIndex.h"

#include <algorithm>
#include <tuple>

namespace lamella::core {

namespace {
// Correlation ids are counters: a direct table is used unless it would be this many times larger than the calls.
constexpr std::uint64_t kSparsest = 8;
} // namespace

LaunchIndex::LaunchIndex(const ImportedBlocks &imported)
{
    std::size_t count = 0;
    for (const ParsedBlock &block : imported.blocks)
        count += block.launches.size();
    m_launches.reserve(count);
    std::int64_t smallest = INT64_MAX;
    std::int64_t largest = INT64_MIN;
    for (std::size_t index = 0; index < imported.blocks.size(); ++index) {
        const ParsedBlock &block = imported.blocks[index];
        const SparseColumn &ids = block.chunk.sparse[static_cast<std::size_t>(SparseKey::Correlation)];
        std::size_t at = 0;
        for (const std::uint32_t row : block.launches) {
            while (ids.rows[at] < row)
                ++at;
            const std::int64_t id = ids.values[at];
            smallest = std::min(smallest, id);
            largest = std::max(largest, id);
            m_launches.push_back({id, block.chunk.start[row], imported.firstEvent[index] + row});
        }
    }
    const auto before = [](const Launch &a, const Launch &b) {
        return std::tie(a.correlation, a.start, a.event) < std::tie(b.correlation, b.start, b.event);
    };
    if (m_launches.empty())
        return;
    const std::uint64_t range = static_cast<std::uint64_t>(largest) - static_cast<std::uint64_t>(smallest);
    if (range / kSparsest > m_launches.size() + 4096) {
        std::sort(m_launches.begin(), m_launches.end(), before);
        return;
    }
    m_smallest = smallest;
    m_first.assign(range + 2, 0);
    const auto slot = [this](std::int64_t id) { return static_cast<std::size_t>(id - m_smallest); };
    for (const Launch &launch : m_launches)
        ++m_first[slot(launch.correlation) + 1];
    for (std::size_t i = 1; i < m_first.size(); ++i)
        m_first[i] += m_first[i - 1];
    if (!std::is_sorted(m_launches.begin(), m_launches.end(), before)) {
        std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
        std::vector<Launch> sorted(m_launches.size());
        for (const Launch &launch : m_launches)
            sorted[next[slot(launch.correlation)]++] = launch;
        m_launches = std::move(sorted);
        for (std::size_t i = 0; i + 1 < m_first.size(); ++i)
            if (m_first[i + 1] - m_first[i] > 1)
                std::sort(m_launches.begin() + m_first[i], m_launches.begin() + m_first[i + 1], before);
    }
}

EventId LaunchIndex::find(std::int64_t correlation, std::int64_t kernelStart) const
{
    auto from = m_launches.begin();
    auto to = m_launches.end();
    if (!m_first.empty()) {
        const std::uint64_t slot = static_cast<std::uint64_t>(correlation) - static_cast<std::uint64_t>(m_smallest);
        // Not slot + 1: an id just below the smallest wraps round to the largest slot.
        if (slot >= m_first.size() - 1)
            return {};
        to = from + m_first[slot + 1];
        from += m_first[slot];
    } else {
        std::tie(from, to) = std::equal_range(m_launches.begin(), m_launches.end(), Launch{correlation, 0, 0},
            [](const Launch &a, const Launch &b) { return a.correlation < b.correlation; });
    }
    if (from == to)
        return {};
    const auto after =
        std::upper_bound(from, to, kernelStart, [](std::int64_t start, const Launch &launch) { return start < launch.start; });
    return EventId{after == from ? from->event : (after - 1)->event};
}

} // namespace lamella::core
