// SPDX-License-Identifier: GPL-3.0-or-later
// Files that SQLite keeps beside a database while it is written: FILE-wal with changes that are not in it yet, FILE-journal with
// what to put back. A database that is read without them shows part of a state, or one that was never finished.
#pragma once

#include "core/base/Result.h"

#include <optional>
#include <string>

namespace lamella::core {

// Why the database cannot be read by itself; none where nothing beside it counts (SQLite file format 3 and 4: a journal whose
// header is zeroed or missing is over, a write-ahead log without frames is empty, and one beside a database in another mode is
// not its). Error: Io.
[[nodiscard]] std::optional<Error> unfinishedChanges(const std::string &database);

} // namespace lamella::core
