// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/EventTextWalk.h"

#include "core/model/EventCursor.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kTextBytes = std::size_t{2} << 20; // read at once; more only for a larger event

} // namespace

Result<bool> EventTextWalk::next()
{
    if (m_at + 1 < m_places.size()) {
        ++m_at;
        return true;
    }
    if (const Result<void> read = readSome(); !read)
        return read.error();
    return !m_places.empty();
}

// Reads the texts of the next events at once while they are close together in the file.
Result<void> EventTextWalk::readSome()
{
    m_places.clear();
    m_at = 0;
    EventCursor cursor(m_document.events);
    std::int64_t begin = 0;
    std::int64_t end = 0;
    for (; m_next < m_last; ++m_next) {
        const EventChunk &chunk = cursor.chunkOf(EventId(m_next));
        const std::uint32_t row = m_next - chunk.firstEvent;
        if (chunk.length[row] == 0)
            continue;
        const std::int64_t from = chunk.textOffset + chunk.offset[row];
        const std::int64_t behind = from + chunk.length[row];
        if (m_places.empty())
            begin = from;
        else if (from < begin || behind - begin > static_cast<std::int64_t>(kTextBytes))
            break;
        m_places.push_back({EventId(m_next), static_cast<std::size_t>(from - begin), chunk.length[row]});
        end = std::max(end, behind);
    }
    if (m_places.empty())
        return {};
    if (m_control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", m_document.source.path, -1};
    const Result<std::string_view> read =
        m_text.read(static_cast<std::uint64_t>(begin), static_cast<std::size_t>(end - begin), m_control);
    if (!read)
        return read.error();
    m_read = *read;
    return {};
}

} // namespace lamella::core
