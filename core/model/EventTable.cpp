// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/EventTable.h"

#include "core/model/ChunkMemory.h"

#include <algorithm>
#include <cassert>

namespace lamella::core {

std::size_t SparseColumn::seek(std::uint32_t row) const
{
    return rows.visit([row](const auto &held) {
        return static_cast<std::size_t>(std::lower_bound(held.begin(), held.end(), row) - held.begin());
    });
}

std::optional<std::int64_t> EventChunk::sparseValue(SparseKey key, std::uint32_t row) const
{
    const SparseColumn &column = sparse[static_cast<std::size_t>(key)];
    const std::size_t at = column.seek(row);
    return at < column.rows.size() && column.rows[at] == row ? std::optional(column.values[at]) : std::nullopt;
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
    // A binary search over all chunks would cost more than reading the row, and analyses look up millions of ids.
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

std::size_t memoryBytes(const EventChunk &chunk)
{
    std::size_t bytes = chunk.size()
            * (sizeof chunk.start[0] + sizeof chunk.duration[0] + sizeof chunk.name[0] + sizeof chunk.offset[0]
                + sizeof chunk.phase[0])
        + chunk.category.memoryBytes() + chunk.track.memoryBytes() + chunk.length.memoryBytes();
    for (const SparseColumn &column : chunk.sparse)
        bytes += column.rows.memoryBytes() + column.values.memoryBytes();
    return bytes;
}

std::size_t EventTable::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const EventChunk &chunk : m_chunks)
        bytes += core::memoryBytes(chunk);
    return bytes;
}

} // namespace lamella::core
