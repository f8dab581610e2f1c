// SPDX-License-Identifier: GPL-3.0-or-later
// The columns that a worker parses into. They are reused for each block and copied out at exact size, so that the trace has no
// unused capacity and parsing causes no page faults for new memory.
#pragma once

#include "core/import/chrome/ParsedBlock.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamella::core {

struct ColumnRow {
    std::int64_t start = 0;
    std::int64_t duration = -1;
    std::uint32_t name = 0;
    std::uint32_t category = 0;
    std::uint32_t track = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    char phase = 0;
};

class BlockColumns {
    struct Values { // of one sparse key
        std::vector<std::uint32_t> rows;
        std::vector<std::int64_t> values;
    };

public:
    void clear();
    [[nodiscard]] std::uint32_t rows() const { return m_rows; }
    void push(const ColumnRow &row)
    {
        if (m_rows == m_capacity)
            grow();
        const std::uint32_t at = m_rows++;
        m_start[at] = row.start;
        m_duration[at] = row.duration;
        m_name[at] = StringId{row.name};
        m_category[at] = StringId{row.category};
        m_track[at] = TrackId{row.track};
        m_offset[at] = row.offset;
        m_length[at] = row.length;
        m_phase[at] = row.phase;
    }
    // Adds a value for the row pushed next.
    void pushSparse(SparseKey key, std::int64_t value)
    {
        Values &column = m_sparse[static_cast<std::size_t>(key)];
        column.rows.push_back(m_rows);
        column.values.push_back(value);
    }
    [[nodiscard]] std::uint32_t sparseRows(SparseKey key) const
    {
        return static_cast<std::uint32_t>(m_sparse[static_cast<std::size_t>(key)].rows.size());
    }
    [[nodiscard]] EventChunk copyOut() const;

private:
    [[gnu::noinline]] void grow();

    std::uint32_t m_rows = 0;
    std::uint32_t m_capacity = 0;
    std::vector<std::int64_t> m_start;
    std::vector<std::int64_t> m_duration;
    std::vector<StringId> m_name;
    std::vector<StringId> m_category;
    std::vector<TrackId> m_track;
    std::vector<std::uint32_t> m_offset;
    std::vector<std::uint32_t> m_length;
    std::vector<char> m_phase;
    std::array<Values, kSparseKeys> m_sparse;
};

} // namespace lamella::core
