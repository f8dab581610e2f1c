// SPDX-License-Identifier: GPL-3.0-or-later
// Truncates UTF-8 text without splitting a character.
#pragma once

#include <cstddef>
#include <string_view>

namespace lamella::core {

// The longest prefix of at most `bytes` bytes.
[[nodiscard]] inline std::string_view truncateUtf8(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0u) == 0x80u)
        --bytes;
    return text.substr(0, bytes);
}

} // namespace lamella::core
