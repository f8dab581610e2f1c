// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/UserLimits.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

namespace {

std::optional<std::uint64_t> wholeNumber(const char *text)
{
    const std::string_view digits(text ? text : "");
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return !digits.empty() && error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

} // namespace

ImportLimits withUserLimits(
    const ImportLimits &limits, const char *ratio, const char *gigabytes, const char *eventMegabytes, const char *memoryMegabytes)
{
    constexpr std::uint64_t kGigabyte = 1'000'000'000;
    constexpr std::uint64_t kMegabyte = 1'000'000;
    const ImportLimits own;
    ImportLimits result = limits;
    if (const auto number = wholeNumber(ratio); number && limits.maxRatio == own.maxRatio)
        result.maxRatio = static_cast<std::uint32_t>(std::min<std::uint64_t>(*number, std::numeric_limits<std::uint32_t>::max()));
    if (const auto number = wholeNumber(gigabytes); number && limits.maxRawBytes == own.maxRawBytes)
        result.maxRawBytes = std::min(*number, std::numeric_limits<std::uint64_t>::max() / kGigabyte) * kGigabyte;
    if (const auto number = wholeNumber(eventMegabytes); number && limits.maxEventBytes == own.maxEventBytes)
        result.maxEventBytes = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(*number, std::numeric_limits<std::uint32_t>::max() / kMegabyte) * kMegabyte);
    if (const auto number = wholeNumber(memoryMegabytes); number && !limits.maxMemoryBytes)
        result.maxMemoryBytes = std::min(*number, std::numeric_limits<std::uint64_t>::max() / kMegabyte) * kMegabyte;
    return result;
}

ImportLimits withUserLimits(const ImportLimits &limits)
{
    static const auto environment = [](const char *name) {
        const char *value = std::getenv(name);
        return value ? std::optional<std::string>(value) : std::nullopt;
    };
    static const std::optional<std::string> ratio = environment("LAMELLA_MAX_RATIO");
    static const std::optional<std::string> gigabytes = environment("LAMELLA_MAX_GIGABYTES");
    static const std::optional<std::string> event = environment("LAMELLA_MAX_EVENT_MEGABYTES");
    static const std::optional<std::string> memory = environment("LAMELLA_MAX_MEMORY_MEGABYTES");
    static const auto text = [](const std::optional<std::string> &value) { return value ? value->c_str() : nullptr; };
    return withUserLimits(limits, text(ratio), text(gigabytes), text(event), text(memory));
}

} // namespace lamella::core
