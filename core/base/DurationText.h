// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of time as people type them: "1us", "2.5 ms", "300" (ns).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

inline constexpr std::int64_t kHourNs = 3'600'000'000'000;

// Whole ns, rounded down; units ns, us, µs, ms, s, none = ns. Nothing for text that is no length, is below zero, or is longer
// than `longest`, at most 10^17.
[[nodiscard]] std::optional<std::int64_t> durationFromText(std::string_view text, std::int64_t longest = kHourNs);

} // namespace lamella::core
