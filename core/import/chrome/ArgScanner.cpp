// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ArgScanner.h"

#include "core/base/AsciiCase.h"
#include "core/base/ByteSearch.h"
#include "core/base/OneLineJson.h"
#include "core/base/Utf8Truncate.h"
#include "core/import/EventTextReader.h"
#include "core/import/JsonText.h"

#include <algorithm>
#include <cstring>

namespace lamella::core {

namespace {

// Lowers ASCII only.
void lowerInto(std::string_view text, std::string &to)
{
    to.resize(text.size());
    std::transform(text.begin(), text.end(), to.begin(), asciiLower);
}

// The same without blanks; appends.
void lowerDense(std::string_view text, std::string &to)
{
    const std::size_t from = to.size();
    to.resize(from + text.size());
    char *out = to.data() + from;
    for (const char c : text) {
        *out = asciiLower(c);
        out += static_cast<unsigned char>(c) > ' ' ? 1 : 0;
    }
    to.resize(static_cast<std::size_t>(out - to.data()));
}

bool holds(std::string_view text, std::string_view lowered)
{
    const auto same = [](char a, char b) { return asciiLower(a) == b; };
    return std::search(text.begin(), text.end(), lowered.begin(), lowered.end(), same) != text.end();
}

// Characters that every JSON writer leaves unescaped.
bool isPlain(char c)
{
    return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '/' && c != '<' && c != '>' && c != '&' && c != '\'';
}

std::string longestPlainPiece(std::string_view text)
{
    std::string_view longest;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && isPlain(text[end]))
            ++end;
        if (end - at > longest.size())
            longest = text.substr(at, end - at);
        at = end + 1;
    }
    return std::string(longest);
}

std::string shown(const std::string &json)
{
    if (json.size() < 2 || json.front() != '"')
        return oneLineJson(json);
    TextFaults faults;
    return unescapeJson(std::string_view(json).substr(1, json.size() - 2), faults);
}

} // namespace

ArgScanner::ArgScanner(const TraceDocument &document, const ArgQuery &query, std::size_t maxValueBytes)
    : m_document(document)
    , m_query(query)
    , m_maxValueBytes(maxValueBytes)
    , m_dense(withoutSpacing(query.text))
{
    const std::string ofText = longestPlainPiece(query.text);
    // in the header row, not with the event
    const bool keysStandElsewhere = document.metadata.format.starts_with("Ascend kernel table");
    const std::string ofKey = keysStandElsewhere ? std::string() : longestPlainPiece(query.key);
    m_piece = ofText.size() >= ofKey.size() ? ofText : ofKey;
    m_structured = m_piece.find_first_of("[]{},:") != std::string::npos;
}

bool ArgScanner::matches(std::string_view value) const
{
    return holds(value, m_query.text) || holds(withoutSpacing(value), m_dense);
}

// Fills m_lower and m_begins.
void ArgScanner::prepare(std::string_view text, std::span<const Place> places)
{
    m_begins.clear();
    if (!m_structured) {
        lowerInto(text, m_lower);
        return;
    }
    m_lower.clear();
    for (const Place &place : places) {
        m_begins.push_back(m_lower.size());
        lowerDense(text.substr(place.offset, place.length), m_lower);
    }
    m_begins.push_back(m_lower.size());
}

void ArgScanner::check(std::string_view text, const Place &place, std::vector<ArgMatch> &found) const
{
    const auto args = argsOfEventText(m_document, std::string(text.substr(place.offset, place.length)));
    if (!args)
        return;
    for (const auto &[key, json] : *args) {
        if (!m_query.key.empty() && !holds(key, m_query.key))
            continue;
        const std::string value = shown(json);
        if (!matches(value))
            continue;
        found.push_back({place.event, key, std::string(truncateUtf8(value, m_maxValueBytes))});
        return;
    }
}

void ArgScanner::scan(std::string_view text, std::span<const Place> places, std::size_t max, std::vector<ArgMatch> &found)
{
    if (m_piece.empty()) {
        for (const Place &place : places)
            if (found.size() < max)
                check(text, place, found);
        return;
    }
    prepare(text, places);
    std::size_t at = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::size_t begin = m_structured ? m_begins[i] : places[i].offset;
        const std::size_t end = m_structured ? m_begins[i + 1] : begin + places[i].length;
        if (at > end)
            continue;
        if (at <= begin) {
            const char *const hit = findFirst(std::string_view(m_lower).substr(begin), m_piece);
            if (hit == nullptr)
                return;
            at = static_cast<std::size_t>(hit - m_lower.data());
        }
        if (at + m_piece.size() <= end) {
            check(text, places[i], found);
            if (found.size() >= max)
                return;
            at = end;
        }
    }
}

} // namespace lamella::core
