// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ParseDouble.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <system_error>

namespace lamella::core {

namespace {

std::size_t digitsAt(std::string_view text, std::size_t at)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    return end - std::min(at, end);
}

// Length of [-]digits[.digits][e[+-]digits], 0 if the text does not begin with it.
std::size_t decimalLength(std::string_view text)
{
    std::size_t end = text.starts_with('-') ? 1 : 0;
    const std::size_t whole = digitsAt(text, end);
    end += whole;
    const std::size_t fraction = text.substr(end).starts_with('.') ? digitsAt(text, end + 1) : 0;
    if (whole + fraction == 0)
        return 0;
    if (fraction > 0 || text.substr(end).starts_with('.'))
        end += 1 + fraction;
    if (end < text.size() && asciiLower(text[end]) == 'e') {
        const std::size_t sign = end + 1 < text.size() && (text[end + 1] == '+' || text[end + 1] == '-') ? 1 : 0;
        if (const std::size_t digits = digitsAt(text, end + 1 + sign); digits > 0)
            end += 1 + sign + digits;
    }
    return end;
}

// Bytes of "nan", "inf" or "infinity" with its sign at the front; 0 if there is none.
std::size_t wordLength(std::string_view text, double &value)
{
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const std::string word = asciiLowered(text.substr(sign, 8));
    const bool isNan = word.starts_with("nan");
    if (!isNan && !word.starts_with("inf"))
        return 0;
    const double number = isNan ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    value = sign == 1 ? -number : number;
    return sign + (word == "infinity" ? 8 : 3);
}

} // namespace

std::from_chars_result parseDoublePortably(std::string_view text, double &value)
{
    const std::size_t length = decimalLength(text);
    if (length == 0) {
        const std::size_t word = wordLength(text, value);
        return {text.data() + word, word == 0 ? std::errc::invalid_argument : std::errc()};
    }
    std::istringstream stream{std::string(text.substr(0, length))};
    stream.imbue(std::locale::classic());
    double number = 0;
    stream >> number;
    // Too large and too small are errors of from_chars; streams give zero or a subnormal number for the latter.
    const bool outOfRange = stream.fail() || std::isinf(number)
        || (number == 0 && text.substr(0, std::min(text.find_first_of("eE"), length)).find_first_of("123456789") != text.npos);
    if (!outOfRange)
        value = number;
    return {text.data() + length, outOfRange ? std::errc::result_out_of_range : std::errc()};
}

std::from_chars_result parseDouble(std::string_view text, double &value)
{
#if defined(__cpp_lib_to_chars) && __cpp_lib_to_chars >= 201611L
    return std::from_chars(text.data(), text.data() + text.size(), value);
#else
    return parseDoublePortably(text, value);
#endif
}

std::optional<double> wholeDouble(std::string_view text)
{
    double value = 0;
    const auto [end, error] = parseDouble(text, value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

} // namespace lamella::core
