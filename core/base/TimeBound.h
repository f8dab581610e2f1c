// SPDX-License-Identifier: GPL-3.0-or-later
// The bound that all importers share on times, in ns on the clock of the file. An event that begins beyond it is kept without a
// time, one that ends beyond it without a duration; both are counted (bad_timestamp, bad_duration) and are no work.
#pragma once

#include <cstdint>

namespace lamella::core {

// The year 2043 as time since 1970. A quarter of what int64 holds: the distance of two times is at most half of it, so that two
// distances or four times can be added or subtracted. Sums over many events saturate (core/base/Saturate.h).
inline constexpr std::int64_t kLargestNs = INT64_MAX / 4;

[[nodiscard]] constexpr bool isWithinBound(std::int64_t ns)
{
    return ns >= -kLargestNs && ns <= kLargestNs;
}

// start: within the bound. A duration below 0 is none.
[[nodiscard]] constexpr bool endsWithinBound(std::int64_t start, std::int64_t duration)
{
    return duration <= kLargestNs - start;
}

} // namespace lamella::core
