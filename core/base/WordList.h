// SPDX-License-Identifier: GPL-3.0-or-later
// Words in one text, separated by blanks: "--by --min-gap".
#pragma once

#include <algorithm>
#include <string_view>

namespace lamella::core {

// Calls with each word until one call is true. Returns whether one was.
template <class Call> bool anyWord(std::string_view list, Call &&call)
{
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(' ', at), list.size());
        if (end > at && call(list.substr(at, end - at)))
            return true;
        at = end + 1;
    }
    return false;
}

[[nodiscard]] inline bool hasWord(std::string_view list, std::string_view word)
{
    return anyWord(list, [word](std::string_view each) { return each == word; });
}

} // namespace lamella::core
