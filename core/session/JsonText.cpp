// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/JsonText.h"

#include "core/base/Message.h"
#include "core/report/TableSinkBuffer.h"

#include <charconv>

namespace lamella::core::json {

std::string quoted(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return out;
}

std::optional<std::int64_t> integer(const JsonValue &object, std::string_view key)
{
    const JsonValue *value = object.find(key);
    if (!value || !value->isNumber())
        return std::nullopt;
    std::int64_t number = 0;
    const std::string &digits = value->text;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

std::optional<std::string> text(const JsonValue &object, std::string_view key)
{
    const JsonValue *value = object.find(key);
    return value && value->isString() ? std::optional(value->text) : std::nullopt;
}

Result<JsonValue> readFile(const std::string &path)
{
    const auto text = readSmallFile(path);
    if (!text)
        return text.error();
    return parseJson(*text, path);
}

Result<void> checkFormat(const JsonValue &root, std::string_view format, int version, const std::string &path)
{
    if (!root.isObject() || text(root, "format") != format)
        return Error{ErrorCode::Syntax, msg("is no file of the format %1", format), path, root.offset};
    const auto found = integer(root, "version");
    if (!found || *found < 1)
        return Error{ErrorCode::Syntax, "has no version", path, root.offset};
    if (*found > version)
        return Error{ErrorCode::BadRequest,
            msg("was written by a newer version of this program (format %1, known up to %2); update to open it", *found, version),
            path, -1};
    return {};
}

} // namespace lamella::core::json
