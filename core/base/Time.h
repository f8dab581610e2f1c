// SPDX-License-Identifier: GPL-3.0-or-later
// Time is int64 nanoseconds everywhere, never a double: at microseconds since 1970 a double has steps of 250 ns. Columns hold raw
// std::int64_t; function interfaces use these types.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace lamella::core {

struct DurationNs {
    std::int64_t value = 0;
    constexpr auto operator<=>(const DurationNs &) const = default;
    friend constexpr DurationNs operator+(DurationNs a, DurationNs b) { return {a.value + b.value}; }
    friend constexpr DurationNs operator-(DurationNs a, DurationNs b) { return {a.value - b.value}; }
};

// A point in time on the clock of the file (absolute ns as recorded). Subtract TraceDocument::zero() to get the displayed time.
struct TimeNs {
    std::int64_t value = 0;
    constexpr auto operator<=>(const TimeNs &) const = default;
    friend constexpr DurationNs operator-(TimeNs a, TimeNs b) { return {a.value - b.value}; }
    friend constexpr TimeNs operator+(TimeNs a, DurationNs b) { return {a.value + b.value}; }
};

// Half-open [begin, end).
struct TimeRange {
    TimeNs begin;
    TimeNs end;
    constexpr auto operator<=>(const TimeRange &) const = default;
    [[nodiscard]] constexpr DurationNs length() const { return end - begin; }
    [[nodiscard]] constexpr bool contains(TimeNs t) const { return begin <= t && t < end; }
    [[nodiscard]] constexpr bool overlaps(const TimeRange &o) const { return begin < o.end && o.begin < end; }
    [[nodiscard]] constexpr TimeRange united(const TimeRange &o) const
    {
        return {std::min(begin, o.begin), std::max(end, o.end)};
    }
};

} // namespace lamella::core
