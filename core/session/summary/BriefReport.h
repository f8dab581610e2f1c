// SPDX-License-Identifier: GPL-3.0-or-later
// The report for a pull request: one line, the findings, passes by stage, types of layers, the longest kernels with their
// roofline, and the commands that reproduce the figures. The figures are those of the whole report.
#pragma once

#include "core/session/summary/TraceReport.h"

#include <cstddef>
#include <string>

namespace lamella::core {

inline constexpr std::size_t kBriefCharacters = 6000; // of UTF-8; GitHub takes 65,536 for a comment, people read less

// Markdown or text of at most kBriefCharacters: long names are shortened and rows left out, with a note. `catalogue` null is
// English. `width`: columns of a line in which the sentences of a text are broken, 0: not. Errors: those of traceReport(),
// BadRequest for another format.
Result<std::string> briefReport(AnalysisSession &session, const ReportOptions &options, TableFormat format,
    const Catalogue *catalogue = nullptr, std::size_t width = 0, const JobControl &control = {});

} // namespace lamella::core
