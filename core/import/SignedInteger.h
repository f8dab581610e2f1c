// SPDX-License-Identifier: GPL-3.0-or-later
// Parses counts and times of tables. parseInteger() keeps the bit pattern of 64-bit ids, but a count must not become negative
// that way.
#pragma once

#include "core/import/TimestampParser.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

// Like parseInteger(), but returns nothing for values above 2^63 - 1.
[[nodiscard]] inline std::optional<std::int64_t> parseSignedInteger(std::string_view token)
{
    const std::optional<std::int64_t> value = parseInteger(token);
    return value && *value < 0 && token.find('-') == std::string_view::npos ? std::nullopt : value;
}

} // namespace lamella::core
