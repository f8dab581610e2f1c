// SPDX-License-Identifier: GPL-3.0-or-later
// Filter, sort and top N of any table, on raw values.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lamella::core {

struct TableView {
    std::string_view filter; // text in any text cell, and what else KernelFilter knows; empty = all rows
    std::string_view sort; // column id, '-' before it = descending; empty = the table's own order
    std::size_t top = 0; // 0 = all
};

// Rows that stay, in order. Missing values sort last in both directions; equal rows keep their order.
// Errors: BadRequest for a filter that cannot be read, and for a column that the table does not have (names those it has);
// Cancelled.
Result<std::vector<std::uint32_t>> viewRows(const ReportTable &table, const TableView &view, const JobControl &control = {});

} // namespace lamella::core
