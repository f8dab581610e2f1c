// SPDX-License-Identifier: GPL-3.0-or-later
// compare: whether B is slower than A by more than noise, and whether both are runs of the same job.
#pragma once

#include "core/analysis/diff/RegressionGate.h"
#include "core/base/Message.h"
#include "core/report/ReportTable.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// Two traces of different jobs: OtherModel, OtherDevice or OtherCount, with the value of each side.
struct JobDifference {
    Verdict verdict = Verdict::OtherModel;
    Message a;
    Message b;
};

struct Comparison {
    std::vector<JobDifference> job;
    std::vector<StageComparison> stages;
    std::optional<Figure> whole; // busy time of all GPU work, if no stage can be compared
};

struct GateRule {
    std::optional<double> failAbove; // relative increase over A above which a figure fails; none = no gate
    bool allowMissing = false; // missing values on one side and different jobs do not fail
};

[[nodiscard]] std::vector<ReportColumn> compareColumns();
[[nodiscard]] ReportTable compareTable(const Comparison &comparison, const GateRule &rule);
// Whether any row of the table has the verdict "fail".
[[nodiscard]] bool gateFails(const Comparison &comparison, const GateRule &rule);

} // namespace lamella::core
