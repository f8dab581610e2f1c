// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/ModelSize.h"

#include "core/base/AsciiCase.h"
#include "core/base/ParseDouble.h"

#include <array>
#include <string>
#include <utility>

namespace lamella::core {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

double unitOf(char c)
{
    switch (c) {
    case 'k':
        return 1e3;
    case 'm':
        return 1e6;
    case 'b':
        return 1e9;
    case 't':
        return 1e12;
    default:
        return 0;
    }
}

// The 8 of "8x" before "7b".
double expertsBefore(std::string_view name, std::size_t number)
{
    if (number < 2 || name[number - 1] != 'x' || !isDigit(name[number - 2]))
        return 1;
    std::size_t begin = number - 1;
    while (begin > 0 && isDigit(name[begin - 1]))
        --begin;
    double experts = 1;
    parseDouble(name.substr(begin, number - 1 - begin), experts);
    return experts;
}

// The first number with a unit at the end of a word.
std::optional<double> writtenSize(std::string_view name)
{
    for (std::size_t begin = 0; begin < name.size(); ++begin) {
        if (!isDigit(name[begin]) || (begin > 0 && (isDigit(name[begin - 1]) || name[begin - 1] == '.')))
            continue;
        std::size_t end = begin;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        std::string digits(name.substr(begin, end - begin));
        const bool startsWord = begin == 0 || !isLetter(name[begin - 1]);
        if (end + 1 < name.size() && isDigit(name[end + 1]) && (name[end] == '.' || (name[end] == '_' && startsWord))) {
            digits += '.';
            for (++end; end < name.size() && isDigit(name[end]); ++end)
                digits += name[end];
        }
        const double unit = end < name.size() ? unitOf(name[end]) : 0;
        if (unit == 0 || (end + 1 < name.size() && (isLetter(name[end + 1]) || isDigit(name[end + 1]))))
            continue;
        double value = 0;
        parseDouble(digits, value);
        return value * unit * expertsBefore(name, begin);
    }
    return std::nullopt;
}

std::optional<double> namedSize(std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, double>, 11> kSizes{
        {{"nano", 10e6}, {"tiny", 20e6}, {"mini", 50e6}, {"small", 124e6}, {"base", 150e6}, {"medium", 355e6}, {"large", 774e6},
            {"xl", 1.56e9}, {"xlarge", 1.56e9}, {"huge", 3e9}, {"xxl", 11e9}}};
    for (std::size_t begin = 0; begin < name.size();) {
        std::size_t end = begin;
        while (end < name.size() && isLetter(name[end]))
            ++end;
        for (const auto &[word, size] : kSizes)
            if (name.substr(begin, end - begin) == word)
                return size;
        begin = end + 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<double> modelSizeFromName(std::string_view name)
{
    const std::string lower = asciiLowered(name);
    const std::optional<double> written = writtenSize(lower);
    return written ? written : namedSize(lower);
}

} // namespace lamella::core
