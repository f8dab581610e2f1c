// SPDX-License-Identifier: GPL-3.0-or-later
// Sorts the rows of a table by one column's raw values. Each cell is mapped to a 64-bit key (texts: their rank among the distinct
// ones) and the keys are radix-sorted: a million rows take some hundredths of a second in any initial order.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

// `rows` sorted by a column that must exist. Missing cells come last in both directions, NaN after all numbers; equal cells keep
// the order of `rows`. Head sorts before layer 0, tail after the last layer. Error: Cancelled.
Result<std::vector<std::uint32_t>> sortedRows(const ReportTable &table, std::vector<std::uint32_t> rows, std::size_t column,
    bool descending, const JobControl &control = {});

} // namespace lamella::core
