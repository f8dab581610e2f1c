// SPDX-License-Identifier: GPL-3.0-or-later
// ReportTable to a workbook of a spreadsheet (Office Open XML, .xlsx). The same table gives the same bytes, whenever and in
// whatever locale it is written.
#pragma once

#include "core/base/Result.h"
#include "core/report/TableWriters.h"

#include <cstddef>

namespace lamella::core {

struct XlsxLimits {
    std::size_t rowsPerSheet = 1048575; // what a sheet holds below its header; a longer table goes on in a further sheet
    std::size_t columns = 16384;
    std::size_t textUnits = 32767; // UTF-16 units of one cell
};

// First the table, one sheet named after its id: the header is the ids of the CSV, with the unit where the id does not end with
// it, and stays in sight; numbers are the numbers of the CSV, with 16 significant digits, and are only shown with groups of
// thousands or as percent. What a double cannot hold is text: integers beyond 2^53. Texts are always text cells,
// never formulas or links. Missing cells are empty. The last sheet, "about", says where the table comes from, what each column
// means, why cells are missing, and what was cut to fit. Memory does not grow with the rows; the space of a few copies of the
// table is needed in the folder of temporary files. Errors: Io; Limit for more columns than a sheet has.
Result<void> writeXlsxTable(const ReportTable &table, const TableSink &sink, const XlsxLimits &limits = {});

} // namespace lamella::core
