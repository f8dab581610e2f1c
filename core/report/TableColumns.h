// SPDX-License-Identifier: GPL-3.0-or-later
// A selection of a table's columns, for documents that print several tables below one another.
#pragma once

#include "core/report/ReportTable.h"

#include <span>
#include <string_view>

namespace lamella::core {

// The columns with these ids, in the order of the ids. Unknown ids are ignored. Rows, targets, notes and provenance stay; cells
// are copied.
[[nodiscard]] ReportTable withColumns(const ReportTable &table, std::span<const std::string_view> ids);

} // namespace lamella::core
