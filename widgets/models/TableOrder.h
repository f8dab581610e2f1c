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

} // namespace lamella::ui
