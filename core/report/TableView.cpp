// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TableView.h"

#include "core/base/StoppableSort.h"
#include "core/report/RowFilter.h"

#include <algorithm>

namespace lamella::core {

namespace {

// -1, 0, 1 by raw value; head sorts before layer 0, tail after the last layer.
int compared(const ReportTable &table, std::size_t column, std::uint32_t a, std::uint32_t b)
{
    const auto sign = [](const auto &x, const auto &y) { return x < y ? -1 : y < x ? 1 : 0; };
    switch (table.columns()[column].kind) {
    case CellKind::Text:
        return sign(table.text(a, column), table.text(b, column));
    case CellKind::Real:
    case CellKind::Share:
        return sign(table.real(a, column), table.real(b, column));
    case CellKind::Layer: {
        const auto key = [&](std::uint32_t row) {
            const std::int64_t layer = table.integer(row, column);
            return layer == kTailLayer ? INT64_MAX : layer;
        };
        return sign(key(a), key(b));
    }
    default:
        return sign(table.integer(a, column), table.integer(b, column));
    }
}

Error unknownColumn(const ReportTable &table, std::string_view id)
{
    std::string known;
    for (std::size_t c = 0; c < table.columns().size() && c < 40; ++c)
        known += (c > 0 ? ", " : "") + table.columns()[c].id;
    return {ErrorCode::BadRequest, "column " + std::string(id) + " is not in this table; it has " + known, {}, -1};
}

} // namespace

Result<std::vector<std::uint32_t>> viewRows(const ReportTable &table, const TableView &view, const JobControl &control)
{
    constexpr std::uint32_t kPollRows = 4096; // between two looks at the stop request
    const Error cancelled{ErrorCode::Cancelled, "stopped", {}, -1};
    auto filter = RowFilter::make(table, view.filter);
    if (!filter)
        return filter.error();
    std::vector<std::uint32_t> rows;
    for (std::uint32_t r = 0; r < table.rowCount(); ++r) {
        if (r % kPollRows == 0 && control.stopRequested())
            return cancelled;
        if (filter->empty() || filter->matches(r))
            rows.push_back(r);
    }
    if (!view.sort.empty()) {
        const bool descending = view.sort.front() == '-';
        const std::string_view id = view.sort.substr(descending ? 1 : 0);
        const std::size_t column = table.columnIndex(id);
        if (column == ReportTable::npos)
            return unknownColumn(table, id);
        const auto before = [&](std::uint32_t a, std::uint32_t b) {
            const bool missingA = table.isMissing(a, column);
            const bool missingB = table.isMissing(b, column);
            if (missingA || missingB)
                return !missingA && missingB;
            const int order = compared(table, column, a, b);
            return descending ? order > 0 : order < 0;
        };
        if (!stoppableSort(rows.begin(), rows.end(), before, control.stop))
            return cancelled;
    }
    if (view.top > 0 && rows.size() > view.top)
        rows.resize(view.top);
    return rows;
}

} // namespace lamella::core
