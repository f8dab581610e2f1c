// SPDX-License-Identifier: GPL-3.0-or-later
// The form in which tables show JSON values and in which they are compared.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

// "[[16, 559], []]" on one line, however the file is indented.
[[nodiscard]] std::string oneLineJson(std::string_view raw);

// Without the blanks beside brackets, commas and colons, so that "[[16, 559" and "[[16,559" become the same.
[[nodiscard]] std::string withoutSpacing(std::string_view text);

} // namespace lamella::core
