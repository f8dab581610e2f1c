// SPDX-License-Identifier: GPL-3.0-or-later
// Which row of TraceDocument::operations an event has. Not for several threads at once.
#pragma once

#include "core/model/EventTable.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lamella::core {

// The compiler's facts about events that are requested mostly in their order: the next one is looked for where the last one was.
class OperationOfEvent {
public:
    explicit OperationOfEvent(const EventTable &events)
        : m_events(events)
    {
    }
    std::optional<std::int64_t> operator()(EventId event)
    {
        if (event.value >= m_events.size())
            return std::nullopt;
        if (m_chunk == nullptr || event.value < m_chunk->firstEvent || event.value - m_chunk->firstEvent >= m_chunk->size()) {
            const auto after = std::upper_bound(m_events.chunks().begin(), m_events.chunks().end(), event.value,
                [](std::uint32_t id, const EventChunk &chunk) { return id < chunk.firstEvent; });
            m_chunk = &*(after - 1);
            m_at = 0;
        }
        const SparseColumn &column = m_chunk->sparse[static_cast<std::size_t>(SparseKey::Operation)];
        const std::uint32_t row = event.value - m_chunk->firstEvent;
        for (int steps = 0; steps < kSteps && m_at < column.rows.size() && column.rows[m_at] < row; ++steps)
            ++m_at;
        if (m_at >= column.rows.size() || column.rows[m_at] != row)
            m_at = column.seek(row);
        if (m_at >= column.rows.size() || column.rows[m_at] != row)
            return std::nullopt;
        return column.values[m_at];
    }

private:
    static constexpr int kSteps = 4;
    const EventTable &m_events;
    const EventChunk *m_chunk = nullptr;
    std::size_t m_at = 0; // row of the sparse column
};

} // namespace lamella::core
