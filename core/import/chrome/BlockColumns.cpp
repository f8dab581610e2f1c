// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/BlockColumns.h"

#include <algorithm>

namespace lamella::core {

void BlockColumns::clear()
{
    m_rows = 0;
    for (Values &column : m_sparse) {
        column.rows.clear();
        column.values.clear();
    }
}

void BlockColumns::grow()
{
    m_capacity = std::max<std::uint32_t>(1024, m_capacity * 2);
    m_start.resize(m_capacity);
    m_duration.resize(m_capacity);
    m_name.resize(m_capacity);
    m_category.resize(m_capacity);
    m_track.resize(m_capacity);
    m_offset.resize(m_capacity);
    m_length.resize(m_capacity);
    m_phase.resize(m_capacity);
}

EventChunk BlockColumns::copyOut() const
{
    EventChunk chunk;
    const auto copy = [this](auto &to, const auto &from) { to.assign(from.begin(), from.begin() + m_rows); };
    copy(chunk.start, m_start);
    copy(chunk.duration, m_duration);
    copy(chunk.name, m_name);
    copy(chunk.category, m_category);
    copy(chunk.track, m_track);
    copy(chunk.offset, m_offset);
    copy(chunk.length, m_length);
    copy(chunk.phase, m_phase);
    for (std::size_t key = 0; key < kSparseKeys; ++key) {
        chunk.sparse[key].rows.assign(m_sparse[key].rows.begin(), m_sparse[key].rows.end());
        chunk.sparse[key].values.assign(m_sparse[key].values.begin(), m_sparse[key].values.end());
    }
    return chunk;
}

} // namespace lamella::core
