// SPDX-License-Identifier: GPL-3.0-or-later
// The bound on times that all importers share, in ns on the clock of the file. An event that begins beyond it is stored without a
// time, one that ends beyond it without a duration; both are counted (bad_timestamp, bad_duration) and are not GPU work.
#pragma once

#include <cstdint>

namespace lamella::core {

// The year 2043 as time since 1970: a quarter of the range of int64, so that two differences or four times can be added or
// subtracted without overflow. Sums over many events saturate (core/base/Saturate.h).
inline constexpr std::int64_t kLargestNs = INT64_MAX / 4;

[[nodiscard]] constexpr bool isWithinBound(std::int64_t ns)
{
    return ns >= -kLargestNs && ns <= kLargestNs;
}

// `start` must be within the bound. Negative durations mean "none" and are accepted.
[[nodiscard]] constexpr bool endsWithinBound(std::int64_t start, std::int64_t duration)
{
    return duration <= kLargestNs - start;
}

} // namespace lamella::core
