// SPDX-License-Identifier: GPL-3.0-or-later
// Fewer columns of a table, for documents that show several tables one below the other.
#pragma once

#include "core/report/ReportTable.h"

#include <span>
#include <string_view>

namespace lamella::core {

// The columns with these ids, in the order of the ids; ids that the table does not have are passed over. Rows, targets, notes and
// provenance stay; cells are copied.
[[nodiscard]] ReportTable withColumns(const ReportTable &table, std::span<const std::string_view> ids);

} // namespace lamella::core
