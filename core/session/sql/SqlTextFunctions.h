// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite's text functions that take too long on hostile texts, reimplemented in linear time.
#pragma once

struct sqlite3;

namespace lamella::core {

// trim, ltrim, rtrim, instr and replace, in place of SQLite's own.
void addSqlTextFunctions(sqlite3 *database);

} // namespace lamella::core
