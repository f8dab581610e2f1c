// SPDX-License-Identifier: GPL-3.0-or-later
// diff: what changed from A to B. A and B may be the same trace.
#pragma once

#include "core/analysis/diff/DiffRollUp.h"
#include "core/report/ReportTable.h"

#include <vector>

namespace lamella::core {

struct DiffTableInput {
    const AnalysisInput &a;
    const AnalysisInput &b;
    bool sameTrace = false; // rows that only B has can then be jumped to
};

[[nodiscard]] std::vector<ReportColumn> diffColumns();
[[nodiscard]] ReportTable diffTable(const DiffTableInput &input, const DiffSummary &summary);

} // namespace lamella::core
