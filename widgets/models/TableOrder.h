// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table after filtering and sorting, as an index vector: cheap for millions of rows, unlike a proxy model.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct TableOrder {
    std::string filter; // syntax of RowFilter; empty = all rows
    std::size_t column = core::ReportTable::npos; // npos = the table's own order
    bool descending = false;
    bool operator==(const TableOrder &) const = default;
};

// Missing cells come last in both directions; equal cells keep the table's order. Errors: Cancelled, BadRequest (filter).
core::Result<std::vector<std::uint32_t>> orderedRows(
    const core::ReportTable &table, const TableOrder &order, const core::JobControl &control = {});

struct FilteredRows {
    std::vector<std::uint32_t> rows;
    std::string filter; // filter that the rows match
    std::string why; // why the requested filter cannot be used, or empty
};
// The same for a filter that may fail: then the rows of `before`, or all rows if that filter is not applicable to the table
// either. Errors: Cancelled.
core::Result<FilteredRows> filteredRows(
    const core::ReportTable &table, TableOrder order, const std::string &before, const core::JobControl &control = {});

} // namespace lamella::ui
