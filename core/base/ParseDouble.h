// SPDX-License-Identifier: GPL-3.0-or-later
// std::from_chars for double, which libc++ has only since version 20. Independent of the locale.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace lamella::core {

// As std::from_chars(first, last, value): the longest number that the text begins with; on errors `value` is unchanged.
std::from_chars_result parseDouble(std::string_view text, double &value);
// The number if it is the whole text.
[[nodiscard]] std::optional<double> wholeDouble(std::string_view text);

// The same as parseDouble() on every library: for those without, and for the test that compares both.
std::from_chars_result parseDoublePortably(std::string_view text, double &value);

} // namespace lamella::core
