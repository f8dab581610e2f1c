// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the events in a section of text whose args match a query: first searches for a literal piece of the query, then parses
// the args of the few events around each hit. How the file is indented does not matter. One instance per worker.
#pragma once

#include "core/import/chrome/ArgSearch.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class ArgScanner {
public:
    ArgScanner(const TraceDocument &document, const ArgQuery &query, std::size_t maxValueBytes);

    struct Place { // position of an event in the text
        EventId event;
        std::size_t offset = 0;
        std::size_t length = 0;
    };
    // places: ascending. Appends matches to `found`, until it has `max`.
    void scan(std::string_view text, std::span<const Place> places, std::size_t max, std::vector<ArgMatch> &found);

private:
    [[nodiscard]] bool matches(std::string_view value) const;
    void prepare(std::string_view text, std::span<const Place> places);
    void check(std::string_view text, const Place &place, std::vector<ArgMatch> &found) const;

    const TraceDocument &m_document;
    const ArgQuery &m_query;
    std::size_t m_maxValueBytes;
    std::string m_dense; // the text of the query, withoutSpacing()
    std::string m_piece; // lower case; empty: check every event
    bool m_structured = false; // the piece has brackets, commas or colons, beside which the file may have blanks
    std::string m_lower; // lower-case copy of the text, or of the events alone without blanks
    std::vector<std::size_t> m_begins; // of each event in it, and the end
};

} // namespace lamella::core
