// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of values that a file chooses: with a salt of the process, so that no file can be made whose values all fall into one slot.
#pragma once

#include <chrono>
#include <cstdint>

namespace lamella::core {

// Each bit of the result depends on each bit of x. Source: the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
[[nodiscard]] constexpr std::uint64_t mixedBits(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

// From the clock and from the address at which the program was loaded.
[[nodiscard]] inline std::uint64_t hashSalt()
{
    static const int placed = 0;
    static const std::uint64_t salt =
        mixedBits(static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())
            ^ mixedBits(reinterpret_cast<std::uintptr_t>(&placed)));
    return salt;
}

// Start with hashSalt(); call it once for each value.
[[nodiscard]] constexpr std::uint64_t hashWith(std::uint64_t hash, std::uint64_t value)
{
    return mixedBits((hash + 0x9e3779b97f4a7c15U) ^ value);
}

} // namespace lamella::core
