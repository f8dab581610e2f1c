// SPDX-License-Identifier: GPL-3.0-or-later
// Converts decimal microseconds, as JSON number or string, exactly to int64 nanoseconds. Never through a double, which has steps
// of 250 ns at microseconds since 1970. Also parses small integers from the same tokens.
#pragma once

#include "core/base/TimeBound.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

enum class NumberStatus : std::uint8_t {
    Ok,
    NotANumber, // null, text, NaN, trailing characters
    Overflow // a number, but beyond kLargestNs
};

struct ParsedNs {
    std::int64_t ns = 0; // nearest, halves away from zero
    NumberStatus status = NumberStatus::NotANumber;
    std::int16_t ps = 0; // remainder in ps relative to ns: -500 ... 500
    bool slow = false; // read by parseMicrosecondsSlow(): Perfetto may compute other nanoseconds than perfettoNs()
};

// Accepts any notation: sign, quotes, more than three decimals (rounded half away from zero), exponents. Blanks after the token
// are allowed, because simdjson's raw tokens include them.
[[nodiscard]] ParsedNs parseMicrosecondsSlow(std::string_view token);

// Inline fast path for the usual form, "1712345678901234.567"; otherwise calls the function above.
[[nodiscard]] inline ParsedNs parseMicroseconds(std::string_view token)
{
    const char *p = token.data();
    const char *const end = p + token.size();
    std::uint64_t whole = 0;
    while (p != end && static_cast<unsigned char>(*p - '0') < 10)
        whole = whole * 10 + static_cast<unsigned char>(*p++ - '0');
    const auto wholeDigits = p - token.data();
    std::uint64_t fraction = 0;
    std::ptrdiff_t decimals = 0;
    if (p != end && *p == '.') {
        const char *const from = ++p;
        while (p != end && static_cast<unsigned char>(*p - '0') < 10)
            fraction = fraction * 10 + static_cast<unsigned char>(*p++ - '0');
        decimals = p - from;
        if (decimals == 0)
            return parseMicrosecondsSlow(token);
    }
    while (p != end && static_cast<unsigned char>(*p) <= ' ')
        ++p;
    if (p != end || wholeDigits == 0 || wholeDigits > 16 || decimals > 3)
        return parseMicrosecondsSlow(token);
    static constexpr std::uint64_t kScale[] = {0, 100, 10, 1};
    if (whole >= static_cast<std::uint64_t>(kLargestNs / 1000))
        return parseMicrosecondsSlow(token);
    return {static_cast<std::int64_t>(whole * 1000 + fraction * kScale[decimals]), NumberStatus::Ok};
}

// The value that Perfetto (v54 to v58, StringToDouble() of its JSON parser) computes for a number: the digits before and after
// the point are each an int64 and the divisor of the fraction is a uint64, which wraps from 20 decimals on. Nothing if Perfetto
// reads no number either, or no time.
[[nodiscard]] std::optional<std::int64_t> perfettoParsedNs(std::string_view token);

// True for numbers with an exponent whose digits do not reach single microseconds: 1.76425E+15 can be any time within 10^10 us.
[[nodiscard]] bool microsecondsLost(std::string_view token);

// A whole number, plain or quoted; nothing for fractions, exponents and overflow.
[[nodiscard]] std::optional<std::int64_t> parseIntegerSlow(std::string_view token);
[[nodiscard]] inline std::optional<std::int64_t> parseInteger(std::string_view token)
{
    const char *p = token.data();
    const char *const end = p + token.size();
    std::int64_t value = 0;
    while (p != end && static_cast<unsigned char>(*p - '0') < 10 && p - token.data() < 18)
        value = value * 10 + (*p++ - '0');
    const bool digits = p != token.data();
    while (p != end && static_cast<unsigned char>(*p) <= ' ')
        ++p;
    return digits && p == end ? value : parseIntegerSlow(token);
}
// The same, also as "512.0": numbers of traces that went through a table of floats.
[[nodiscard]] std::optional<std::int64_t> parseWholeNumber(std::string_view token);

} // namespace lamella::core
