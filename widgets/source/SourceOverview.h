// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the overview strip in the workspace Source: how much work has a source line, where the stacks are from, how much
// of the GPU time is launched from the user's own code, and what counts as that.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "widgets/overview/OverviewCells.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

// Of a part of the trace, from the table source by line.
struct SourceSums {
    std::int64_t kernels = 0;
    std::int64_t named = 0; // of them, with a source line
    std::int64_t gpuNs = 0;
    std::int64_t yoursNs = 0;
    std::vector<std::string> companions; // names of files with the stacks of replayed work
    std::string rule; // SessionOptions::yours
};

// `request`: of the table source; its grouping does not matter. Errors: those of the table.
[[nodiscard]] core::Result<SourceSums> loadSourceSums(
    core::AnalysisSession &session, core::TableRequest request, const core::JobControl &control);
// GUI thread. None where nothing ran.
[[nodiscard]] std::vector<OverviewCell> sourceCells(const SourceSums &sums);

} // namespace lamella::ui
