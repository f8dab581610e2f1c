// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/StrictJson.h"

#include "core/import/JsonText.h"
#include "core/profile/JsonValue.h"

#include <simdjson.h>

#include <algorithm>
#include <cctype>

namespace lamella::core {

namespace {

constexpr std::string_view kReplacement = "\\ufffd";

bool isHex(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

// The four digits of "\uXXXX" at the front, else none.
std::optional<unsigned> codeUnit(std::string_view text)
{
    if (!text.starts_with("\\u") || text.size() < 6 || !std::all_of(text.begin() + 2, text.begin() + 6, isHex))
        return std::nullopt;
    return static_cast<unsigned>(std::stoul(std::string(text.substr(2, 4)), nullptr, 16));
}

// The escape at the front of text, mended; its length there in `used`.
std::string_view escapeAt(std::string_view text, std::size_t &used)
{
    const auto unit = codeUnit(text);
    used = unit ? 6 : 1;
    if (!unit) {
        const bool known = text.size() > 1 && std::string_view("\"\\/bfnrt").find(text[1]) != std::string_view::npos;
        used = known ? 2 : 1;
        return known ? text.substr(0, 2) : kReplacement;
    }
    if (*unit < 0xD800 || *unit > 0xDFFF)
        return text.substr(0, 6);
    const auto low = codeUnit(text.substr(6));
    if (*unit > 0xDBFF || !low || *low < 0xDC00 || *low > 0xDFFF)
        return kReplacement;
    used = 12;
    return text.substr(0, 12);
}

// The word that begins at the front of text: a literal of JSON, or null for what is none ("NaN", "-Infinity").
std::string_view wordAt(std::string_view text, std::size_t &used)
{
    used = text.front() == '-' ? 1 : 0;
    while (used < text.size() && std::isalnum(static_cast<unsigned char>(text[used])) != 0)
        ++used;
    const std::string_view word = text.substr(0, used);
    return word == "true" || word == "false" ? word : std::string_view("null");
}

bool beginsWord(std::string_view text)
{
    const char first = text.front() == '-' && text.size() > 1 ? text[1] : text.front();
    return std::isalpha(static_cast<unsigned char>(first)) != 0;
}

} // namespace

std::optional<std::string> strictJson(std::string_view raw)
{
    // Nearly all text needs nothing. What this parser refuses may still be JSON: integers of any length, half surrogates.
    static thread_local simdjson::dom::parser parser;
    if (parser.parse(raw.data(), raw.size()).error() == simdjson::SUCCESS)
        return std::string(raw);
    TextFaults ignored;
    const std::string text = repairJson(raw, ignored);
    std::string out;
    out.reserve(text.size());
    bool inString = false;
    bool inNumber = false; // whose exponent is no word
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = std::string_view(text).substr(at);
        std::size_t used = 1;
        if (inString && rest.front() == '\\') {
            out += escapeAt(rest, used);
        } else if (!inString && !inNumber && beginsWord(rest)) {
            out += wordAt(rest, used);
        } else {
            out += rest.front();
            inString = inString != (rest.front() == '"');
            inNumber = !inString
                && (std::isalnum(static_cast<unsigned char>(rest.front())) != 0
                    || std::string_view("+-.").find(rest.front()) != std::string_view::npos);
        }
        at += used;
    }
    const Result<JsonValue> value = parseJson(out, {});
    if (!value && value.error().code != ErrorCode::Limit)
        return std::nullopt;
    return out;
}

} // namespace lamella::core
