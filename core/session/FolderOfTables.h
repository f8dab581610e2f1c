// SPDX-License-Identifier: GPL-3.0-or-later
// Writes all tables of a trace, and those of the ranks of its job, as CSV and JSON (optionally workbooks) into a folder. Used by
// the command "export" and the window.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "core/session/RankSet.h"

#include <string>

namespace lamella::core {

struct FolderRequest {
    TableRequest tables; // scope of the tables; `table` and `each` are ignored
    TableRequest ranks; // scope of the tables of ranks, which cover all ranks; `by` is ignored
    bool workbooks = false; // also as .xlsx
};

// Makes the folder. Each file is named after its table (kernels.csv, kernels.json) and replaced atomically; other files stay.
// Progress counts tables. Errors: those of the tables; Io; Cancelled.
Result<void> writeFolderOfTables(AnalysisSession &session, RankSet &ranks, const FolderRequest &request,
    const std::string &folder, const JobControl &control = {});

} // namespace lamella::core
