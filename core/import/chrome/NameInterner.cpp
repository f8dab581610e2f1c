// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/NameInterner.h"

#include <algorithm>

namespace lamella::core {

namespace {
// Small at first: each worker has its own table, and clearing a large one takes as long as opening a small file.
constexpr std::size_t kFirstSlots = 256;
constexpr std::size_t kFirstArenaBytes = std::size_t{4} << 10;
constexpr std::size_t kArenaBytes = std::size_t{256} << 10;
} // namespace

NameInterner::NameInterner()
    : m_slots(kFirstSlots)
    , m_mask(kFirstSlots - 1)
{
    m_views.emplace_back();
}

std::uint32_t NameInterner::insert(std::string_view text, std::uint64_t hash, std::size_t at)
{
    if (text.size() > m_left) {
        m_left = std::max(m_arena.empty() ? kFirstArenaBytes : kArenaBytes, text.size());
        m_arena.emplace_back(new char[m_left]);
        m_arenaBytes += m_left;
        m_next = m_arena.back().get();
    }
    std::memcpy(m_next, text.data(), text.size());
    const auto id = static_cast<std::uint32_t>(m_views.size());
    m_slots[at] = {hash, m_next, id, static_cast<std::uint32_t>(text.size())};
    m_views.emplace_back(m_next, text.size());
    m_next += text.size();
    m_left -= text.size();
    if (m_views.size() * 2 > m_slots.size())
        grow();
    return id;
}

void NameInterner::grow()
{
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    m_mask = m_slots.size() - 1;
    for (const Slot &slot : old) {
        if (slot.text == nullptr)
            continue;
        std::size_t at = slot.hash & m_mask;
        while (m_slots[at].text != nullptr)
            at = (at + 1) & m_mask;
        m_slots[at] = slot;
    }
}

} // namespace lamella::core
