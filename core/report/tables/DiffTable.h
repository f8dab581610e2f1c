// SPDX-License-Identifier: GPL-3.0-or-later
// diff: what changed from A to B. A and B may be the same trace.
#pragma once

#include "core/analysis/diff/DiffRollUp.h"
#include "core/report/ReportTable.h"
#include "core/report/tables/OriginCells.h"
#include "core/report/tables/RolesByName.h"

#include <memory>
#include <vector>

namespace lamella::core {

struct DiffTableInput {
    const AnalysisInput &a;
    const AnalysisInput &b;
    bool sameTrace = false; // rows that only B has can then be jumped to
    std::shared_ptr<const OriginCells> originsA = {}; // null: operators and source lines are left out
    std::shared_ptr<const OriginCells> originsB = {};
    std::shared_ptr<const RolesByName> rolesA = {}; // of the kernels compared; null: roles are left out
    std::shared_ptr<const RolesByName> rolesB = {};
};

[[nodiscard]] std::vector<ReportColumn> diffColumns();
[[nodiscard]] ReportTable diffTable(const DiffTableInput &input, const DiffSummary &summary);

} // namespace lamella::core
