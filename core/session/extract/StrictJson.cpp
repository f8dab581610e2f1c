// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/StrictJson.h"

#include "core/import/JsonText.h"

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

// The four digits of "\uXXXX" at the front; nullopt if invalid.
std::optional<unsigned> codeUnit(std::string_view text)
{
    if (!text.starts_with("\\u") || text.size() < 6 || !std::all_of(text.begin() + 2, text.begin() + 6, isHex))
        return std::nullopt;
    return static_cast<unsigned>(std::stoul(std::string(text.substr(2, 4)), nullptr, 16));
}

// The repaired escape at the front of text; `used` is the length of the original.
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

// The word at the front of text: a JSON literal, or null for other words ("NaN", "-Infinity").
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

std::string_view takeDigits(std::string_view &text)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

bool takeOne(std::string_view &text, std::string_view of)
{
    const bool there = !text.empty() && of.find(text.front()) != std::string_view::npos;
    text.remove_prefix(there ? 1 : 0);
    return there;
}

// The number at the front of text without leading zeros; nullopt if it is not valid JSON.
std::optional<std::string> numberAt(std::string_view text, std::size_t &used)
{
    used = std::min(text.find_first_not_of("0123456789+-.eE"), text.size());
    std::string_view rest = text.substr(0, used);
    std::string number = takeOne(rest, "-") ? "-" : "";
    std::string_view whole = takeDigits(rest);
    while (whole.size() > 1 && whole.front() == '0')
        whole.remove_prefix(1);
    const std::string_view tail = rest;
    const bool fraction = !takeOne(rest, ".") || !takeDigits(rest).empty();
    const bool exponent = !takeOne(rest, "eE") || (takeOne(rest, "+-"), !takeDigits(rest).empty());
    if (whole.empty() || !fraction || !exponent || !rest.empty())
        return std::nullopt;
    return number.append(whole).append(tail);
}

bool beginsNumber(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

bool parses(std::string_view text)
{
    static thread_local simdjson::dom::parser parser;
    return parser.parse(text.data(), text.size()).error() == simdjson::SUCCESS;
}

// Repaired text, and the same with all numbers replaced for a parser that rejects long integers.
struct Mended {
    std::string text;
    std::string skeleton; // with 0 in place of numbers
    void add(std::string_view both)
    {
        text += both;
        skeleton += both;
    }
};

} // namespace

std::optional<std::string> strictJson(std::string_view raw)
{
    if (parses(raw)) // nearly all text is valid
        return std::string(raw);
    TextFaults ignored;
    const std::string text = repairJson(raw, ignored);
    Mended mended;
    bool inString = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = std::string_view(text).substr(at);
        std::size_t used = 1;
        if (inString && rest.front() == '\\') {
            mended.add(escapeAt(rest, used));
        } else if (!inString && beginsWord(rest)) {
            mended.add(wordAt(rest, used));
        } else if (!inString && beginsNumber(rest.front())) {
            const auto number = numberAt(rest, used);
            if (!number)
                return std::nullopt;
            mended.text += *number;
            mended.skeleton += '0';
        } else {
            mended.add(rest.substr(0, 1));
            inString = inString != (rest.front() == '"');
        }
        at += used;
    }
    return parses(mended.skeleton) ? std::optional(std::move(mended.text)) : std::nullopt;
}

} // namespace lamella::core
