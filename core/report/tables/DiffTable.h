// SPDX-License-Identifier: GPL-3.0-or-later
// diff: what changed from A to B; compare: whether B is slower than A by more than chance. Two traces, or one compared with
// itself.
#pragma once

#include "core/analysis/diff/DiffRollUp.h"
#include "core/analysis/diff/RegressionGate.h"
#include "core/report/ReportTable.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct DiffTableInput {
    const AnalysisInput &a;
    const AnalysisInput &b;
    bool sameTrace = false; // a row that only B has can then be jumped to
};

[[nodiscard]] std::vector<ReportColumn> diffColumns();
[[nodiscard]] ReportTable diffTable(const DiffTableInput &input, const DiffSummary &summary);

[[nodiscard]] std::vector<ReportColumn> compareColumns();
// failAbove: share of A above which a row fails; none = no gate. lastIsTrace: the last row is of all GPU work, not of a stage.
[[nodiscard]] ReportTable compareTable(
    const std::vector<StageComparison> &rows, std::optional<double> failAbove, bool lastIsTrace);

} // namespace lamella::core
