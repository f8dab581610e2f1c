// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ArgScanner.h"

#include "core/base/AsciiCase.h"
#include "core/base/ByteSearch.h"
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
        return json;
    TextFaults faults;
    return unescapeJson(std::string_view(json).substr(1, json.size() - 2), faults);
}

} // namespace

ArgScanner::ArgScanner(const TraceDocument &document, const ArgQuery &query, std::size_t maxValueBytes)
    : m_document(document)
    , m_query(query)
    , m_maxValueBytes(maxValueBytes)
{
    const std::string ofText = longestPlainPiece(query.text);
    // in the header row, not with the event
    const bool keysStandElsewhere = document.metadata.format.starts_with("Ascend kernel table");
    const std::string ofKey = keysStandElsewhere ? std::string() : longestPlainPiece(query.key);
    m_piece = ofText.size() >= ofKey.size() ? ofText : ofKey;
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
        if (!holds(value, m_query.text))
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
    lowerInto(text, m_lower);
    std::size_t at = 0;
    for (const Place &place : places) {
        if (at > place.offset + place.length)
            continue;
        if (at <= place.offset) {
            const char *const hit = findFirst({m_lower.data() + place.offset, m_lower.size() - place.offset}, m_piece);
            if (hit == nullptr)
                return;
            at = static_cast<std::size_t>(hit - m_lower.data());
        }
        if (at + m_piece.size() <= place.offset + place.length) {
            check(text, place, found);
            if (found.size() >= max)
                return;
            at = place.offset + place.length;
        }
    }
}

} // namespace lamella::core
