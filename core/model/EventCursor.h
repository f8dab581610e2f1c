// SPDX-License-Identifier: GPL-3.0-or-later
// Track and start of events, for loops over many ids that are mostly close together: it searches from the chunk of the last id
// and reads only the requested columns. Not thread-safe; use one per thread.
#pragma once

#include "core/model/EventTable.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace lamella::core {

class EventCursor {
public:
    struct Place {
        TrackId track;
        std::int64_t start = 0; // ns on the clock of the file
    };
    explicit EventCursor(const EventTable &events)
        : m_events(events)
    {
    }
    [[nodiscard]] Place operator()(EventId id)
    {
        const EventChunk &chunk = chunkOf(id);
        const std::uint32_t row = id.value - chunk.firstEvent;
        return {chunk.track[row], chunk.start[row]};
    }
    [[nodiscard]] const EventChunk &chunkOf(EventId id)
    {
        if (m_chunk == nullptr || id.value < m_chunk->firstEvent || id.value - m_chunk->firstEvent >= m_chunk->size())
            seek(id);
        return *m_chunk;
    }

private:
    void seek(EventId id)
    {
        assert(id.value < m_events.size());
        const auto chunks = m_events.chunks();
        const auto after = std::upper_bound(chunks.begin(), chunks.end(), id.value,
            [](std::uint32_t wanted, const EventChunk &chunk) { return wanted < chunk.firstEvent; });
        m_chunk = &*(after - 1);
    }

    const EventTable &m_events;
    const EventChunk *m_chunk = nullptr;
};

} // namespace lamella::core
