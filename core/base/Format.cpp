// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace lamella::core {

namespace {

constexpr const char *kNbsp = "\u00A0";

std::string fixed(double value, int decimals)
{
    std::array<char, 64> buffer{};
    // snprintf under the C locale that core runs in; value is finite and small by construction.
    const int n = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, value);
    return std::string(buffer.data(), static_cast<std::size_t>(n));
}

std::string scaled(double value, const char *unit)
{
    const int decimals = value < 100 ? (value < 10 ? 3 : 2) : (value < 1000 ? 1 : 0);
    return fixed(value, decimals) + kNbsp + unit;
}

} // namespace

std::string formatDuration(std::int64_t ns)
{
    const std::string sign = ns < 0 ? "\u2212" : "";
    const double v = std::abs(static_cast<double>(ns));
    if (v < 1e3)
        return sign + fixed(v, 0) + kNbsp + "ns";
    if (v < 1e6)
        return sign + scaled(v / 1e3, "µs");
    if (v < 1e9)
        return sign + scaled(v / 1e6, "ms");
    return sign + scaled(v / 1e9, "s");
}

std::string formatTime(std::int64_t nsFromZero)
{
    const std::string sign = nsFromZero < 0 ? "\u2212" : "";
    const std::uint64_t v = nsFromZero < 0 ? 0 - static_cast<std::uint64_t>(nsFromZero) : static_cast<std::uint64_t>(nsFromZero);
    std::string fraction = std::to_string(v % 1'000'000'000u);
    fraction.insert(0, 9 - fraction.size(), '0');
    return sign + std::to_string(v / 1'000'000'000u) + "." + fraction + kNbsp + "s";
}

std::string formatCount(std::int64_t value)
{
    std::string digits = std::to_string(value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value));
    for (std::size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, "\u2009");
    return (value < 0 ? "\u2212" : "") + digits;
}

std::string formatShare(double share)
{
    const double percent = share * 100;
    const std::string sign = percent < 0 ? "\u2212" : "";
    return sign + fixed(std::abs(percent), 1) + kNbsp + "%";
}

std::string formatBytes(std::int64_t bytes)
{
    const std::string sign = bytes < 0 ? "\u2212" : "";
    const double v = std::abs(static_cast<double>(bytes));
    if (v < 1e3)
        return sign + fixed(v, 0) + kNbsp + "B";
    if (v < 1e6)
        return sign + fixed(v / 1e3, 1) + kNbsp + "kB";
    if (v < 1e9)
        return sign + fixed(v / 1e6, 1) + kNbsp + "MB";
    return sign + fixed(v / 1e9, 2) + kNbsp + "GB";
}

} // namespace lamella::core
