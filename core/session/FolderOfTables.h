// SPDX-License-Identifier: GPL-3.0-or-later
// Every table of a trace, and the ranks of its job, as CSV and JSON (and, on wish, workbooks) in one folder: what the command
// "export" and the window write.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "core/session/RankSet.h"

#include <string>

namespace lamella::core {

struct FolderRequest {
    TableRequest tables; // what the tables are about; its table and `each` are of no account
    TableRequest ranks; // the same for the tables of ranks, which are about all of them; its `by` is of no account
    bool workbooks = false; // also as .xlsx
};

// Makes the folder; each file is named after its table (kernels.csv, kernels.json) and appears whole or not at all. Files of
// other names stay. Progress counts tables. Errors: those of the tables; Io; Cancelled.
Result<void> writeFolderOfTables(AnalysisSession &session, RankSet &ranks, const FolderRequest &request,
    const std::string &folder, const JobControl &control = {});

} // namespace lamella::core
