// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences in lines of a terminal's width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lamella::core {

// Valid UTF-8 in lines of at most `width` columns, broken at blanks and beside characters that take two columns; lines after the
// first begin with `indent` blanks. A word that is longer than a line is broken where the line ends. Width 0: the text as it is.
[[nodiscard]] std::string wrappedText(std::string_view text, std::size_t width, std::size_t indent = 0);

} // namespace lamella::core
