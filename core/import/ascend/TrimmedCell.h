// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace lamella::core {

// A cell of an Ascend table without padding: times are followed by a tab, shapes have extra quotes.
[[nodiscard]] inline std::string_view trimmedCell(std::string_view cell)
{
    const auto drop = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"'; };
    while (!cell.empty() && drop(cell.front()))
        cell.remove_prefix(1);
    while (!cell.empty() && drop(cell.back()))
        cell.remove_suffix(1);
    return cell;
}

} // namespace lamella::core
