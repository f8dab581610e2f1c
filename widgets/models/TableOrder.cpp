// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/TableOrder.h"

#include "core/report/RowFilter.h"
#include "core/report/RowOrder.h"

#include <utility>

namespace lamella::ui {

core::Result<std::vector<std::uint32_t>> orderedRows(
    const core::ReportTable &table, const TableOrder &order, const core::JobControl &control)
{
    const core::Error cancelled{core::ErrorCode::Cancelled, "stopped", {}, -1};
    auto filter = core::RowFilter::make(table, order.filter);
    if (!filter)
        return filter.error();

    const auto count = static_cast<std::uint32_t>(table.rowCount());
    constexpr std::uint32_t kRowsBetweenStops = 1u << 14;
    std::vector<std::uint32_t> rows;
    rows.reserve(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row % kRowsBetweenStops == 0 && control.stopRequested())
            return cancelled;
        if (filter->empty() || filter->matches(row))
            rows.push_back(row);
    }
    if (order.column < table.columns().size())
        return core::sortedRows(table, std::move(rows), order.column, order.descending, control);
    if (control.stopRequested())
        return cancelled;
    return rows;
}

core::Result<FilteredRows> filteredRows(
    const core::ReportTable &table, TableOrder order, const std::string &before, const core::JobControl &control)
{
    std::string why;
    for (const std::string &filter : {order.filter, before, std::string()}) {
        order.filter = filter;
        auto rows = orderedRows(table, order, control);
        if (rows)
            return FilteredRows{std::move(*rows), filter, why};
        if (rows.error().code != core::ErrorCode::BadRequest)
            return rows.error();
        if (why.empty())
            why = rows.error().message();
    }
    return FilteredRows{{}, {}, why};
}

} // namespace lamella::ui
