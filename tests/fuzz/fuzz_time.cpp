// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer on the parser of times: the quick way, the slow way and plain arithmetic on digits agree.
#include "core/import/TimestampParser.h"
#include "tests/fuzz/FuzzedFile.h"

#include <optional>
#include <string_view>

using namespace lamella;

namespace {

// Nanoseconds of "digits" or "digits.digits", rounded half up; nothing for other notations and beyond the limit.
std::optional<std::int64_t> plainMicroseconds(std::string_view token)
{
    const std::size_t point = token.find('.');
    const std::string_view whole = token.substr(0, point);
    const std::string_view fraction = point == std::string_view::npos ? std::string_view("0") : token.substr(point + 1);
    const auto digits = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    if (!digits(whole) || !digits(fraction) || whole.size() > 16 || (whole.size() > 1 && whole.front() == '0'))
        return std::nullopt;
    std::uint64_t ns = 0; // 19 digits and a carry fit
    for (const char c : whole)
        ns = ns * 10 + static_cast<unsigned>(c - '0');
    for (std::size_t i = 0; i < 3; ++i)
        ns = ns * 10 + (i < fraction.size() ? static_cast<unsigned>(fraction[i] - '0') : 0u);
    if (fraction.size() > 3 && fraction[3] >= '5')
        ++ns;
    return ns <= static_cast<std::uint64_t>(core::kLargestNs) ? std::optional(static_cast<std::int64_t>(ns)) : std::nullopt;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view token(reinterpret_cast<const char *>(data), size);
    const core::ParsedNs quick = core::parseMicroseconds(token);
    const core::ParsedNs slow = core::parseMicrosecondsSlow(token);
    fuzz::require(quick.status == slow.status && (quick.status != core::NumberStatus::Ok || quick.ns == slow.ns));
    fuzz::require(quick.status != core::NumberStatus::Ok || (quick.ns <= core::kLargestNs && quick.ns >= -core::kLargestNs));
    if (const auto plain = plainMicroseconds(token))
        fuzz::require(quick.status == core::NumberStatus::Ok && quick.ns == *plain);
    fuzz::require(core::parseInteger(token) == core::parseIntegerSlow(token));
    return 0;
}
