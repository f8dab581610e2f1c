// SPDX-License-Identifier: GPL-3.0-or-later
// How Perfetto parses decimal microseconds: whole numbers exactly, fractions through a double. Links into Perfetto and trace
// bounds must reproduce its rounding, otherwise a selection by ts and dur finds nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace lamella::core {

// Of microseconds that Perfetto has parsed as a double, which must fit: rounded, and those that are whole multiplied exactly.
[[nodiscard]] inline std::int64_t perfettoRounded(double micros)
{
    return micros == std::trunc(micros) ? static_cast<std::int64_t>(micros) * 1000 : std::llround(micros * 1000.0);
}

// The nanoseconds that Perfetto (v52 and later) computes for a timestamp or duration recorded in microseconds with up to three
// decimals: exact below 30 days, up to 250 ns off for times since 1970. A fraction that the double sum rounds to a whole number
// of microseconds is converted as that whole number.
[[nodiscard]] inline std::int64_t perfettoNs(std::int64_t exactNs)
{
    const std::int64_t micros = exactNs / 1000;
    const std::int64_t rest = exactNs % 1000;
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() / 1000 - 1; // so that rounding up cannot overflow
    if (rest == 0 || micros > kLargest || micros < -kLargest)
        return exactNs;
    return perfettoRounded(static_cast<double>(micros) + static_cast<double>(rest) / 1000.0);
}

} // namespace lamella::core
