// SPDX-License-Identifier: GPL-3.0-or-later
// Searches that only some C libraries have; uses those of the C library where they exist, for speed.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace lamella::core {

// The last `c` of [from, end); null if there is none.
[[nodiscard]] inline const char *findLast(const char *from, const char *end, char c)
{
#ifdef __linux__
    return static_cast<const char *>(::memrchr(from, c, static_cast<std::size_t>(end - from)));
#else
    while (end > from)
        if (*--end == c)
            return end;
    return nullptr;
#endif
}

// The first occurrence of the piece, which must not be empty, in the text; null if there is none.
[[nodiscard]] inline const char *findFirst(std::string_view text, std::string_view piece)
{
#ifdef __linux__
    return static_cast<const char *>(::memmem(text.data(), text.size(), piece.data(), piece.size()));
#else
    const std::size_t at = text.find(piece);
    return at == std::string_view::npos ? nullptr : text.data() + at;
#endif
}

} // namespace lamella::core
