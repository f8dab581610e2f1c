// SPDX-License-Identifier: GPL-3.0-or-later
// Filter, sort and top N for any table, applied to raw values.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace lamella::core {

struct TableView {
    std::string_view filter; // KernelFilter text, applied by RowFilter; empty = all rows
    std::string_view sort; // id or heading of a column, '-' before it = descending; empty = the table's own order
    std::size_t top = 0; // 0 = all
};

// The matching rows, sorted. Missing values come last in both directions; equal rows keep their order. Errors: BadRequest for an
// invalid filter; those of columnNamed(); Cancelled.
Result<std::vector<std::uint32_t>> viewRows(const ReportTable &table, const TableView &view, const JobControl &control = {});

} // namespace lamella::core
