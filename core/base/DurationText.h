// SPDX-License-Identifier: GPL-3.0-or-later
// Parses durations that users type: "1us", "2.5 ms".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

inline constexpr std::int64_t kHourNs = 3'600'000'000'000;

// Returns whole ns, rounded down. Units are ns, us, µs, ms and s; only 0 needs none, because a number without a unit is hardly
// ever meant in ns. Returns nothing for text that is not a duration, is negative or exceeds `longest` (at most 10^17).
[[nodiscard]] std::optional<std::int64_t> durationFromText(std::string_view text, std::int64_t longest = kHourNs);

} // namespace lamella::core
