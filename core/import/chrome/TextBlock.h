// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the inflated text in padded, writable memory, so that a parser can put '[' before and ']' after the events and read
// past the end.
#pragma once

#include "core/import/EventBlocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace lamella::core {

class TextBlock {
public:
    static constexpr std::size_t kFront = 64;
    static constexpr std::size_t kPadding = 128; // simdjson needs 64 bytes after the text

    std::uint64_t offset = 0; // position of begin() in the inflated file
    std::uint32_t sequence = 0;
    bool last = false; // the last block of the file
    bool made = false; // without text: the block of EventBlocks with the number `sequence`
    EventBlocks::Stored stored; // of such a block

    [[nodiscard]] char *begin() { return m_memory.get() + kFront; }
    [[nodiscard]] char *end() { return begin() + m_size; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] std::string_view text() { return {begin(), m_size}; }

    // Preserves the text.
    void reserve(std::size_t bytes)
    {
        if (bytes <= m_capacity && m_memory)
            return;
        auto grown = std::unique_ptr<char[]>(new char[kFront + bytes + kPadding]); // not make_unique, which would clear it
        std::memset(grown.get(), ' ', kFront);
        if (m_size > 0)
            std::memcpy(grown.get() + kFront, begin(), m_size);
        m_memory = std::move(grown);
        m_capacity = bytes;
    }
    void setSize(std::size_t bytes)
    {
        m_size = bytes;
        if (m_memory)
            std::memset(end(), ' ', kPadding);
    }
    void append(std::string_view more)
    {
        if (m_size + more.size() > m_capacity)
            reserve(std::max(m_size + more.size(), m_capacity + m_capacity / 2));
        std::memcpy(end(), more.data(), more.size());
        setSize(m_size + more.size());
    }
    // Moves the text from `from` on to the front.
    void dropFront(std::size_t from)
    {
        std::memmove(begin(), begin() + from, m_size - from);
        offset += from;
        setSize(m_size - from);
    }
    void release()
    {
        m_memory.reset();
        m_capacity = m_size = 0;
    }

private:
    std::unique_ptr<char[]> m_memory;
    std::size_t m_capacity = 0;
    std::size_t m_size = 0;
};

} // namespace lamella::core
