// SPDX-License-Identifier: GPL-3.0-or-later
// A stretch of the inflated text with writable, padded memory around it, so that a parser may put '[' before and ']'
// behind the events and read past the end.
#pragma once

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
    static constexpr std::size_t kPadding = 128; // simdjson wants 64 behind the text

    std::uint64_t offset = 0; // of begin() in the inflated file
    std::uint32_t sequence = 0;
    bool last = false; // nothing follows in the file

    [[nodiscard]] char *begin() { return m_memory.get() + kFront; }
    [[nodiscard]] char *end() { return begin() + m_size; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t capacity() const { return m_capacity; }
    [[nodiscard]] std::string_view text() { return {begin(), m_size}; }

    // Keeps the text.
    void reserve(std::size_t bytes)
    {
        if (bytes <= m_capacity && m_memory)
            return;
        auto grown = std::unique_ptr<char[]>(new char[kFront + bytes + kPadding]); // not make_unique: no need to clear it
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
