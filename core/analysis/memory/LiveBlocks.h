// SPDX-License-Identifier: GPL-3.0-or-later
// The block that lives at an address of a device: a hash table with open addressing, because a log has millions of allocations of
// which few are live at once. One thread at a time.
#pragma once

#include "core/base/SaltedHash.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

class LiveBlocks {
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    LiveBlocks()
        : m_slots(1024)
    {
    }
    void set(std::uint64_t address, std::int16_t device, std::uint32_t block)
    {
        Slot &slot = m_slots[find(address, device)];
        if (slot.block == kNone && (++m_size) * 2 > m_slots.size()) {
            grow();
            m_slots[find(address, device)] = {address, block, device};
            return;
        }
        slot = {address, block, device};
    }
    // kNone: nothing is live there.
    [[nodiscard]] std::uint32_t at(std::uint64_t address, std::int16_t device) const
    {
        return m_slots[find(address, device)].block;
    }
    // The block that was live there until now.
    std::uint32_t take(std::uint64_t address, std::int16_t device)
    {
        std::size_t hole = find(address, device);
        const std::uint32_t block = m_slots[hole].block;
        if (block == kNone)
            return kNone;
        --m_size;
        // Those after it move up, so that a search never finds a hole before its entry.
        for (std::size_t at = next(hole); m_slots[at].block != kNone; at = next(at)) {
            const std::size_t wanted = first(m_slots[at].address, m_slots[at].device);
            if (((at - wanted) & (m_slots.size() - 1)) >= ((at - hole) & (m_slots.size() - 1))) {
                m_slots[hole] = m_slots[at];
                hole = at;
            }
        }
        m_slots[hole] = {};
        return block;
    }

private:
    struct Slot {
        std::uint64_t address = 0;
        std::uint32_t block = kNone;
        std::int16_t device = 0;
    };
    [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & (m_slots.size() - 1); }
    [[nodiscard]] std::size_t first(std::uint64_t address, std::int16_t device) const
    {
        return static_cast<std::size_t>(hashWith(hashWith(m_salt, address), static_cast<std::uint16_t>(device)))
            & (m_slots.size() - 1);
    }
    // Its slot, or the free one where it would be.
    [[nodiscard]] std::size_t find(std::uint64_t address, std::int16_t device) const
    {
        std::size_t at = first(address, device);
        while (m_slots[at].block != kNone && (m_slots[at].address != address || m_slots[at].device != device))
            at = next(at);
        return at;
    }
    void grow()
    {
        std::vector<Slot> old(m_slots.size() * 2);
        old.swap(m_slots);
        for (const Slot &slot : old)
            if (slot.block != kNone)
                m_slots[find(slot.address, slot.device)] = slot;
    }

    std::uint64_t m_salt = hashSalt();
    std::vector<Slot> m_slots;
    std::size_t m_size = 0;
};

} // namespace lamella::core
