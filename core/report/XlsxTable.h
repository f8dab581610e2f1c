// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a ReportTable as a spreadsheet workbook (Office Open XML, .xlsx). The same table gives the same bytes at any time and in
// any locale.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableWriters.h"

#include <cstddef>

namespace lamella::core {

struct XlsxLimits {
    std::size_t rowsPerSheet = 1048575; // rows that fit a sheet below its header; longer tables continue on another sheet
    std::size_t columns = 16384;
    std::size_t textUnits = 32767; // UTF-16 units per cell
};

// The first sheet, named after the table's id, contains the table. Its frozen header has the ids of the CSV, with the unit where
// the id does not end with it. Numbers are those of the CSV with 16 significant digits; number formats only show thousands
// separators or percent. Integers beyond 2^53, which a double cannot hold, are text. Texts are always text cells, never formulas
// or links. Missing cells are empty. The last sheet, "about", lists provenance, column meanings, reasons of missing cells, and
// what was shortened to fit. Memory does not grow with the number of rows; the folder of temporary files needs room for a few
// copies of the table. Errors: Io; Limit for more columns than a sheet can have.
Result<void> writeXlsxTable(const ReportTable &table, const TableSink &sink, const XlsxLimits &limits = {});

[[nodiscard]] const char *xlsxWriterVersion(); // of the library

} // namespace lamella::core
