// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table after filter and sort, as an index vector: cheap for millions of rows where a proxy model is not.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct TableOrder {
    std::string filter; // as RowFilter reads it; empty = all rows
    std::size_t column = core::ReportTable::npos; // npos = the table's own order
    bool descending = false;
    bool operator==(const TableOrder &) const = default;
};

// Missing cells come last in both directions; equal cells keep the table's order. Errors: Cancelled, BadRequest (filter).
core::Result<std::vector<std::uint32_t>> orderedRows(
    const core::ReportTable &table, const TableOrder &order, const core::JobControl &control = {});

struct FilteredRows {
    std::vector<std::uint32_t> rows;
    std::string filter; // that they hold for
    std::string why; // the filter that was asked for cannot be used, or empty
};
// The same for a filter that may fail: then the rows of `before`, and all rows where the table cannot answer that one either.
// Errors: Cancelled.
core::Result<FilteredRows> filteredRows(
    const core::ReportTable &table, TableOrder order, const std::string &before, const core::JobControl &control = {});

} // namespace lamella::ui
