// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through the recorded texts of a trace's events in file order, a few megabytes at a time, so that all args can be read in
// one reading of the file. One thread only.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/chrome/TextCursor.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lamella::core {

class EventTextWalk {
public:
    // Events first..last - 1 of a document with hasEventText(), which must outlive the walk, as `control` must.
    EventTextWalk(const TraceDocument &document, std::uint32_t first, std::uint32_t last, const JobControl &control)
        : m_document(document)
        , m_control(control)
        , m_text(document.source)
        , m_next(first)
        , m_last(last)
    {
    }
    // Goes to the next event that has a text; false after the last. Errors: Io (file missing or changed since the import),
    // Cancelled.
    [[nodiscard]] Result<bool> next();
    [[nodiscard]] EventId event() const { return m_places[m_at].event; }
    [[nodiscard]] std::string_view text() const { return m_read.substr(m_places[m_at].offset, m_places[m_at].length); }

private:
    struct Place {
        EventId event;
        std::size_t offset; // in m_read
        std::size_t length;
    };
    [[nodiscard]] Result<void> readSome();

    const TraceDocument &m_document;
    const JobControl &m_control;
    TextCursor m_text;
    std::uint32_t m_next; // event after those of m_places
    std::uint32_t m_last;
    std::vector<Place> m_places;
    std::size_t m_at = 0;
    std::string_view m_read;
};

} // namespace lamella::core
