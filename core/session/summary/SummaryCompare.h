// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two summaries (`summary --format json`) per step: time of a step, use of the devices, families and operations. The
// numbers in operation names change with each compilation, so operations are matched without them, by shape, scope and program.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/report/tables/CompareTable.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

// Whether the file begins like a summary.
[[nodiscard]] bool looksLikeSummary(const std::string &path);

struct SummaryComparison {
    std::shared_ptr<const ReportTable> table;
    bool failed = false; // a row has the verdict "fail"
};

// The gate covers median, mean and P90 of the steady steps, or without steps the compute time. It only uses the limit, since a
// summary has no spread of its steps. top: rows of operations, 0 = all that changed. Errors: Io, Syntax (not a summary, or
// another version, which the message names), Limit, NotATrace (a gate without any time to judge).
Result<SummaryComparison> compareSummaries(const std::string &a, const std::string &b, const GateRule &rule, std::size_t top);

} // namespace lamella::core
