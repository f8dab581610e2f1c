// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace lamella::core {

// Whether one of the parts occurs in the text.
template <class Parts = std::initializer_list<std::string_view>>
[[nodiscard]] bool containsAny(std::string_view text, const Parts &parts)
{
    return std::any_of(
        std::begin(parts), std::end(parts), [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

} // namespace lamella::core
