// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/EventTable.h"

#include <algorithm>
#include <cassert>

namespace lamella::core {

std::optional<std::int64_t> EventChunk::sparseValue(SparseKey key, std::uint32_t row) const
{
    const SparseColumn &column = sparse[static_cast<std::size_t>(key)];
    const auto it = std::lower_bound(column.rows.begin(), column.rows.end(), row);
    if (it == column.rows.end() || *it != row)
        return std::nullopt;
    return column.values[static_cast<std::size_t>(it - column.rows.begin())];
}

EventTable::EventTable(std::vector<EventChunk> chunks)
    : m_chunks(std::move(chunks))
{
    std::erase_if(m_chunks, [](const EventChunk &c) { return c.size() == 0; });
    m_first.reserve(m_chunks.size());
    for (EventChunk &chunk : m_chunks) {
        chunk.firstEvent = m_size;
        m_first.push_back(m_size);
        m_size += chunk.size();
        const auto at = static_cast<std::uint32_t>(m_first.size() - 1);
        while (m_chunkAt.size() << kStrideBits < m_size)
            m_chunkAt.push_back(at);
    }
}

std::pair<const EventChunk *, std::uint32_t> EventTable::locate(EventId id) const
{
    assert(id.value < m_size);
    // Analyses follow millions of ids: a search over all chunks for each would cost more than what is done with the row.
    std::size_t at = m_chunkAt[id.value >> kStrideBits];
    while (at + 1 < m_first.size() && m_first[at + 1] <= id.value)
        ++at;
    const EventChunk &chunk = m_chunks[at];
    return {&chunk, id.value - chunk.firstEvent};
}

EventRow EventTable::row(EventId id) const
{
    const auto [c, r] = locate(id);
    return {id, c->start[r], c->duration[r], c->name[r], c->category[r], c->track[r], c->phase[r]};
}

std::optional<std::int64_t> EventTable::sparse(EventId id, SparseKey key) const
{
    const auto [c, r] = locate(id);
    return c->sparseValue(key, r);
}

std::pair<std::int64_t, std::uint32_t> EventTable::text(EventId id) const
{
    const auto [c, r] = locate(id);
    return {c->textOffset + c->offset[r], c->length[r]};
}

std::size_t EventTable::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const EventChunk &c : m_chunks) {
        bytes += c.start.size() * 8 + c.duration.size() * 8 + c.name.size() * 4 + c.category.size() * 4 + c.track.size() * 4
            + c.offset.size() * 4 + c.length.size() * 4 + c.phase.size();
        for (const SparseColumn &s : c.sparse)
            bytes += s.rows.size() * 4 + s.values.size() * 8;
    }
    return bytes;
}

} // namespace lamella::core
