// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/TableOrder.h"

#include "core/report/RowFilter.h"

#include <algorithm>
#include <string_view>

namespace lamella::ui {

namespace {

template <class Key> void sortBy(std::vector<std::uint32_t> &rows, bool descending, Key key)
{
    std::stable_sort(rows.begin(), rows.end(),
        [&](std::uint32_t a, std::uint32_t b) { return descending ? key(b) < key(a) : key(a) < key(b); });
}

} // namespace

core::Result<std::vector<std::uint32_t>> orderedRows(
    const core::ReportTable &table, const TableOrder &order, const core::JobControl &control)
{
    const core::Error cancelled{core::ErrorCode::Cancelled, "stopped", {}, -1};
    auto filter = core::RowFilter::make(table, order.filter);
    if (!filter)
        return filter.error();

    const auto count = static_cast<std::uint32_t>(table.rowCount());
    constexpr std::uint32_t kRowsBetweenStops = 1u << 14;
    const std::size_t column = order.column;
    const bool sorted = column < table.columns().size();
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> missing;
    rows.reserve(count);
    for (std::uint32_t row = 0; row < count; ++row) {
        if (row % kRowsBetweenStops == 0 && control.stopRequested())
            return cancelled;
        if (!filter->empty() && !filter->matches(row))
            continue;
        (sorted && table.isMissing(row, column) ? missing : rows).push_back(row);
    }
    if (sorted) {
        switch (table.columns()[column].kind) {
        case core::CellKind::Text:
            sortBy(rows, order.descending, [&](std::uint32_t row) { return table.text(row, column); });
            break;
        case core::CellKind::Real:
        case core::CellKind::Share:
            sortBy(rows, order.descending, [&](std::uint32_t row) { return table.real(row, column); });
            break;
        default:
            sortBy(rows, order.descending, [&](std::uint32_t row) { return table.integer(row, column); });
        }
    }
    rows.insert(rows.end(), missing.begin(), missing.end());
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
