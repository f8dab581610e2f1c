// SPDX-License-Identifier: GPL-3.0-or-later
// Cell texts that several tables share.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

// "16,1,1"
[[nodiscard]] std::string tripleText(const std::array<std::uint32_t, 3> &v);
// "[[16, 559], []]" on one line, however the file is indented.
[[nodiscard]] std::string oneLineJson(std::string_view raw);

} // namespace lamella::core
