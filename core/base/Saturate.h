// SPDX-License-Identifier: GPL-3.0-or-later
// Saturating sums of times, which a file may set to any value: they stop at the limits of int64 instead of wrapping round.
#pragma once

#include <cstdint>

namespace lamella::core {

[[nodiscard]] inline std::int64_t addSaturated(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? INT64_MIN : INT64_MAX;
    return sum;
}

[[nodiscard]] inline std::int64_t subtractSaturated(std::int64_t a, std::int64_t b)
{
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return a < 0 ? INT64_MIN : INT64_MAX;
    return difference;
}

} // namespace lamella::core
