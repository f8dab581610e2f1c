// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"

#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace lamella::core {

namespace {

constexpr const char *kNbsp = "\u00A0";
constexpr const char *kMinus = "\u2212";

struct Unit {
    double scale;
    const char *name;
};

// Not printf: it uses the locale of the process, which QCoreApplication sets to the user's.
std::string fixed(double value, int decimals)
{
    std::array<char, 340> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string("?");
}

// Four significant digits. Each bound is where rounding would carry into another digit ("10.00", never "10.000").
std::string fourDigits(double value)
{
    return fixed(value, value < 9.9995 ? 3 : value < 99.995 ? 2 : value < 999.95 ? 1 : 0);
}

// The first unit in which the rounded value is below 1000, or the last unit.
// `end`: what is rounded to the next power of ten takes the next unit.
const Unit &unitFor(double value, std::span<const Unit> units, double end = 999.95)
{
    for (const Unit &unit : units)
        if (value / unit.scale < end)
            return unit;
    return units.back();
}

} // namespace

std::string formatDuration(std::int64_t ns)
{
    static constexpr std::array<Unit, 3> kUnits{{{1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};
    const double value = std::abs(static_cast<double>(ns));
    const std::string sign = ns < 0 ? kMinus : "";
    if (value < 1e3)
        return sign + fixed(value, 0) + kNbsp + "ns";
    const Unit &unit = unitFor(value, kUnits);
    return sign + fourDigits(value / unit.scale) + kNbsp + unit.name;
}

std::string formatTime(std::int64_t nsFromZero)
{
    const std::string sign = nsFromZero < 0 ? kMinus : "";
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
    return (value < 0 ? kMinus : "") + digits;
}

std::string formatShare(double share)
{
    const std::string digits = fixed(std::abs(share * 100), 1);
    // A share that rounds to zero gets no sign.
    return (share < 0 && digits != "0.0" ? kMinus : "") + digits + kNbsp + "%";
}

std::string wholePercent(double share)
{
    return std::to_string(std::lround(share * 100)) + " %";
}

std::string formatBytes(std::int64_t bytes)
{
    static constexpr std::array<Unit, 4> kUnits{{{1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
    const double value = std::abs(static_cast<double>(bytes));
    const std::string sign = bytes < 0 ? kMinus : "";
    if (value < 1e3)
        return sign + fixed(value, 0) + kNbsp + "B";
    const Unit &unit = unitFor(value, kUnits, 999.5);
    const double shown = value / unit.scale;
    return sign + fixed(shown, shown < 9.995 ? 2 : shown < 99.95 ? 1 : 0) + kNbsp + unit.name;
}

} // namespace lamella::core
