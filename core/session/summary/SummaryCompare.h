// SPDX-License-Identifier: GPL-3.0-or-later
// Two summaries (`summary --format json`) against each other, step by step: what a step costs, what devices do, families and
// operations per step. Names of operations change with every compilation, so these are matched without their numbers, by shape,
// scope and program.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// Whether the file begins as a summary does.
[[nodiscard]] bool looksLikeSummary(const std::string &path);

struct SummaryComparison {
    std::shared_ptr<const ReportTable> table;
    bool failed = false; // the median step, or where there is none the busy time, is slower than allowed
};

[[nodiscard]] std::vector<ReportColumn> compareSummariesColumns();
// failAbove: share of A; none = compare only. top: rows of operations, 0 = all that changed. Errors: Io, Syntax (not a summary,
// or of another version: says which), Limit.
Result<SummaryComparison> compareSummaries(
    const std::string &a, const std::string &b, std::optional<double> failAbove, std::size_t top);

} // namespace lamella::core
