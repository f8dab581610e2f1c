// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/DurationText.h"

#include <array>
#include <utility>

namespace lamella::core {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::optional<std::int64_t> durationFromText(std::string_view text, std::int64_t longest)
{
    static constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> kUnits{
        {{"ns", 1}, {"us", 1'000}, {"\u00b5s", 1'000}, {"\u03bcs", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};
    std::size_t at = 0;
    while (at < text.size() && (isDigit(text[at]) || text[at] == '.'))
        ++at;
    const std::string_view number = text.substr(0, at);
    if (text == "0")
        return 0;
    std::string_view unit = text.substr(at);
    while (!unit.empty() && unit.front() == ' ')
        unit.remove_prefix(1);
    std::int64_t scale = 0;
    for (const auto &[name, ns] : kUnits)
        if (name == unit)
            scale = ns;
    const std::size_t point = number.find('.');
    const bool digits = !number.empty() && number != "." && number.find('.', point + 1) == std::string_view::npos;
    if (scale == 0 || (point != std::string_view::npos && !digits) || number.empty())
        return std::nullopt;
    std::int64_t ns = 0;
    for (const char c : number.substr(0, point)) {
        ns = ns * 10 + (c - '0') * scale;
        if (ns > longest)
            return std::nullopt;
    }
    if (point != std::string_view::npos) {
        std::int64_t place = scale;
        for (const char c : number.substr(point + 1)) {
            place /= 10;
            ns += (c - '0') * place;
        }
    }
    return ns > longest ? std::nullopt : std::optional(ns);
}

} // namespace lamella::core
