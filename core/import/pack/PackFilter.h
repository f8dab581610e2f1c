// SPDX-License-Identifier: GPL-3.0-or-later
// Makes columns of numbers compress better: each block is stored as differences, or with first all low bytes of its numbers, then
// all next ones, whichever is shorter. Reversible for any bytes.
#pragma once

#include <string>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::string packFiltered(std::string_view bytes);
// Nothing that packFiltered() has not made gives `bytes` bytes: false.
[[nodiscard]] bool packUnfiltered(std::string_view filtered, char *to, std::size_t bytes);

} // namespace lamella::core
