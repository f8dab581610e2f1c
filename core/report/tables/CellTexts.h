// SPDX-License-Identifier: GPL-3.0-or-later
// Cell texts that several tables share.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace lamella::core {

// "16,1,1"
[[nodiscard]] std::string tripleText(const std::array<std::uint32_t, 3> &v);

} // namespace lamella::core
