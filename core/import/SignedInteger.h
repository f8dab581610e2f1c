// SPDX-License-Identifier: GPL-3.0-or-later
// Counts and times of a table. Ids of 64 bits keep their pattern (parseInteger), a count must not turn negative by it.
#pragma once

#include "core/import/TimestampParser.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

// As parseInteger, but nothing for what is above 2^63 - 1.
[[nodiscard]] inline std::optional<std::int64_t> parseSignedInteger(std::string_view token)
{
    const std::optional<std::int64_t> value = parseInteger(token);
    return value && *value < 0 && token.find('-') == std::string_view::npos ? std::nullopt : value;
}

} // namespace lamella::core
