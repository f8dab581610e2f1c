// SPDX-License-Identifier: GPL-3.0-or-later
// Small JSON trees with the byte offset of every value, for configs and profiles, whose errors must give a position. Bare NaN and
// Infinity are accepted (Python writes them into model configs); traces are read with simdjson instead.
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

struct JsonValue {
    enum class Kind : std::uint8_t { Null, Bool, Number, String, Array, Object };

    Kind kind = Kind::Null;
    bool boolean = false;
    double number = 0;
    std::string text; // of a string; for a number as written
    std::vector<JsonValue> items; // elements of an array; values of an object
    std::vector<std::string> keys; // keys of an object, parallel to items
    std::int64_t offset = -1;

    [[nodiscard]] bool isObject() const { return kind == Kind::Object; }
    [[nodiscard]] bool isArray() const { return kind == Kind::Array; }
    [[nodiscard]] bool isString() const { return kind == Kind::String; }
    [[nodiscard]] bool isBool() const { return kind == Kind::Bool; }
    [[nodiscard]] bool isNumber() const { return kind == Kind::Number; }
    // The last member of that name, as in other JSON readers; nullptr if there is none or this is not an object.
    [[nodiscard]] const JsonValue *find(std::string_view key) const;
};

// Errors: Syntax with the offset, also for invalid UTF-8; Limit above 8 MiB, 64 levels or 300 000 values.
Result<JsonValue> parseJson(std::string_view text, const std::string &path);
// Reads the whole file, up to a little more than parseJson() takes; ":/profiles/…" is the resource of that path. Errors: Io.
Result<std::string> readSmallFile(const std::string &path);

// What a text that is no JSON object is instead, for errors: "a gzip file"; nothing for one that begins as an object does.
[[nodiscard]] std::optional<Message> foundInstead(std::string_view text);

} // namespace lamella::core
