// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as text for users: the one place that decides units, rounding and grouping. UTF-8, independent of the locale.
#pragma once

#include <cstdint>
#include <string>

namespace lamella::core {

// Four significant digits in a fitting unit: "812 ns", "55.32 µs", "10.00 ms", "1.569 s". The minus sign is U+2212, the space
// U+00A0.
[[nodiscard]] std::string formatDuration(std::int64_t ns);
// Seconds with nine decimals from zero, as Perfetto shows them: "0.465270103 s".
[[nodiscard]] std::string formatTime(std::int64_t nsFromZero);
// Thin spaces (U+2009) between groups of three: "1 465 204".
[[nodiscard]] std::string formatCount(std::int64_t value);
// "24.9 %" from 0.249, with U+00A0 before the percent sign; no minus on a share that rounds to 0.
[[nodiscard]] std::string formatShare(double share);
// "25 %" from 0.249, with a plain space, for use inside sentences of checks and reasons.
[[nodiscard]] std::string wholePercent(double share);
// Decimal units and three significant digits: "76.4 MB", "1.28 GB".
[[nodiscard]] std::string formatBytes(std::int64_t bytes);

} // namespace lamella::core
