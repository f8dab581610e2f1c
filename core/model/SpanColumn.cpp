// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/SpanColumn.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::uint32_t kRowsCounted = 8; // counted at once without branches: most searches end within a few rows

// As unsigned, because the times may lie at both ends of the range.
std::uint64_t distance(std::int64_t from, std::int64_t to)
{
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

} // namespace

void SpanColumn::reserve(std::size_t spans)
{
    m_base.reserve((spans + kBlock - 1) / kBlock);
    m_offset.reserve(spans);
    m_length.reserve(spans);
}

void SpanColumn::shrink()
{
    m_base.shrink_to_fit();
    m_offset.shrink_to_fit();
    m_length.shrink_to_fit();
    m_wideOf.shrink_to_fit();
    m_wide.shrink_to_fit();
}

void SpanColumn::append(std::int64_t start, std::int64_t end)
{
    const std::uint32_t row = size();
    const std::uint32_t block = row / kBlock;
    if (row % kBlock == 0) {
        m_base.push_back(start);
        if (!m_wideOf.empty())
            m_wideOf.push_back(kNarrow);
    }
    const std::uint64_t offset = distance(m_base[block], start);
    const std::uint64_t length = distance(start, end);
    const bool fits = offset <= UINT32_MAX && length <= UINT32_MAX;
    if (!fits && wideBlock(block) == nullptr)
        widen(block);
    m_offset.push_back(fits ? static_cast<std::uint32_t>(offset) : 0);
    m_length.push_back(fits ? static_cast<std::uint32_t>(length) : 0);
    if (wideBlock(block) != nullptr) {
        std::int64_t *const wide = m_wide.data() + std::size_t{m_wideOf[block]} * 2 * kBlock;
        wide[row % kBlock] = start;
        wide[kBlock + row % kBlock] = end;
    }
}

void SpanColumn::widen(std::uint32_t block)
{
    std::vector<std::int64_t> times(std::size_t{2} * kBlock, 0);
    for (std::uint32_t row = block * kBlock; row < size(); ++row) {
        times[row % kBlock] = start(row);
        times[kBlock + row % kBlock] = end(row);
    }
    m_wideOf.resize(m_base.size(), kNarrow);
    m_wideOf[block] = static_cast<std::uint32_t>(m_wide.size() / (std::size_t{2} * kBlock));
    m_wide.insert(m_wide.end(), times.begin(), times.end());
}

std::uint32_t SpanColumn::firstFrom(std::uint32_t from, std::int64_t time) const
{
    if (from >= size() || start(from) >= time)
        return from;
    std::size_t block = from / kBlock;
    const std::size_t blocks = m_base.size();
    if (block + 1 < blocks && m_base[block + 1] < time) {
        std::size_t low = block + 1; // the last block known to begin before `time`
        std::size_t high = low + 1;
        for (std::size_t step = 1; high < blocks && m_base[high] < time; step *= 2) {
            low = high;
            high += step;
        }
        const auto begin = m_base.begin() + static_cast<std::ptrdiff_t>(low);
        const auto end = m_base.begin() + static_cast<std::ptrdiff_t>(std::min(high, blocks));
        block = static_cast<std::size_t>(std::lower_bound(begin, end, time) - m_base.begin()) - 1;
        from = static_cast<std::uint32_t>(block * kBlock);
    }
    return firstInBlock(static_cast<std::uint32_t>(block), from, time);
}

// `time` is after the start of row `from`.
std::uint32_t SpanColumn::firstInBlock(std::uint32_t block, std::uint32_t from, std::int64_t time) const
{
    const auto last = static_cast<std::uint32_t>(std::min<std::uint64_t>((std::uint64_t{block} + 1) * kBlock, size()));
    if (const std::int64_t *wide = wideBlock(block)) {
        const std::uint32_t first = block * kBlock;
        return first + static_cast<std::uint32_t>(std::lower_bound(wide + (from - first), wide + (last - first), time) - wide);
    }
    const std::uint64_t target = distance(m_base[block], time);
    if (target > UINT32_MAX)
        return last;
    const auto wanted = static_cast<std::uint32_t>(target);
    while (last - from >= kRowsCounted) {
        std::uint32_t before = 0;
        for (std::uint32_t i = 0; i < kRowsCounted; ++i)
            before += m_offset[from + i] < wanted ? 1u : 0u;
        from += before;
        if (before < kRowsCounted)
            return from;
    }
    while (from < last && m_offset[from] < wanted)
        ++from;
    return from;
}

std::size_t SpanColumn::memoryBytes() const
{
    return (m_base.capacity() + m_wide.capacity()) * sizeof(std::int64_t)
        + (m_offset.capacity() + m_length.capacity() + m_wideOf.capacity()) * sizeof(std::uint32_t);
}

} // namespace lamella::core
