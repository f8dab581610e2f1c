// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of SQL, the meaning of their columns, and how each table is made: the single kernels and events, and every table of
// the command line under its id (help/sql.md).
#pragma once

#include "core/report/ReportTable.h"
#include "core/session/sql/SqlRows.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct SqlColumnInfo {
    std::string name;
    std::string type; // INTEGER, REAL or TEXT
    std::string unit; // ns, bytes, share; empty without one
    std::string meaning;
};

struct SqlTableInfo {
    std::string name;
    std::string meaning;
    std::string source; // the command that prints it, "overlap --by layer"; empty: only SQL has it
    std::vector<SqlColumnInfo> columns; // columns that it has for every trace; none if they are known only when it is made
    SqlRelationMaker make;
    SqlRowsMaker rows; // of one trace; none for args
    // Of a table of the command line: the table itself.
    std::function<Result<std::shared_ptr<const ReportTable>>(const SqlTrace &, const SqlScope &, SqlRun &)> report;
};

// In the order of the manual.
[[nodiscard]] const std::vector<SqlTableInfo> &sqlTables();
[[nodiscard]] const SqlTableInfo *findSqlTable(std::string_view name); // case-insensitive

[[nodiscard]] SqlColumnInfo sqlColumnOf(const ReportColumn &column);
// A table of the command line as the rows that SQL has: numbers in ns and bytes, layers with -1 for the head and -2 for the tail,
// shares from 0 to 1, NULL for a missing value.
[[nodiscard]] std::shared_ptr<const SqlRows> rowsOfTable(std::shared_ptr<const ReportTable> table);

} // namespace lamella::core
