// SPDX-License-Identifier: GPL-3.0-or-later
// The table of annotated ranges (NVTX, user annotations) and the GPU work in them.
#pragma once

#include "core/analysis/ranges/RangeStatistics.h"
#include "core/report/ReportTable.h"

#include <memory>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> rangesColumns();
// The notes say which attribution is in force, and name the ranges for which the others disagree by more than 10 %.
[[nodiscard]] ReportTable rangesTable(
    const std::shared_ptr<const TraceDocument> &document, Attribution attribution, std::size_t skip, const JobControl &control);

} // namespace lamella::core
