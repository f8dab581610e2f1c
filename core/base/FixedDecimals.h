// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace lamella::core {

// `value` with `decimals` digits after the point, rounded half away from zero, in the C locale: (2.005, 2) -> "2.01".
[[nodiscard]] inline std::string fixedDecimals(double value, int decimals)
{
    std::string text(64, '\0');
    const double scale = std::pow(10.0, decimals);
    const auto [end, error] = std::to_chars(
        text.data(), text.data() + text.size(), std::round(value * scale) / scale, std::chars_format::fixed, decimals);
    text.resize(error == std::errc() ? static_cast<std::size_t>(end - text.data()) : 0);
    return text;
}

} // namespace lamella::core
