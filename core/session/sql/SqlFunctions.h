// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that SQL has here besides those of SQLite (help/sql.md): median(x), percentile(x, p), busy_ns(start_ns, dur_ns), and
// regexp(), which implements `x REGEXP 'pattern'`.
#pragma once

struct sqlite3;

namespace lamella::core {

struct SqlRun;

// `run`, which counts their memory, must outlive the connection.
void addSqlFunctions(sqlite3 *database, SqlRun &run);

} // namespace lamella::core
