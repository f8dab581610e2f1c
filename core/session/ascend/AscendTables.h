// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that only a trace of the Ascend profiler has. For any other trace they have no rows and say so.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/report/ReportTable.h"

#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> opStatisticColumns();
[[nodiscard]] std::vector<ReportColumn> stepTraceTimeColumns();
[[nodiscard]] std::vector<ReportColumn> consistencyColumns();
[[nodiscard]] std::vector<ReportColumn> pipesColumns();

// Compute work by type and core, as op_statistic.csv has it, from the rows of the kernel table. Errors: Io, Cancelled.
Result<ReportTable> opStatisticTable(const TraceDocument &document, const JobControl &control);
// Times of each step, as step_trace_time.csv has them, from the rows of the kernel table. Errors: Io, Cancelled.
Result<ReportTable> stepTraceTimeTable(const TraceDocument &document, const JobControl &control);
// Figures of the files beside the kernel table against those that its rows give. Errors: Io, Cancelled.
Result<ReportTable> consistencyTable(const TraceDocument &document, const JobControl &control);
// Pipe times, ratios and counters of the compute work. by: type (also empty) or category. Errors: Io, BadRequest, Cancelled.
Result<ReportTable> pipesTable(
    const TraceDocument &document, const KernelNames &names, std::string_view by, const JobControl &control);

} // namespace lamella::core
