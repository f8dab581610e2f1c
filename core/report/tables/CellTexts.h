// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of cells that several tables share.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamella::core {

// "16,1,1"
[[nodiscard]] std::string tripleText(const std::array<std::uint32_t, 3> &v);
// "[[16, 559], []]" however the file is indented: cells are one line.
[[nodiscard]] std::string oneLineJson(std::string_view raw);

} // namespace lamella::core
