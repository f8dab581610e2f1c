// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/WhatIf.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

// Millionths of a ns. A hostile file may have 3e18 ns, which times 1e9 exceeds 64 bits.
__extension__ using Wide = __int128;

constexpr std::uint32_t kNoEvent = UINT32_MAX;

// What each kernel is assumed to have waited for, as indices into `kernels`.
struct Waits {
    std::vector<std::uint32_t> work; // W; kNoEvent = no work had ended
    std::vector<std::uint32_t> stream; // the previous kernel on its stream; kNoEvent = first
};

Waits waitsOf(const KernelTable &table, std::span<const KernelId> kernels)
{
    const auto count = static_cast<std::uint32_t>(kernels.size());
    Waits waits{std::vector<std::uint32_t>(count, kNoEvent), std::vector<std::uint32_t>(count, kNoEvent)};
    std::vector<std::uint32_t> byEnd(count);
    for (std::uint32_t i = 0; i < count; ++i)
        byEnd[i] = i;
    const auto endOf = [&](std::uint32_t i) { return table.end(kernels[i].value); };
    std::sort(byEnd.begin(), byEnd.end(),
        [&](std::uint32_t a, std::uint32_t b) { return endOf(a) != endOf(b) ? endOf(a) < endOf(b) : a < b; });
    std::unordered_map<StreamId, std::uint32_t> last;
    std::size_t ended = 0;
    std::uint32_t latest = kNoEvent;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int64_t start = table.start[kernels[i].value];
        // Work of length zero at this instant does not count as ended before, unless it comes earlier in the order.
        for (; ended < count && endOf(byEnd[ended]) <= start && byEnd[ended] < i; ++ended)
            latest = byEnd[ended];
        waits.work[i] = latest;
        const auto [it, isFirst] = last.try_emplace(table.stream[kernels[i].value], i);
        if (!isFirst)
            waits.stream[i] = it->second;
        it->second = i;
    }
    return waits;
}

Wide scaled(std::int64_t ns, FactorPpm factor)
{
    return static_cast<Wide>(ns) * factor;
}

std::int64_t rounded(Wide ppmNs)
{
    const Wide ns = (ppmNs + kUnchanged / 2) / kUnchanged;
    return ns > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(ns);
}

class Replay {
public:
    Replay(const KernelTable &table, std::span<const KernelId> kernels, const Waits &waits)
        : m_table(table)
        , m_kernels(kernels)
        , m_waits(waits)
        , m_starts(kernels.size())
        , m_ends(kernels.size())
    {
    }
    // Length from the first start to the last end, with the factors factorOf(index).
    template <class FactorOf> Wide run(FactorOf factorOf)
    {
        Wide wall = 0;
        for (std::uint32_t i = 0; i < m_kernels.size(); ++i) {
            const std::int64_t start = m_table.start[m_kernels[i].value];
            const auto asFarAs = [&](std::uint32_t other) {
                return m_starts[other] + scaled(start - m_table.start[m_kernels[other].value], factorOf(other));
            };
            Wide begin = 0;
            const std::uint32_t work = m_waits.work[i];
            const std::uint32_t before = m_waits.stream[i];
            if (work != kNoEvent)
                begin = m_ends[work] + scaled(start - m_table.end(m_kernels[work].value), kUnchanged);
            else if (i > 0)
                begin = asFarAs(0);
            if (before != kNoEvent)
                begin = std::max(begin, m_table.end(m_kernels[before].value) <= start ? m_ends[before] : asFarAs(before));
            m_starts[i] = begin;
            m_ends[i] = begin + scaled(m_table.duration[m_kernels[i].value], factorOf(i));
            wall = std::max(wall, m_ends[i]);
        }
        return wall;
    }

private:
    const KernelTable &m_table;
    std::span<const KernelId> m_kernels;
    const Waits &m_waits;
    std::vector<Wide> m_starts;
    std::vector<Wide> m_ends;
};

// The wall with every instant scaled by the largest factor of the work at that time.
Wide stretched(
    const KernelTable &table, std::span<const KernelId> kernels, std::span<const FactorPpm> factors, const Waits &waits)
{
    struct Edge {
        std::int64_t time = 0;
        FactorPpm factor = 0;
        int step = 0;
    };
    std::vector<Edge> edges;
    edges.reserve(4 * kernels.size());
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::int64_t start = table.start[kernels[i].value];
        edges.push_back({start, factors[i], 1});
        edges.push_back({table.end(kernels[i].value), factors[i], -1});
        if (waits.work[i] != kNoEvent) {
            edges.push_back({table.end(kernels[waits.work[i]].value), kUnchanged, 1});
            edges.push_back({start, kUnchanged, -1});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge &a, const Edge &b) { return a.time < b.time; });
    std::map<FactorPpm, std::int64_t> running; // factor -> count; there are few factors
    Wide length = 0;
    std::int64_t last = edges.empty() ? 0 : edges.front().time;
    for (const Edge &edge : edges) {
        if (edge.time > last) {
            length += scaled(edge.time - last, running.empty() ? kUnchanged : running.rbegin()->first);
            last = edge.time;
        }
        const auto it = running.try_emplace(edge.factor, 0).first;
        it->second += edge.step; // may be temporarily negative, because edges of one instant come in any order
        if (it->second == 0)
            running.erase(it);
    }
    return length;
}

// The longest back-to-back duration of any stream, without kernels that start while another one of the stream runs.
Wide longestStream(const KernelTable &table, std::span<const KernelId> kernels, std::span<const FactorPpm> factors)
{
    struct Stream {
        Wide length = 0;
        std::int64_t end = INT64_MIN;
    };
    std::unordered_map<StreamId, Stream> streams;
    Wide longest = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        Stream &stream = streams[table.stream[kernels[i].value]];
        if (table.start[kernels[i].value] < stream.end)
            continue;
        stream.length += scaled(table.duration[kernels[i].value], factors[i]);
        stream.end = table.end(kernels[i].value);
        longest = std::max(longest, stream.length);
    }
    return longest;
}

} // namespace

WhatIfBounds whatIf(const KernelTable &table, std::span<const KernelId> kernels, std::span<const FactorPpm> factors)
{
    assert(kernels.size() == factors.size());
    WhatIfBounds bounds;
    if (kernels.empty())
        return bounds;
    std::int64_t end = INT64_MIN;
    Wide changedTo = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        end = std::max(end, table.end(kernels[i].value));
        if (factors[i] == kUnchanged)
            continue;
        ++bounds.changed;
        bounds.changedNs = addSaturated(bounds.changedNs, table.duration[kernels[i].value]);
        changedTo += scaled(table.duration[kernels[i].value], factors[i]);
    }
    bounds.changedToNs = rounded(changedTo);
    bounds.wallNs = end - table.start[kernels.front().value];
    const Waits waits = waitsOf(table, kernels);
    Replay replay(table, kernels, waits);
    bounds.serialNs = rounded(stretched(table, kernels, factors, waits));
    bounds.streamNs = rounded(replay.run([&](std::uint32_t i) { return factors[i]; }));
    const Wide beside =
        replay.run([&](std::uint32_t i) { return factors[i] < kUnchanged ? FactorPpm{0} : std::min(factors[i], kUnchanged); });
    // Overlapping work of one stream may take less than the sum of the stream.
    bounds.hiddenNs = std::min(bounds.streamNs, rounded(std::max(beside, longestStream(table, kernels, factors))));
    return bounds;
}

} // namespace lamella::core
