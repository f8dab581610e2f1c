// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the events of a stretch of text whose args match a query: first by a piece of the query that stands in the file as it is
// typed, then by the args of the few events around it. One for each worker.
#pragma once

#include "core/import/chrome/ArgSearch.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class ArgScanner {
public:
    ArgScanner(const TraceDocument &document, const ArgQuery &query);

    struct Place { // of an event in the text
        EventId event;
        std::size_t offset = 0;
        std::size_t length = 0;
    };
    // places: ascending. Appends what matches, at most up to `most` matches in all.
    void scan(std::string_view text, std::span<const Place> places, std::size_t most, std::vector<ArgMatch> &found);

private:
    void check(std::string_view text, const Place &place, std::vector<ArgMatch> &found) const;

    const TraceDocument &m_document;
    const ArgQuery &m_query;
    std::string m_piece; // in lower case; empty: every event is looked at
    std::string m_lower; // of the text
};

} // namespace lamella::core
