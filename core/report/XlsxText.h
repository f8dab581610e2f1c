// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and sheet names in the form that a workbook allows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lamella::core {

// Valid UTF-8 without NUL and without characters that XML cannot encode (U+FFFE, U+FFFF become U+FFFD), at most `units` UTF-16
// units. A shortened text ends with "…" and sets `shortened`.
[[nodiscard]] std::string xlsxText(std::string_view text, std::size_t units, bool &shortened);
[[nodiscard]] std::string xlsxText(std::string_view text, std::size_t units);

// Name of a table's sheet; number counts from 1. At most 31 characters, without those that sheet names must not contain.
[[nodiscard]] std::string xlsxSheetName(std::string_view id, int number);

} // namespace lamella::core
