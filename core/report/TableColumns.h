// SPDX-License-Identifier: GPL-3.0-or-later
// Selects columns of a table by name: for --sort, --columns, and documents that print several tables below one another.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace lamella::core {

// The column with this id, else the only one with this heading (case-insensitive).
// Errors: BadRequest with the most similar name and the ids of all columns.
Result<std::size_t> columnNamed(const ReportTable &table, std::string_view name);

// The columns with these names, which are separated by commas and found as by columnNamed(), in this order.
// Errors: those of columnNamed(); BadRequest for a column that is named twice.
Result<ReportTable> chosenColumns(const ReportTable &table, std::string_view names);

// The columns with these ids, in the order of the ids. Unknown ids are ignored. Rows, targets, notes and provenance stay.
[[nodiscard]] ReportTable withColumns(const ReportTable &table, std::span<const std::string_view> ids);

} // namespace lamella::core
