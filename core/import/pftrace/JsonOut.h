// SPDX-License-Identifier: GPL-3.0-or-later
// Growing text, for writing many short pieces: everything is inline. The bytes after the text can be read, as NameInterner does.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace lamella::core::pftrace {

class JsonOut {
public:
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] const char *data() const { return m_text.get(); }
    [[nodiscard]] std::string_view view() const { return {m_text.get(), m_size}; }
    [[nodiscard]] char back() const { return m_size > 0 ? m_text[m_size - 1] : '\0'; }
    void set(std::size_t at, char c) { m_text[at] = c; }
    void resize(std::size_t smaller) { m_size = smaller; }
    void clear() { m_size = 0; }
    // The next part takes no texts beyond this many bytes.
    void startPart(std::size_t bytes)
    {
        m_max = m_size + bytes;
        m_ascii = true;
        m_cut = 0;
    }
    // False if a text has to be left out, because the part would become too large.
    [[nodiscard]] bool takes(std::string_view text)
    {
        const bool room = m_size < m_max && text.size() <= m_max - m_size;
        m_cut += room ? 0 : 1;
        return room;
    }
    [[nodiscard]] std::uint64_t cut() const { return m_cut; } // texts of the part that were left out
    // False once the part has text that is not ASCII, so that its UTF-8 may be damaged.
    void noteText(bool ascii) { m_ascii = m_ascii && ascii; }
    [[nodiscard]] bool ascii() const { return m_ascii; }

    void append(std::string_view text)
    {
        if (text.empty()) // which may be null
            return;
        reserve(text.size());
        std::memcpy(m_text.get() + m_size, text.data(), text.size());
        m_size += text.size();
    }
    // Reserves room for this many characters at the end; written() sets how many of them are used.
    [[nodiscard]] char *room(std::size_t bytes)
    {
        reserve(bytes);
        return m_text.get() + m_size;
    }
    void written(std::size_t bytes) { m_size += bytes; }
    void append(char c)
    {
        reserve(1);
        m_text[m_size++] = c;
    }
    template <typename Number> void appendNumber(Number value)
    {
        constexpr std::size_t kMax = 32;
        reserve(kMax);
        m_size = static_cast<std::size_t>(
            std::to_chars(m_text.get() + m_size, m_text.get() + m_size + kMax, value).ptr - m_text.get());
    }

private:
    static constexpr std::size_t kBehind = 64; // bytes that can be read
    void reserve(std::size_t more)
    {
        if (m_capacity - m_size < more)
            grow(more);
    }
    [[gnu::noinline]] void grow(std::size_t more)
    {
        const std::size_t capacity = std::max({std::size_t{256}, m_size + more, m_capacity * 2});
        auto grown = std::unique_ptr<char[]>(new char[capacity + kBehind]); // not make_unique, which would clear it
        if (m_size > 0)
            std::memcpy(grown.get(), m_text.get(), m_size);
        std::memset(grown.get() + capacity, 0, kBehind);
        m_text = std::move(grown);
        m_capacity = capacity;
    }

    std::unique_ptr<char[]> m_text;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
    std::size_t m_max = std::numeric_limits<std::size_t>::max(); // of m_size
    std::uint64_t m_cut = 0;
    bool m_ascii = true;
};

} // namespace lamella::core::pftrace
