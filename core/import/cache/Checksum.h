// SPDX-License-Identifier: GPL-3.0-or-later
// A fast 64-bit checksum for our own files: four lanes of multiply and rotate, about 10 GB/s. It detects damage, not tampering.
// Every step is a bijection of its input word, so a change within one 8-byte word always changes the state of its lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lamella::core {

// To chain pieces of a long text, pass the result of one as the seed of the next. The result depends on how the text is split.
[[nodiscard]] std::uint64_t checksum64(std::string_view bytes, std::uint64_t seed = 0);

// Chained over pieces of kChecksumStep bytes, so that a long text can be read piece by piece.
inline constexpr std::size_t kChecksumStep = std::size_t{1} << 20;
[[nodiscard]] std::uint64_t checksumInSteps(std::string_view bytes);

} // namespace lamella::core
