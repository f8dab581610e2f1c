// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a ReportTable as text. The window's exports and the command line share these functions, so both give the same bytes.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/report/TextLayout.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

enum class TableFormat : std::uint8_t {
    Text,
    Csv,
    Json,
    Markdown,
    Html,
    SpreadsheetCsv, // CSV without texts that a spreadsheet would read as formulas
    Xlsx, // an Excel workbook (binary)
    Collapsed, // stacks in the format of flame graph tools; for tables of stacks only (StackTable.h)
    Speedscope // likewise
};
[[nodiscard]] std::optional<TableFormat> tableFormatFromName(std::string_view name);
// Text, Markdown and HTML: written in the user's language (ReportTable::inLanguage). All others are the same in every language.
[[nodiscard]] bool isForPeople(TableFormat format);

// Text: aligned columns with units, "n/a" with the reasons as footnotes; notes come first if there are no rows. CSV: C locale,
// RFC 4180, LF, header = column ids, missing = empty. JSON:
// {"schema":"lamella.<id>.v1","provenance":{},"columns":[{"id","kind","unit"}],"rows":[{}]}, missing = null. SpreadsheetCsv
// ("csv-spreadsheet"): CSV in which text that a spreadsheet would run as a formula gets a leading apostrophe: text that begins,
// after any blanks, with = + - @ (or a full-width form), a tab or a line break. Xlsx: see XlsxTable.h. `layout` is for text only.
[[nodiscard]] std::string writeTable(const ReportTable &table, TableFormat format, const TextLayout &layout = {});

// The same bytes in pieces, for tables too large for one text in memory. The sink returns false to stop.
using TableSink = std::function<bool(std::string_view)>;
bool writeTable(const ReportTable &table, TableFormat format, const TableSink &sink, const TextLayout &layout = {});

// Writes the table to a file in any format. Errors: Io; Limit if it exceeds the size of a workbook; Cancelled: the file is as
// before.
Result<void> writeTableFile(const std::string &path, const ReportTable &table, TableFormat format, const TextLayout &layout = {},
    const JobControl &control = {});

} // namespace lamella::core
