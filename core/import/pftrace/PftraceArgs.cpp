// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceArgs.h"

#include "core/import/pftrace/FieldReader.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace lamella::core::pftrace {

namespace {

constexpr int kMaxDepth = 32;
constexpr std::uint64_t kBeyondAscii = 0x8080'8080'8080'8080U;

// Whether one of eight characters has to be escaped: below 0x20, '"' or '\\'. Each term sets the high bit of a byte that is
// below a limit or equal to a character (and at most of one above such a byte, which costs time only).
bool mayNeedEscape(std::uint64_t eight)
{
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
    constexpr std::uint64_t kHigh = kOnes << 7;
    const auto zeroIn = [](std::uint64_t bytes) { return (bytes - kOnes) & ~bytes; };
    const std::uint64_t control = (eight - kOnes * 0x20) & ~eight;
    return ((control | zeroIn(eight ^ (kOnes * '"')) | zeroIn(eight ^ (kOnes * '\\'))) & kHigh) != 0;
}

// How many characters at the front of the text need no escape; `seen` has the high bit if one is not ASCII.
std::size_t plainLength(std::string_view text, std::uint64_t &seen)
{
    std::size_t length = 0;
    std::uint64_t eight = 0;
    const auto plain = [&](std::size_t at) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        const bool all = !mayNeedEscape(eight);
        seen |= all ? eight : 0;
        return all;
    };
    while (length + sizeof eight <= text.size() && plain(length))
        length += sizeof eight;
    if (length + sizeof eight > text.size() && length > 0 && plain(text.size() - sizeof eight)) // some of them again
        return text.size();
    const auto special = [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; };
    for (; length < text.size() && !special(text[length]); ++length)
        seen |= static_cast<unsigned char>(text[length]);
    return length;
}

// Nearly all texts: of eight characters or more, none to escape. Copies while it looks; false if it is another one.
bool appendPlain(JsonOut &out, std::string_view text)
{
    std::uint64_t eight = 0;
    if (text.size() < sizeof eight)
        return false;
    char *const to = out.room(text.size() + 2);
    std::uint64_t seen = 0;
    const auto copy = [&](std::size_t at) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        std::memcpy(to + 1 + at, &eight, sizeof eight);
        seen |= eight;
        return !mayNeedEscape(eight);
    };
    std::size_t at = 0;
    for (; at + sizeof eight <= text.size(); at += sizeof eight)
        if (!copy(at))
            return false;
    if (at < text.size() && !copy(text.size() - sizeof eight)) // some of them again
        return false;
    to[0] = to[text.size() + 1] = '"';
    out.written(text.size() + 2);
    out.noteText((seen & kBeyondAscii) == 0);
    return true;
}

// True if the text is one sound JSON value.
bool isJson(std::string_view text)
{
    thread_local simdjson::dom::parser parser;
    simdjson::dom::element value;
    return parser.parse(simdjson::padded_string(text)).get(value) == simdjson::SUCCESS;
}

void beginMember(JsonOut &out)
{
    if (out.back() != '{')
        out.append(", ");
}

// As a 64-bit number is written.
bool isWholeNumber(std::string_view text)
{
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.empty() || (digits.front() == '0' && text.size() > 1))
        return false;
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

void appendJsonText(JsonOut &out, std::string_view json)
{
    if (isJson(json))
        out.append(json);
    else
        appendQuoted(out, json);
}

void appendNested(JsonOut &out, FieldReader fields, int depth);

// Lists of keys and values, or of items.
void appendNestedBranch(JsonOut &out, FieldReader fields, bool dictionary, int depth)
{
    out.append(dictionary ? '{' : '[');
    FieldReader keys = fields;
    while (fields.next()) {
        const bool member = fields.tag() == (dictionary ? kNestedValues : kNestedItems);
        if (!member) {
            fields.skip();
            continue;
        }
        if (dictionary)
            appendKey(out, keys.next(kNestedKeys) ? keys.get_view() : std::string_view{});
        else if (out.back() != '[')
            out.append(", ");
        appendNested(out, fields.get_message(), depth + 1);
    }
    out.append(dictionary ? '}' : ']');
}

void appendNested(JsonOut &out, FieldReader fields, int depth)
{
    if (depth > kMaxDepth) {
        out.append("null");
        return;
    }
    const FieldReader whole = fields;
    const std::size_t before = out.size();
    while (fields.next() && out.size() == before) {
        switch (fields.tag()) {
        case kNestedType:
            if (const std::int32_t type = fields.get_int32(); type == 1 || type == 2)
                return appendNestedBranch(out, whole, type == 1, depth);
            break;
        case kNestedInt:
            out.appendNumber(fields.get_int64());
            break;
        case kNestedDouble:
            appendReal(out, fields.get_double());
            break;
        case kNestedBool:
            out.append(fields.get_bool() ? "true" : "false");
            break;
        case kNestedString:
            appendQuoted(out, fields.get_view());
            break;
        default:
            fields.skip();
        }
    }
    if (out.size() == before)
        out.append("null");
}

void appendPointer(JsonOut &out, std::uint64_t address)
{
    std::array<char, 24> digits{};
    const int length = std::snprintf(digits.data(), digits.size(), "\"0x%llx\"", static_cast<unsigned long long>(address));
    out.append({digits.data(), static_cast<std::size_t>(length)});
}

