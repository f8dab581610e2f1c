// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled operations carry a number each ("fusion.12"): a list of them by name is one of single calls.
#pragma once

#include "core/report/ReportTable.h"

#include <cstddef>
#include <vector>

namespace lamella::core {

// Of the table kernels (all of its rows): what differs in that number alone, and has one category, in one row. Longest sum first,
// the first `top` rows; 0 = all. Notes and provenance stay. A row leads to the name that takes most of its time.
[[nodiscard]] ReportTable withoutNumbers(const ReportTable &kernels, std::size_t top);
[[nodiscard]] std::vector<ReportColumn> withoutNumbersColumns();

} // namespace lamella::core
