// SPDX-License-Identifier: GPL-3.0-or-later
// Small helpers for the JSON files of a session: written by hand so that they diff well, read with JsonValue.
#pragma once

#include "core/profile/JsonValue.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core::json {

// With quotes; control characters and bytes that are no UTF-8 are escaped or replaced.
[[nodiscard]] std::string quoted(std::string_view text);
// The integer of a member, exact; none: not there, no number, or out of int64.
[[nodiscard]] std::optional<std::int64_t> integer(const JsonValue &object, std::string_view key);
[[nodiscard]] std::optional<std::string> text(const JsonValue &object, std::string_view key);

// A small file as a value. Errors: those of readSmallFile and parseJson, with the path.
Result<JsonValue> readFile(const std::string &path);

// Errors: Syntax when the file is no object with `"format": format`, BadRequest when its version is above `version`.
Result<void> checkFormat(const JsonValue &root, std::string_view format, int version, const std::string &path);

} // namespace lamella::core::json
