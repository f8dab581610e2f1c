// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/LaunchIndex.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {
// Correlation ids are counters: uses a direct table unless it would be this many times larger than the calls.
constexpr std::uint64_t kSparsest = 8;
constexpr std::uint32_t kUnknown = 0xFFFFFFFFu;
} // namespace

LaunchIndex::LaunchIndex(std::vector<LaunchCall> calls)
    : m_launches(std::move(calls))
{
    const auto before = [](const LaunchCall &a, const LaunchCall &b) {
        return std::tie(a.correlation, a.start, a.event) < std::tie(b.correlation, b.start, b.event);
    };
    if (m_launches.empty())
        return;
    const auto [min, max] = std::minmax_element(m_launches.begin(), m_launches.end(),
        [](const LaunchCall &a, const LaunchCall &b) { return a.correlation < b.correlation; });
    const std::int64_t smallest = min->correlation;
    const std::uint64_t range = static_cast<std::uint64_t>(max->correlation) - static_cast<std::uint64_t>(smallest);
    if (range / kSparsest > m_launches.size() + 4096) {
        std::sort(m_launches.begin(), m_launches.end(), before);
        return;
    }
    m_smallest = smallest;
    m_first.assign(range + 2, 0);
    const auto slot = [this](std::int64_t id) { return static_cast<std::size_t>(id - m_smallest); };
    for (const LaunchCall &launch : m_launches)
        ++m_first[slot(launch.correlation) + 1];
    for (std::size_t i = 1; i < m_first.size(); ++i)
        m_first[i] += m_first[i - 1];
    if (!std::is_sorted(m_launches.begin(), m_launches.end(), before)) {
        std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
        std::vector<LaunchCall> sorted(m_launches.size());
        for (const LaunchCall &launch : m_launches)
            sorted[next[slot(launch.correlation)]++] = launch;
        m_launches = std::move(sorted);
        for (std::size_t i = 0; i + 1 < m_first.size(); ++i)
            if (m_first[i + 1] - m_first[i] > 1)
                std::sort(m_launches.begin() + m_first[i], m_launches.begin() + m_first[i + 1], before);
    }
}

const LaunchCall *LaunchIndex::call(std::int64_t correlation, std::int64_t kernelStart) const
{
    auto from = m_launches.begin();
    auto to = m_launches.end();
    if (!m_first.empty()) {
        const std::uint64_t slot = static_cast<std::uint64_t>(correlation) - static_cast<std::uint64_t>(m_smallest);
        // Not slot + 1, which would overflow for an id just below the smallest.
        if (slot >= m_first.size() - 1)
            return nullptr;
        to = from + m_first[slot + 1];
        from += m_first[slot];
    } else {
        std::tie(from, to) = std::equal_range(m_launches.begin(), m_launches.end(), LaunchCall{correlation, 0, 0},
            [](const LaunchCall &a, const LaunchCall &b) { return a.correlation < b.correlation; });
    }
    if (from == to)
        return nullptr;
    const auto after = std::upper_bound(
        from, to, kernelStart, [](std::int64_t start, const LaunchCall &launch) { return start < launch.start; });
    return after == from ? &*from : &*(after - 1);
}

std::vector<ProcessLaunches> launchesByProcess(const ImportedBlocks &imported, const std::vector<Track> &tracks)
{
    std::vector<ProcessLaunches> processes;
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    std::vector<std::uint32_t> processOf(tracks.size(), kUnknown); // by track
    std::size_t count = 0;
    for (const ParsedBlock &block : imported.blocks)
        count += block.launches.size();
    for (std::size_t index = 0; index < imported.blocks.size(); ++index) {
        const ParsedBlock &block = imported.blocks[index];
        const SparseColumn &ids = block.chunk.sparse[static_cast<std::size_t>(SparseKey::Correlation)];
        std::size_t at = 0;
        for (const std::uint32_t row : block.launches) {
            while (ids.rows[at] < row)
                ++at;
            const std::uint32_t track = block.chunk.track[row].value;
            if (processOf[track] == kUnknown) {
                const auto [it, fresh] = numbers.try_emplace(tracks[track].process, static_cast<std::uint32_t>(processes.size()));
                if (fresh) {
                    processes.push_back({tracks[track].process, {}});
                    if (processes.size() == 1) // mostly there is only one
                        processes.front().calls.reserve(count);
                }
                processOf[track] = it->second;
            }
            processes[processOf[track]].calls.push_back(
                {ids.values[at], block.chunk.start[row], imported.firstEvent[index] + row});
        }
    }
    return processes;
}

} // namespace lamella::core
