// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/JsonText.h"

#include <optional>

namespace lamella::core {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
}

void appendUtf8(std::string &out, std::uint32_t point)
{
    const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | (point >> 6));
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | (point >> 12));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | (point >> 18));
        put(0x80 | ((point >> 12) & 0x3F));
        put(0x80 | ((point >> 6) & 0x3F));
        put(0x80 | (point & 0x3F));
    }
}

std::optional<std::uint32_t> hex4(std::string_view raw, std::size_t at)
{
    if (at + 4 > raw.size())
        return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const char c = raw[i];
        const int digit = c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'f'             ? c - 'a' + 10
            : c >= 'A' && c <= 'F'             ? c - 'A' + 10
                                               : -1;
        if (digit < 0)
            return std::nullopt;
        value = value * 16 + static_cast<std::uint32_t>(digit);
    }
    return value;
}

// `at` is after "\u"; returns the position after the escape.
std::size_t appendUnicodeEscape(std::string &out, std::string_view raw, std::size_t at, TextFaults &faults)
{
    const std::optional<std::uint32_t> first = hex4(raw, at);
    if (!first) {
        faults.badEscape = true;
        out += kReplacement;
        return at;
    }
    at += 4;
    if (*first >= 0xD800 && *first < 0xDC00 && at + 6 <= raw.size() && raw[at] == '\\' && raw[at + 1] == 'u') {
        const std::optional<std::uint32_t> second = hex4(raw, at + 2);
        if (second && *second >= 0xDC00 && *second < 0xE000) {
            appendUtf8(out, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00));
            return at + 6;
        }
    }
    if (*first >= 0xD800 && *first < 0xE000) {
        faults.badEscape = true;
        out += kReplacement;
    } else if (*first < 0x20 || *first == 0x7F) {
        faults.controlCharacter = true;
        out.push_back(' ');
    } else {
        appendUtf8(out, *first);
    }
    return at;
}

// `at` is after the backslash; returns the position after the escape.
std::size_t appendEscape(std::string &out, std::string_view raw, std::size_t at, TextFaults &faults)
{
    if (at >= raw.size()) {
        faults.badEscape = true;
        out += kReplacement;
        return at;
    }
    switch (raw[at]) {
    case '"':
    case '\\':
    case '/':
        out.push_back(raw[at]);
        return at + 1;
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
        faults.controlCharacter = true;
        out.push_back(' ');
        return at + 1;
    case 'u':
        return appendUnicodeEscape(out, raw, at + 1, faults);
    default:
        faults.badEscape = true;
        out += kReplacement;
        return at; // keeps the character itself
    }
}

// Appends one plain byte or UTF-8 sequence; returns the position after it.
std::size_t appendPlain(std::string &out, std::string_view raw, std::size_t at, TextFaults &faults)
{
    if (isControl(raw[at])) {
        faults.controlCharacter = true;
        out.push_back(' ');
        return at + 1;
    }
    const std::size_t length = utf8SequenceLength(raw.substr(at));
    if (length == 0) {
        faults.invalidUtf8 = true;
        out += kReplacement;
        return at + 1;
    }
    out.append(raw, at, length);
    return at + length;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

} // namespace

std::size_t utf8SequenceLength(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 && first <= 0xF4 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (first > 0xF4 || length == 0 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    const bool tooLarge = first == 0xF4 && byte(1) >= 0x90;
    return overlong || surrogate || tooLarge ? 0 : length;
}

std::string unescapeJson(std::string_view raw, TextFaults &faults)
{
    std::string out;
    out.reserve(raw.size());
    for (std::size_t at = 0; at < raw.size();)
        at = raw[at] == '\\' ? appendEscape(out, raw, at + 1, faults) : appendPlain(out, raw, at, faults);
    return out;
}

std::string cleanSample(std::string_view text, std::size_t bytes)
{
    TextFaults ignored;
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::string next;
        at = appendPlain(next, text, at, ignored);
        if (out.size() + next.size() > bytes)
            break;
        out += next;
    }
    return out;
}

std::string repairJson(std::string_view text, TextFaults &faults)
{
    std::string out;
    out.reserve(text.size() + 64);
    bool inString = false;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (inString && c == '\\' && at + 1 < text.size() && !isControl(text[at + 1])
            && static_cast<unsigned char>(text[at + 1]) < 0x80) {
            out.append(text, at, 2);
            at += 2;
            continue;
        }
        if (c == '"')
            inString = !inString;
        if (!inString && isBlank(c)) {
            out.push_back(c);
            ++at;
            continue;
        }
        if (!inString && (c == '}' || c == ']')) {
            std::size_t back = out.size();
            while (back > 0 && isBlank(out[back - 1]))
                --back;
            if (back > 0 && out[back - 1] == ',') {
                out[back - 1] = ' ';
                faults.trailingComma = true;
            }
        }
        at = appendPlain(out, text, at, faults);
    }
    return out;
}

std::string quotedJson(std::string_view text)
{
    std::string json = "\"";
    for (const char c : cleanSample(text, text.size() * 3)) {
        if (c == '"' || c == '\\')
            json += '\\';
        json += c;
    }
    return json + '"';
}

} // namespace lamella::core
