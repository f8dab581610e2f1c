// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/StringPool.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {
// Block size grows with the pool, because many traces hold only a few kilobytes of names.
constexpr std::size_t kFirstBlock = std::size_t{4} << 10;
constexpr std::size_t kArenaBlock = std::size_t{256} << 10;
} // namespace

StringPool::StringPool()
{
    m_views.emplace_back();
    m_index.emplace(std::string_view{}, 0u);
}

StringId StringPool::intern(std::string_view text)
{
    if (const auto it = m_index.find(text); it != m_index.end())
        return StringId{it->second};
    char *bytes = allocate(text.size());
    std::memcpy(bytes, text.data(), text.size());
    const std::string_view stored{bytes, text.size()};
    const auto id = static_cast<std::uint32_t>(m_views.size());
    m_views.push_back(stored);
    m_index.emplace(stored, id);
    return StringId{id};
}

char *StringPool::allocate(std::size_t bytes)
{
    // A long string gets its own block, which leaves the rest of the shared block usable.
    const bool own = bytes > kArenaBlock / 4;
    if (own || bytes > m_left) {
        const std::size_t block = own ? bytes : std::max(bytes, std::clamp(m_arenaBytes, kFirstBlock, kArenaBlock));
        m_arena.push_back(std::make_unique_for_overwrite<char[]>(block));
        m_arenaBytes += block;
        if (own)
            return m_arena.back().get();
        m_next = m_arena.back().get();
        m_left = block;
    }
    char *start = m_next;
    m_next += bytes;
    m_left -= bytes;
    return start;
}

StringId StringPool::find(std::string_view text) const
{
    const auto it = m_index.find(text);
    return it == m_index.end() ? StringId{} : StringId{it->second};
}

std::size_t StringPool::memoryBytes() const
{
    return m_arenaBytes + m_views.size() * sizeof(std::string_view)
        + m_index.size() * (sizeof(std::string_view) + sizeof(std::uint32_t) + 2 * sizeof(void *));
}

} // namespace lamella::core
