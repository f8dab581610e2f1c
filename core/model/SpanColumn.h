// SPDX-License-Identifier: GPL-3.0-or-later
// Starts and ends of consecutive, non-overlapping spans, exact to the nanosecond, in 8 bytes per span: within a block of 64, the
// offset from the start of the block, and the length. A block in which a value needs more than 32 bits (4.3 s) stores full times,
// so that one long pause or span only affects its own block.
#pragma once

#include "core/base/Saturate.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

class SpanColumn {
public:
    static constexpr std::uint32_t kBlock = 64;

    void reserve(std::size_t spans);
    // start: ns, not before the end of the previous span; end: not before start. Spans that break this are stored unchanged, but
    // searches may miss them.
    void append(std::int64_t start, std::int64_t end);
    void shrink(); // frees unused capacity

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_offset.size()); }
    [[nodiscard]] std::int64_t start(std::uint32_t row) const
    {
        if (const std::int64_t *wide = wideBlock(row / kBlock))
            return wide[row % kBlock];
        return m_base[row / kBlock] + m_offset[row];
    }
    [[nodiscard]] std::int64_t length(std::uint32_t row) const
    {
        if (const std::int64_t *wide = wideBlock(row / kBlock))
            return subtractSaturated(wide[kBlock + row % kBlock], wide[row % kBlock]);
        return m_length[row];
    }
    [[nodiscard]] std::int64_t end(std::uint32_t row) const
    {
        if (const std::int64_t *wide = wideBlock(row / kBlock))
            return wide[kBlock + row % kBlock];
        return m_base[row / kBlock] + m_offset[row] + m_length[row];
    }
    // First row at or after `from` that starts at or after `time`; size() if there is none. Searches forward in doubling steps,
    // so nearby rows are found quickly.
    [[nodiscard]] std::uint32_t firstFrom(std::uint32_t from, std::int64_t time) const;
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    static constexpr std::uint32_t kNarrow = UINT32_MAX;

    [[nodiscard]] const std::int64_t *wideBlock(std::uint32_t block) const
    {
        return m_wideOf.empty() || m_wideOf[block] == kNarrow ? nullptr
                                                              : m_wide.data() + std::size_t{m_wideOf[block]} * 2 * kBlock;
    }
    void widen(std::uint32_t block);
    [[nodiscard]] std::uint32_t firstInBlock(std::uint32_t block, std::uint32_t from, std::int64_t time) const;

    std::vector<std::int64_t> m_base; // start of the first span of each block
    std::vector<std::uint32_t> m_offset; // from m_base; unused in a wide block
    std::vector<std::uint32_t> m_length;
    std::vector<std::uint32_t> m_wideOf; // row of m_wide for each block; empty if all are narrow
    std::vector<std::int64_t> m_wide; // kBlock starts, then kBlock ends, for each wide block
};

} // namespace lamella::core
