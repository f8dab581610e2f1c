// SPDX-License-Identifier: GPL-3.0-or-later
// Stores every distinct string of a trace once. Ids are dense, addresses never change, id 0 is "". While it is filled, one thread
// only; afterwards const and thread-safe.
#pragma once

#include "core/base/Ids.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

class StringPool {
public:
    StringPool();
    StringPool(const StringPool &) = delete;
    StringPool &operator=(const StringPool &) = delete;

    // The id of text, which is copied when new. Compares bytes, never hashes alone.
    StringId intern(std::string_view text);
    // The id of text, or an invalid id if the pool does not contain it.
    [[nodiscard]] StringId find(std::string_view text) const;
    // "" for an invalid id.
    [[nodiscard]] std::string_view view(StringId id) const
    {
        return id.value < m_views.size() ? m_views[id.value] : std::string_view{};
    }
    [[nodiscard]] std::size_t size() const { return m_views.size(); }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    char *allocate(std::size_t bytes);

    std::vector<std::string_view> m_views;
    std::unordered_map<std::string_view, std::uint32_t> m_index;
    std::vector<std::unique_ptr<char[]>> m_arena;
    std::size_t m_arenaBytes = 0;
    char *m_next = nullptr;
    std::size_t m_left = 0;
};

} // namespace lamella::core
