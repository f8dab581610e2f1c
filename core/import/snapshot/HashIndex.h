// SPDX-License-Identifier: GPL-3.0-or-later
// Finds rows of a table by a salted hash (SaltedHash.h) of their contents: open addressing with eight bytes a slot. Nothing is
// removed. One thread at a time.
#pragma once

#include "core/base/SaltedHash.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

class HashIndex {
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    // The row with this hash for which equal(row) is true, or kNone.
    template <class Equal> [[nodiscard]] std::uint32_t find(std::uint64_t hash, Equal equal) const
    {
        if (m_slots.empty())
            return kNone;
        for (std::size_t at = first(hash); m_slots[at] != 0; at = (at + 1) & (m_slots.size() - 1)) {
            const auto row = static_cast<std::uint32_t>(m_slots[at]) - 1;
            if (m_slots[at] >> 32 == hash >> 32 && equal(row))
                return row;
        }
        return kNone;
    }
    // `row` must be below kNone.
    void add(std::uint64_t hash, std::uint32_t row)
    {
        if ((m_size + 1) * 2 > m_slots.size())
            grow();
        place((hash >> 32 << 32) | (row + 1U));
        ++m_size;
    }
    [[nodiscard]] std::size_t memoryBytes() const { return m_slots.size() * sizeof(std::uint64_t); }

private:
    [[nodiscard]] std::size_t first(std::uint64_t hash) const
    {
        return static_cast<std::size_t>(mixedBits(hash >> 32)) & (m_slots.size() - 1);
    }
    void place(std::uint64_t slot)
    {
        std::size_t at = first(slot);
        while (m_slots[at] != 0)
            at = (at + 1) & (m_slots.size() - 1);
        m_slots[at] = slot;
    }
    void grow()
    {
        std::vector<std::uint64_t> old(m_slots.empty() ? 1024 : m_slots.size() * 2);
        old.swap(m_slots);
        for (const std::uint64_t slot : old)
            if (slot != 0)
                place(slot);
    }

    std::vector<std::uint64_t> m_slots; // upper half of the hash, row + 1; 0: free
    std::size_t m_size = 0;
};

} // namespace lamella::core
