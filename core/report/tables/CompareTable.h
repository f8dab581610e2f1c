// SPDX-License-Identifier: GPL-3.0-or-later
// compare: whether B is slower than A by more than noise, and whether both are runs of the same job.
#pragma once

#include "core/analysis/diff/RegressionGate.h"
#include "core/base/Message.h"
#include "core/report/ReportTable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// Two traces of different jobs: OtherModel, OtherDevice or OtherCount, with the value of each side.
struct JobDifference {
    Verdict verdict = Verdict::OtherModel;
    Message a;
    Message b;
    bool operator==(const JobDifference &) const = default;
};

struct DeviceComparison {
    std::int64_t a = 0; // numbers as recorded
    std::int64_t b = 0;
    std::vector<StageComparison> stages;
    std::optional<Figure> whole = {}; // busy time of all GPU work, if no stage can be compared
};

struct Comparison {
    std::vector<JobDifference> job;
    std::vector<DeviceComparison> devices;
};

struct GateRule {
    std::optional<double> failAbove; // relative increase over A above which a figure fails; none = no gate
    bool allowMissing = false; // missing values on one side and different jobs do not fail
};

[[nodiscard]] std::vector<ReportColumn> compareColumns();
[[nodiscard]] ReportTable compareTable(const Comparison &comparison, const GateRule &rule);
// Whether a stage, or all GPU work if no stage can be compared, takes longer in B by more than the noise.
[[nodiscard]] bool isSlower(const DeviceComparison &device);
// Whether any row of the table has the verdict "fail", on any device.
[[nodiscard]] bool gateFails(const Comparison &comparison, const GateRule &rule);

} // namespace lamella::core
