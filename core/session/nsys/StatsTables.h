// SPDX-License-Identifier: GPL-3.0-or-later
// The summary reports of `nsys stats`: worked out from a trace with the same arithmetic, or as a text of that program has them.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "core/report/ReportTable.h"

#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> statsColumns();

// by: name of a report (empty: the kernels). Of a trace: cuda_gpu_kern_sum, cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum,
// cuda_api_sum, osrt_sum. Rounding is that of nsys stats: one decimal, halves away from zero; standard deviation of a sample;
// shares of the report's own total. Errors: BadRequest (names the reports that there are), Io, Cancelled.
Result<ReportTable> statsTable(
    const TraceDocument &document, const KernelNames &names, std::string_view by, const JobControl &control);

// `kernels` of a text of nsys stats. Errors: Io, Cancelled.
Result<ReportTable> statsTextKernels(const TraceDocument &document, const ProfileSet &profiles, const JobControl &control);

} // namespace lamella::core
