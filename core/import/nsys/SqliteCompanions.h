// SPDX-License-Identifier: GPL-3.0-or-later
// Detects the files that SQLite keeps beside a database while it is being written: FILE-wal with changes not yet in the database,
// FILE-journal with pages to roll back. Reading the database without them yields an incomplete or inconsistent state.
#pragma once

#include "core/base/Result.h"

#include <optional>
#include <string>

namespace lamella::core {

// The reason why the database cannot be read alone; none if no file beside it is relevant (SQLite file format 3 and 4: a journal
// with a zeroed or missing header is finished, a write-ahead log without frames is empty, and one beside a database in another
// mode does not belong to it). Error: Io.
[[nodiscard]] std::optional<Error> unfinishedChanges(const std::string &database);

} // namespace lamella::core
