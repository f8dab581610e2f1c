// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TableView.h"

#include "core/report/RowFilter.h"
#include "core/report/RowOrder.h"
#include "core/report/TableColumns.h"

#include <string>
#include <utility>

namespace lamella::core {

Result<std::vector<std::uint32_t>> viewRows(const ReportTable &table, const TableView &view, const JobControl &control)
{
    constexpr std::uint32_t kPollRows = 4096; // between two checks of the stop request
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
        const auto column = columnNamed(table, id);
        if (!column)
            return column.error();
        auto sorted = sortedRows(table, std::move(rows), *column, descending, control);
        if (!sorted)
            return sorted.error();
        rows = std::move(*sorted);
    }
    if (view.top > 0 && rows.size() > view.top)
        rows.resize(view.top);
    return rows;
}

} // namespace lamella::core
