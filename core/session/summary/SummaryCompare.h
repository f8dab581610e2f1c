// SPDX-License-Identifier: GPL-3.0-or-later
// Two summaries (`summary --format json`) against each other, step by step: what a step costs, what devices do, families and
// operations per step. Names of operations change with every compilation, so these are matched without their numbers, by shape,
// scope and program.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/report/tables/CompareTable.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

// Whether the file begins as a summary does.
[[nodiscard]] bool looksLikeSummary(const std::string &path);

struct SummaryComparison {
    std::shared_ptr<const ReportTable> table;
    bool failed = false; // a row says "fail"
};

[[nodiscard]] std::vector<ReportColumn> compareSummariesColumns();
// The gate looks at median, mean and P90 of the steady steps, or without steps at the compute time, by its limit alone: a summary
// does not hold the scatter of its steps. top: rows of operations, 0 = all that changed. Errors: Io, Syntax (not a summary, or of
// another version: says which), Limit, NotATrace (a gate without any time to judge).
Result<SummaryComparison> compareSummaries(const std::string &a, const std::string &b, const GateRule &rule, std::size_t top);

} // namespace lamella::core
