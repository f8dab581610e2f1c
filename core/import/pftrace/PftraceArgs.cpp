// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/PftraceArgs.h"

#include "core/import/pftrace/FieldReader.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace lamella::core::pftrace {

namespace {

constexpr int kMaxDepth = 32;

std::string_view viewOf(const protozero::data_view &view)
{
    return {view.data(), view.size()};
}

template <typename Number> void appendNumber(std::string &out, Number value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    out.append(digits.data(), end.ptr);
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
        appendQuoted(out, textOf(sequence.strings, fields.get_uint64()));
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
            return textOf(sequence.annotationNames, fields.get_uint64());
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
    const auto special = [](char c) { return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20; };
    out += '"';
    for (auto at = text.begin(); at != text.end();) {
        const auto next = std::find_if(at, text.end(), special);
        out.append(at, next);
        at = next;
        if (at == text.end())
            break;
        if (*at == '"' || *at == '\\') {
            out += '\\';
            out += *at;
        } else {
            std::array<char, 8> escaped{};
            std::snprintf(escaped.data(), escaped.size(), "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(*at)));
            out += escaped.data();
        }
        ++at;
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
    const FieldReader fields(annotation.data(), annotation.size());
    appendKey(out, nameOf(fields, sequence));
    appendValue(out, fields, sequence, 0);
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
