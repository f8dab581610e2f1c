// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that SQL has here besides those of SQLite (help/sql.md): median(x), percentile(x, p), busy_ns(start_ns, dur_ns), and
// regexp(), which implements `x REGEXP 'pattern'`.
#pragma once

#include <span>
#include <string_view>

struct sqlite3;

namespace lamella::core {

struct SqlRun;

// `run`, which counts their memory, must outlive the connection.
void addSqlFunctions(sqlite3 *database, SqlRun &run);
[[nodiscard]] std::span<const std::string_view> sqlFunctionNames(); // with the useful ones of SQLite, for completion

} // namespace lamella::core
