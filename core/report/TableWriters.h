// SPDX-License-Identifier: GPL-3.0-or-later
// ReportTable to text. The window's exports and the command line call these, so both give the same bytes.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"

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
    SpreadsheetCsv, // CSV whose texts no spreadsheet takes for a formula
    Xlsx // a workbook; bytes, not text
};
[[nodiscard]] std::optional<TableFormat> tableFormatFromName(std::string_view name);
[[nodiscard]] std::string_view tableFormatName(TableFormat format);

// Text: aligned columns with units for people, "n/a" with reasons as footnotes. CSV: C locale, RFC 4180, LF, header = column ids,
// missing = empty. JSON: {"schema":"lamella.<id>.v1","provenance":{},"columns":[{"id","kind","unit"}],"rows":[{}]}, missing =
// null. SpreadsheetCsv ("csv-spreadsheet"): as CSV, but a text that begins with = + - @ (or their full-width forms), a tab or a
// line break, behind blanks too, has an apostrophe before it, since spreadsheets would run it as a formula. Xlsx: see
// XlsxTable.h.
[[nodiscard]] std::string writeTable(const ReportTable &table, TableFormat format);

// The same bytes in pieces, for tables that are larger than one wants to hold as text. The sink returns false to stop.
using TableSink = std::function<bool(std::string_view)>;
bool writeTable(const ReportTable &table, TableFormat format, const TableSink &sink);

// The table as a file, in any format. Errors: Io; Limit for what a workbook cannot hold.
Result<void> writeTableFile(const std::string &path, const ReportTable &table, TableFormat format);

// Writes to a temporary file beside `path` and renames it; nothing half-written stays. Errors: Io.
Result<void> writeFileAtomically(const std::string &path, std::string_view bytes);
// The same with the bytes in pieces; `write` hands them to its argument and returns false when that returned false.
Result<void> writeFileAtomically(const std::string &path, const std::function<bool(const TableSink &)> &write);

} // namespace lamella::core
