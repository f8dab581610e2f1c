// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/TimestampParser.h"

#include "core/base/PerfettoTime.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamella::core {

namespace {

__extension__ typedef unsigned __int128 Wide; // not ISO C++, but supported by GCC and Clang

bool isDigit(char c)
{
    return static_cast<unsigned char>(c - '0') < 10;
}

// Strips trailing blanks and one pair of quotes.
std::string_view bare(std::string_view token)
{
    while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ')
        token.remove_suffix(1);
    if (token.size() >= 2 && token.front() == '"' && token.back() == '"')
        token = token.substr(1, token.size() - 2);
    return token;
}

struct Decimal {
    Wide digits = 0; // the significant digits kept
    long exponent = 0; // value = digits * 10^exponent
    bool negative = false;
    bool valid = false;
};

constexpr unsigned kPsPerNs = 1000;

// Further significant digits only count in the exponent: they are far below a nanosecond, or the value overflows.
constexpr int kKeptDigits = 36;

Decimal parseDecimal(std::string_view text)
{
    Decimal number;
    std::size_t i = 0;
    if (i < text.size() && (text[i] == '-' || text[i] == '+'))
        number.negative = text[i++] == '-';
    int kept = 0;
    bool any = false;
    const auto take = [&](bool isFraction) {
        for (; i < text.size() && isDigit(text[i]); ++i) {
            any = true;
            if (kept < kKeptDigits) {
                number.digits = number.digits * 10 + static_cast<unsigned>(text[i] - '0');
                kept += number.digits != 0 ? 1 : 0;
                number.exponent -= isFraction ? 1 : 0;
            } else {
                number.exponent += isFraction ? 0 : 1;
            }
        }
    };
    take(false);
    if (i < text.size() && text[i] == '.') {
        ++i;
        take(true);
    }
    if (!any)
        return number;
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        bool negative = false;
        if (i < text.size() && (text[i] == '-' || text[i] == '+'))
            negative = text[i++] == '-';
        long exponent = 0;
        bool digits = false;
        for (; i < text.size() && isDigit(text[i]); ++i) {
            exponent = std::min(exponent * 10 + (text[i] - '0'), 100'000L);
            digits = true;
        }
        if (!digits)
            return number;
        number.exponent += negative ? -exponent : exponent;
    }
    number.valid = i == text.size();
    return number;
}

} // namespace

ParsedNs parseMicrosecondsSlow(std::string_view token)
{
    Decimal number = parseDecimal(bare(token));
    if (!number.valid)
        return {};
    number.exponent += 6; // microseconds to picoseconds
    constexpr Wide kMax = static_cast<Wide>(kLargestNs) * kPsPerNs;
    while (number.exponent > 0 && number.digits != 0) {
        number.digits *= 10;
        --number.exponent;
        if (number.digits > kMax)
            return {0, NumberStatus::Overflow};
    }
    bool roundUp = false;
    for (; number.exponent < 0 && number.digits != 0; ++number.exponent) {
        roundUp = number.digits % 10 >= 5;
        number.digits /= 10;
    }
    if (number.exponent < 0)
        roundUp = false; // all digits are further to the right
    // Rounds from the digits, not from the rounded picoseconds, otherwise 0.4999996 ns would become 1.
    const Wide nanoseconds = (number.digits + kPsPerNs / 2) / kPsPerNs;
    if (nanoseconds > static_cast<Wide>(kLargestNs))
        return {0, NumberStatus::Overflow};
    const auto ns = static_cast<std::int64_t>(nanoseconds);
    const int half = static_cast<int>(kPsPerNs / 2);
    const int ps = static_cast<int>(number.digits + kPsPerNs / 2 - nanoseconds * kPsPerNs) - half + (roundUp ? 1 : 0);
    return {number.negative ? -ns : ns, NumberStatus::Ok, static_cast<std::int16_t>(number.negative ? -ps : ps), true};
}

namespace {

// Digits as Perfetto adds them up, without a check for overflow: a two's complement number that wraps.
struct WrappedDigits {
    std::uint64_t value = 0;
    std::uint64_t scale = 1; // 10 to the number of digits, wrapped
    bool any = false;
};

WrappedDigits takeDigits(std::string_view &text)
{
    WrappedDigits digits;
    for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1)) {
        digits.value = digits.value * 10 + static_cast<unsigned>(text.front() - '0');
        digits.scale *= 10;
        digits.any = true;
    }
    return digits;
}

double asSigned(const WrappedDigits &digits)
{
    return static_cast<double>(static_cast<std::int64_t>(digits.value));
}

} // namespace

std::optional<std::int64_t> perfettoParsedNs(std::string_view token)
{
    std::string_view text = bare(token);
    const bool negative = text.starts_with('-');
    text.remove_prefix(negative ? 1 : 0);
    const WrappedDigits whole = takeDigits(text);
    double micros = asSigned(whole);
    bool any = whole.any;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        const WrappedDigits fraction = takeDigits(text);
        any = any || fraction.any;
        micros += asSigned(fraction) / static_cast<double>(fraction.scale);
    }
    if (any && (text.starts_with('e') || text.starts_with('E'))) {
        text.remove_prefix(1);
        const bool divides = text.starts_with('-');
        text.remove_prefix(divides || text.starts_with('+') ? 1 : 0);
        const WrappedDigits exponent = takeDigits(text);
        any = exponent.any;
        const double power = std::pow(10, asSigned(exponent));
        micros = divides ? micros / power : micros * power;
    }
    constexpr double kLargestMicros = static_cast<double>(kLargestNs / 1000);
    if (!any || !text.empty() || !(std::abs(micros) <= kLargestMicros)) // not for NaN either
        return std::nullopt;
    return perfettoRounded(negative ? -micros : micros);
}

bool microsecondsLost(std::string_view token)
{
    const std::string_view text = bare(token);
    if (text.find_first_of("eE") == std::string_view::npos)
        return false;
    const Decimal number = parseDecimal(text);
    return number.valid && number.digits != 0 && number.exponent > 0;
}

std::optional<std::int64_t> parseIntegerSlow(std::string_view token)
{
    const std::string_view text = bare(token);
    const bool negative = !text.empty() && text.front() == '-';
    std::size_t i = negative ? 1 : 0;
    if (i == text.size())
        return std::nullopt;
    Wide value = 0;
    for (; i < text.size(); ++i) {
        if (!isDigit(text[i]))
            return std::nullopt;
        value = value * 10 + static_cast<unsigned>(text[i] - '0');
        // Unsigned 64-bit ids and addresses keep their bit pattern.
        if (value > std::numeric_limits<std::uint64_t>::max())
            return std::nullopt;
    }
    const auto bits = static_cast<std::uint64_t>(value);
    if (negative && bits > std::uint64_t{1} << 63)
        return std::nullopt;
    return static_cast<std::int64_t>(negative ? ~bits + 1 : bits);
}

std::optional<std::int64_t> parseWholeNumber(std::string_view token)
{
    if (const std::optional<std::int64_t> integer = parseInteger(token))
        return integer;
    const std::string_view text = bare(token);
    const std::size_t point = text.find('.');
    if (point == std::string_view::npos || point + 1 == text.size()
        || text.find_first_not_of('0', point + 1) != std::string_view::npos)
        return std::nullopt;
    return parseInteger(text.substr(0, point));
}

} // namespace lamella::core
