// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers for the JSON files of a session. They are written by hand, so that they diff well, and read with JsonValue.
#pragma once

#include "core/profile/JsonValue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core::json {

// With quotes; control characters are escaped, invalid UTF-8 is replaced.
[[nodiscard]] std::string quoted(std::string_view text);
// The integer value of a member, exact; nullopt if it is missing, not a number, or out of the range of int64.
[[nodiscard]] std::optional<std::int64_t> integer(const JsonValue &object, std::string_view key);
[[nodiscard]] std::optional<std::string> text(const JsonValue &object, std::string_view key);

// Parses a small file. Errors: those of readSmallFile and parseJson, with the path.
Result<JsonValue> readFile(const std::string &path);

// Errors: Syntax when the file is no object with `"format": format`, BadRequest when its version is above `version`.
Result<void> checkFormat(const JsonValue &root, std::string_view format, int version, const std::string &path);

} // namespace lamella::core::json
