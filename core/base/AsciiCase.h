// SPDX-License-Identifier: GPL-3.0-or-later
// Small letters for large ones in ASCII, whatever the locale of the process; other bytes stay as they are. Names of kernels,
// categories and columns are compared so.
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
