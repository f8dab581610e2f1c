// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the tables of a trace, and each of its kernels, into one SQLite database for notebooks (help/sql.md).
#pragma once

#include "core/session/RankSet.h"
#include "core/session/sql/SqlQuery.h"

#include <string>

namespace lamella::core {

// The tables of SQL by the same names, with all events and their args (but for the args of an XSpace, each of which costs reading
// the file): numbers as INTEGER in ns and bytes, shares as REAL from 0 to 1, NULL for what is missing. `ranks`, ranks_by_pass,
// ranks_by_rank and ranks_by_group are about all of `ranks`. The tables `tables` and `columns` describe each of them, `about`
// names the file and the version. Tables that this trace cannot answer are left out. Replaces the file when it is complete.
// Progress counts tables. Errors: Io; those of the tables; Cancelled.
Result<void> writeSqliteDatabase(const SqlTrace &trace, RankSet &ranks, const SqlOptions &options, const TableRequest &ofRanks,
    const std::string &path, const JobControl &control = {});

} // namespace lamella::core
