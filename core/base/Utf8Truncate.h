// SPDX-License-Identifier: GPL-3.0-or-later
// A text of a file cut to a length, without half a character at its end.
#pragma once

#include <cstddef>
#include <string_view>

namespace lamella::core {

// At most `bytes` of it.
[[nodiscard]] inline std::string_view truncateUtf8(std::string_view text, std::size_t bytes)
{
    if (text.size() <= bytes)
        return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0u) == 0x80u)
        --bytes;
    return text.substr(0, bytes);
}

} // namespace lamella::core