// True if the field holds the whole value.
bool appendScalar(JsonOut &out, FieldReader &fields, const Sequence &sequence, int depth)
{
    switch (fields.tag()) {
    case kAnnotationBool:
        out.append(fields.get_bool() ? "true" : "false");
        return true;
    case kAnnotationUint:
        out.appendNumber(fields.get_uint64());
        return true;
    case kAnnotationInt:
        out.appendNumber(fields.get_int64());
        return true;
    case kAnnotationDouble:
        appendReal(out, fields.get_double());
        return true;
    case kAnnotationString:
        appendQuoted(out, fields.get_view());
        return true;
    case kAnnotationStringIid:
        appendQuoted(out, sequence.strings.of(fields.get_uint64()));
        return true;
    case kAnnotationPointer:
        appendPointer(out, fields.get_uint64());
        return true;
    case kAnnotationJson:
        appendJsonText(out, fields.get_view());
        return true;
    case kAnnotationNested:
        appendNested(out, fields.get_message(), depth + 1);
        return true;
    default:
        return false;
    }
}

std::string_view nameOf(FieldReader fields, const Sequence &sequence)
{
    while (fields.next()) {
        if (fields.tag() == kAnnotationName)
            return fields.get_view();
        if (fields.tag() == kAnnotationNameIid)
            return sequence.annotationNames.of(fields.get_uint64());
        fields.skip();
    }
    return {};
}

void appendValue(JsonOut &out, FieldReader fields, const Sequence &sequence, int depth)
{
    char open = 0; // of the dictionary or array that has begun
    const std::size_t before = out.size();
    while (fields.next()) {
        const bool dictionary = fields.tag() == kAnnotationDict;
        if (!dictionary && fields.tag() != kAnnotationArray) {
            if (open != 0 || out.size() != before || !appendScalar(out, fields, sequence, depth))
                fields.skip();
            continue;
        }
        const char begin = dictionary ? '{' : '[';
        if ((open != 0 && open != begin) || (open == 0 && out.size() != before) || depth >= kMaxDepth) {
            fields.skip();
            continue;
        }
        if (open == 0)
            out.append(begin);
        else if (!dictionary)
            out.append(", ");
        open = begin;
        const FieldReader item = fields.get_message();
        if (dictionary)
            appendKey(out, nameOf(item, sequence));
        appendValue(out, item, sequence, depth + 1);
    }
    if (open != 0)
        out.append(open == '{' ? '}' : ']');
    else if (out.size() == before)
        out.append("[]"); // a list without items leaves nothing behind; null is written as text
}

} // namespace

bool standsAsItIs(std::string_view text)
{
    std::uint64_t seen = 0;
    return plainLength(text, seen) == text.size() && (seen & kBeyondAscii) == 0;
}

void appendQuoted(JsonOut &out, const InternedText &text)
{
    if (!text.plain)
        return appendQuoted(out, text.text);
    out.append('"');
    if (out.takes(text.text))
        out.append(text.text);
    out.append('"');
}

void appendQuoted(JsonOut &out, std::string_view text)
{
    std::uint64_t seen = 0;
    if (!out.takes(text))
        text = {};
    if (appendPlain(out, text))
        return;
    out.append('"');
    while (true) {
        const std::size_t plain = plainLength(text, seen);
        out.append(text.substr(0, plain));
        if (plain == text.size())
            break;
        const char c = text[plain];
        if (c == '"' || c == '\\') {
            out.append('\\');
            out.append(c);
        } else {
            std::array<char, 8> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            out.append(escaped.data());
        }
        text.remove_prefix(plain + 1);
    }
    out.noteText((seen & kBeyondAscii) == 0);
    out.append('"');
}

std::string quotedJson(std::string_view text)
{
    JsonOut out;
    appendQuoted(out, text);
    return std::string(out.view());
}

void appendReal(JsonOut &out, double value)
{
    if (!std::isfinite(value)) { // JSON has no such numbers
        out.append(std::isnan(value) ? std::string_view("\"NaN\"") : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
        return;
    }
    out.appendNumber(value);
}

void appendMicroseconds(JsonOut &out, std::int64_t ns)
{
    if (ns < 0)
        out.append('-');
    const std::uint64_t size = ns < 0 ? -static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    out.appendNumber(size / 1000);
    const auto rest = static_cast<unsigned>(size % 1000);
    const std::array<char, 4> behind{
        '.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10), static_cast<char>('0' + rest % 10)};
    out.append({behind.data(), behind.size()});
}

void appendKey(JsonOut &out, std::string_view key)
{
    beginMember(out);
    appendQuoted(out, key);
    out.append(": ");
}

std::size_t appendAnnotation(JsonOut &out, std::string_view annotation, const Sequence &sequence)
{
    FieldReader fields(annotation.data(), annotation.size());
    const FieldReader whole = fields;
    if (fields.next() && fields.tag() == kAnnotationNameIid) { // as recorders write it: the name first
        beginMember(out);
        appendQuoted(out, sequence.annotationNames.interned(fields.get_uint64()));
        out.append(": ");
    } else {
        fields = whole;
        appendKey(out, nameOf(whole, sequence));
    }
    const std::size_t value = out.size();
    appendValue(out, fields, sequence, 0);
    return value;
}

void appendTextValue(JsonOut &out, std::string_view value)
{
    if (isWholeNumber(value))
        out.append(value);
    else if (!value.empty() && (value.front() == '[' || value.front() == '{'))
        appendJsonText(out, value);
    else
        appendQuoted(out, value);
}

} // namespace lamella::core::pftrace
