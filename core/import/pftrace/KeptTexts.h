// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of the texts that packets declare for later ones, each text once. The bytes of a packet need not stay then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lamella::core::pftrace {

class KeptTexts {
public:
    static constexpr std::size_t kPadding = 16; // bytes behind a text that can be read

    // data() stays null if it is null.
    [[nodiscard]] std::string_view keep(std::string_view text)
    {
        if (text.data() == nullptr)
            return text;
        if (const auto known = m_texts.find(text); known != m_texts.end())
            return *known;
        if (m_left < text.size() + kPadding) {
            m_left = std::max(kPiece, text.size() + kPadding);
            m_next = m_pieces.emplace_back(std::make_unique<char[]>(m_left)).get();
            m_bytes += m_left;
        }
        char *const copy = m_next;
        std::memcpy(copy, text.data(), text.size());
        m_next += text.size();
        m_left -= text.size();
        return *m_texts.emplace(copy, text.size()).first;
    }
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes + m_texts.size() * kBytesOfEntry; }

private:
    static constexpr std::size_t kPiece = std::size_t{16} << 10;
    static constexpr std::uint64_t kBytesOfEntry = 64; // in a hash set

    std::vector<std::unique_ptr<char[]>> m_pieces;
    char *m_next = nullptr; // in the last piece
    std::size_t m_left = 0; // bytes of it
    std::uint64_t m_bytes = 0; // of all pieces
    std::unordered_set<std::string_view> m_texts;
};

} // namespace lamella::core::pftrace
