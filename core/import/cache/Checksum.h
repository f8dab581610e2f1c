// SPDX-License-Identifier: GPL-3.0-or-later
// A fast 64-bit checksum for our own files: four lanes of multiply and rotate, about ten bytes a nanosecond. It finds damage, not
// forgery. Every step is a bijection of the word it takes in, so a change within one word of eight bytes always shows in its
// lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lamella::core {

// Pieces of a long text are chained: the result of one is the seed of the next. Other cuts give another result.
[[nodiscard]] std::uint64_t checksum64(std::string_view bytes, std::uint64_t seed = 0);

} // namespace lamella::core
