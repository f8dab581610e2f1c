// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/TableCache.h"

#include <algorithm>

namespace lamella::core {

const ReportTable *TableCache::find(const TableRequest &key)
{
    const auto found = std::find_if(m_kept.begin(), m_kept.end(), [&key](const Kept &kept) { return kept.key == key; });
    if (found == m_kept.end())
        return nullptr;
    m_kept.splice(m_kept.begin(), m_kept, found);
    return &m_kept.front().table;
}

void TableCache::keep(const TableRequest &key, const ReportTable &table)
{
    const std::size_t cells = (table.rowCount() + 1) * table.columns().size(); // the empty ones count too
    if (cells > kMaxCells || find(key) != nullptr)
        return;
    m_kept.push_front({key, table, cells});
    m_cells += cells;
    while (m_cells > kMaxCellsOfAll) {
        m_cells -= m_kept.back().cells;
        m_kept.pop_back();
    }
}

} // namespace lamella::core
