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

std::string_view viewOf(const protozero::data_view &view)
{
    return {view.data(), view.size()};
}

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

// How many characters from the front of the text can stand as they are.
std::size_t plainLength(std::string_view text)
{
    std::size_t length = 0;
    for (std::uint64_t eight = 0; length + sizeof eight <= text.size(); length += sizeof eight) {
        std::memcpy(&eight, text.data() + length, sizeof eight);
        if (mayNeedEscape(eight))
            break;
    }
    const auto special = [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; };
    while (length < text.size() && !special(text[length]))
        ++length;
    return length;
}

// True if the text is one sound JSON value.
bool isJson(std::string_view text)
{
    thread_local simdjson::dom::parser parser;
    simdjson::dom::element value;
    return parser.parse(simdjson::padded_string(text)).get(value) == simdjson::SUCCESS;
}

void appendJsonText(std::string &out, std::string_view json)
{
    if (isJson(json))
        out += json;
    else
        appendQuoted(out, json);
}

void appendNested(std::string &out, FieldReader fields, int depth);

// Lists of keys and values, or of items.
void appendNestedBranch(std::string &out, FieldReader fields, bool dictionary, int depth)
{
    out += dictionary ? "{" : "[";
    FieldReader keys = fields;
    while (fields.next()) {
        const bool member = fields.tag() == (dictionary ? kNestedValues : kNestedItems);
        if (!member) {
            fields.skip();
            continue;
        }
        if (dictionary)
            appendKey(out, keys.next(kNestedKeys) ? viewOf(keys.get_view()) : std::string_view{});
        else if (out.back() != '[')
            out += ", ";
        appendNested(out, fields.get_message(), depth + 1);
    }
    out += dictionary ? "}" : "]";
}

void appendNested(std::string &out, FieldReader fields, int depth)
{
    if (depth > kMaxDepth) {
        out += "null";
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
            appendNumber(out, fields.get_int64());
            break;
        case kNestedDouble:
            appendReal(out, fields.get_double());
            break;
        case kNestedBool:
            out += fields.get_bool() ? "true" : "false";
            break;
        case kNestedString:
            appendQuoted(out, viewOf(fields.get_view()));
            break;
        default:
            fields.skip();
        }
    }
    if (out.size() == before)
        out += "null";
}

void appendPointer(std::string &out, std::uint64_t address)
{
    std::array<char, 24> digits{};
    const int length = std::snprintf(digits.data(), digits.size(), "\"0x%llx\"", static_cast<unsigned long long>(address));
    out.append(digits.data(), static_cast<std::size_t>(length));
}

// True if the field holds the whole value.
bool appendScalar(std::string &out, FieldReader &fields, const Sequence &sequence, int depth)
{
    switch (fields.tag()) {
    case kAnnotationBool:
        out += fields.get_bool() ? "true" : "false";
        return true;
    case kAnnotationUint:
        appendNumber(out, fields.get_uint64());
        return true;
    case kAnnotationInt:
        appendNumber(out, fields.get_int64());
        return true;
    case kAnnotationDouble:
        appendReal(out, fields.get_double());
        return true;
    case kAnnotationString:
        appendQuoted(out, viewOf(fields.get_view()));
        return true;
    case kAnnotationStringIid:
        appendQuoted(out, sequence.strings.of(fields.get_uint64()));
        return true;
    case kAnnotationPointer:
        appendPointer(out, fields.get_uint64());
        return true;
    case kAnnotationJson:
        appendJsonText(out, viewOf(fields.get_view()));
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
            return viewOf(fields.get_view());
        if (fields.tag() == kAnnotationNameIid)
            return sequence.annotationNames.of(fields.get_uint64());
        fields.skip();
    }
    return {};
}

void appendValue(std::string &out, FieldReader fields, const Sequence &sequence, int depth)
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
            out += begin;
        else if (!dictionary)
            out += ", ";
        open = begin;
        const FieldReader item = fields.get_message();
        if (dictionary)
            appendKey(out, nameOf(item, sequence));
        appendValue(out, item, sequence, depth + 1);
    }
    if (open != 0)
        out += open == '{' ? '}' : ']';
    else if (out.size() == before)
        out += "[]"; // a list without items leaves nothing behind; null is written as text
}

} // namespace

void appendQuoted(std::string &out, std::string_view text)
{
    out += '"';
    while (true) {
        const std::size_t plain = plainLength(text);
        out.append(text.substr(0, plain));
        if (plain == text.size())
            break;
        const char c = text[plain];
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else {
            std::array<char, 8> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
            out += escaped.data();
        }
        text.remove_prefix(plain + 1);
    }
    out += '"';
}

void appendReal(std::string &out, double value)
{
    if (!std::isfinite(value)) { // JSON has no such numbers
        out += std::isnan(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
        return;
    }
    appendNumber(out, value);
}

void appendMicroseconds(std::string &out, std::int64_t ns)
{
    if (ns < 0)
        out += '-';
    const std::uint64_t size = ns < 0 ? -static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    appendNumber(out, size / 1000);
    const auto rest = static_cast<unsigned>(size % 1000);
    out += '.';
    out += static_cast<char>('0' + rest / 100);
    out += static_cast<char>('0' + rest / 10 % 10);
    out += static_cast<char>('0' + rest % 10);
}

void appendKey(std::string &out, std::string_view key)
{
    if (!out.ends_with('{'))
        out += ", ";
    appendQuoted(out, key);
    out += ": ";
}

void appendAnnotation(std::string &out, std::string_view annotation, const Sequence &sequence)
{
    const FieldReader whole(annotation.data(), annotation.size());
    FieldReader rest = whole;
    if (rest.next() && rest.tag() == kAnnotationNameIid) { // as recorders write it: the name first
        appendKey(out, sequence.annotationNames.of(rest.get_uint64()));
        return appendValue(out, rest, sequence, 0);
    }
    appendKey(out, nameOf(whole, sequence));
    appendValue(out, whole, sequence, 0);
}

void appendTextValue(std::string &out, std::string_view value)
{
    std::int64_t number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == value.data() + value.size();
    if (whole && std::to_string(number) == value)
        out += value;
    else if (!value.empty() && (value.front() == '[' || value.front() == '{'))
        appendJsonText(out, value);
    else
        appendQuoted(out, value);
}

} // namespace lamella::core::pftrace
