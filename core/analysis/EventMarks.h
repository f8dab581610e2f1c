// SPDX-License-Identifier: GPL-3.0-or-later
// A set of events as a bit vector with rank queries: the rank of a member indexes columns with values for members only.
#pragma once

#include "core/base/Ids.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace lamella::core {

class EventMarks {
public:
    explicit EventMarks(std::uint32_t events)
        : m_words(events / 64 + 1, 0)
    {
    }
    void mark(EventId event) { m_words[event.value / 64] |= bit(event); }
    [[nodiscard]] bool has(EventId event) const { return (m_words[event.value / 64] & bit(event)) != 0; }
    // Prepares rank() and count(); call after the last mark().
    void finish()
    {
        m_before.resize(m_words.size());
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            m_before[i] = total;
            total += static_cast<std::uint32_t>(std::popcount(m_words[i]));
        }
        m_count = total;
    }
    [[nodiscard]] std::uint32_t count() const { return m_count; }
    // Number of members before this event in file order.
    [[nodiscard]] std::uint32_t rank(EventId event) const
    {
        const std::uint64_t below = m_words[event.value / 64] & (bit(event) - 1);
        return m_before[event.value / 64] + static_cast<std::uint32_t>(std::popcount(below));
    }
    // Calls visit(row), row = event - first, for the members in [first, first + size) in file order.
    template <class Visit> void forEach(std::uint32_t first, std::uint32_t size, Visit visit) const
    {
        for (std::uint32_t row = 0; row < size;) {
            const std::uint32_t event = first + row;
            const std::uint64_t rest = m_words[event / 64] >> (event % 64);
            if (rest == 0) {
                row += 64 - event % 64;
                continue;
            }
            row += static_cast<std::uint32_t>(std::countr_zero(rest));
            if (row < size)
                visit(row);
            ++row;
        }
    }

private:
    static std::uint64_t bit(EventId event) { return std::uint64_t{1} << (event.value % 64); }

    std::vector<std::uint64_t> m_words;
    std::vector<std::uint32_t> m_before;
    std::uint32_t m_count = 0;
};

} // namespace lamella::core
