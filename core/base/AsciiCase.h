// SPDX-License-Identifier: GPL-3.0-or-later
// ASCII lower case, independent of the locale; bytes outside A-Z are unchanged. For case-insensitive comparison of the names of
// kernels, categories and columns.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] constexpr char asciiLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

[[nodiscard]] inline std::string asciiLowered(std::string_view text)
{
    std::string lowered(text);
    std::transform(lowered.begin(), lowered.end(), lowered.begin(), asciiLower);
    return lowered;
}

} // namespace lamella::core
