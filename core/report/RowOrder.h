// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table by the raw values of one column. Each cell becomes one number of 64 bits (texts: their place among the distinct
// ones), and the numbers are sorted digit by digit: a million rows take some hundredths of a second, whatever their order was.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::core {

// `rows` by the column, which the table has. Missing cells come last in both directions; equal cells keep the order of `rows`;
// head comes before layer 0, tail after the last layer; what is no number comes after all numbers. Error: Cancelled.
Result<std::vector<std::uint32_t>> sortedRows(const ReportTable &table, std::vector<std::uint32_t> rows, std::size_t column,
    bool descending, const JobControl &control = {});

} // namespace lamella::core
