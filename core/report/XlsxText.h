// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and names as a workbook can hold them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lamella::core {

// Valid UTF-8 without NUL and without what XML cannot say (U+FFFE, U+FFFF become U+FFFD), at most `units` UTF-16 units long; what
// is longer ends with "…" and sets `cut`.
[[nodiscard]] std::string xlsxText(std::string_view text, std::size_t units, bool &cut);
[[nodiscard]] std::string xlsxText(std::string_view text, std::size_t units);

// A name for the number-th sheet (from 1) of a table: at most 31 characters, without those that a sheet's name must not have.
[[nodiscard]] std::string xlsxSheetName(std::string_view id, int number);

} // namespace lamella::core
