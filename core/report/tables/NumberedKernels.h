// SPDX-License-Identifier: GPL-3.0-or-later
// Compilers number operations ("fusion.12"), so that a list by name has one row per call site. This merges them.
#pragma once

#include "core/report/ReportTable.h"

#include <cstddef>
#include <vector>

namespace lamella::core {

// Merges rows of the table kernels (with all its rows) whose names differ only in that number and whose category is the same.
// Longest sum first, the first `top` rows (0 = all). Notes and provenance stay. A row's target is the name with the largest sum.
[[nodiscard]] ReportTable withoutNumbers(const ReportTable &kernels, std::size_t top);
[[nodiscard]] std::vector<ReportColumn> withoutNumbersColumns();

} // namespace lamella::core
