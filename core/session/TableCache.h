// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of one session that were made lately, by what they were made of: going from layer to layer, or back, makes none anew
// that does not hang on it. Plain class without a lock.
#pragma once

#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"

#include <cstddef>
#include <list>
#include <utility>

namespace lamella::core {

class TableCache {
public:
    // As it was kept; null when it was not, or fell out. Valid until the next keep().
    [[nodiscard]] const ReportTable *find(const TableRequest &key);
    // Large ones are not kept: what asks for them does not ask again and again.
    void keep(const TableRequest &key, const ReportTable &table);

    static constexpr std::size_t kMaxCells = std::size_t{1} << 16; // of one table
    static constexpr std::size_t kMaxCellsOfAll = std::size_t{1} << 20; // about 20 MB

private:
    struct Kept {
        TableRequest key;
        ReportTable table;
        std::size_t cells = 0;
    };
    std::list<Kept> m_kept; // used last first
    std::size_t m_cells = 0;
};

} // namespace lamella::core
