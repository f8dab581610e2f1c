// SPDX-License-Identifier: GPL-3.0-or-later
// Tables from the text output of `nsys stats`.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/nsys/StatsImporter.h"
#include "core/model/TraceDocument.h"
#include "core/profile/ModelProfile.h"
#include "core/report/ReportTable.h"

#include <string_view>

namespace lamella::core {

// A report with its own columns. by: its name; empty = the kernels, else the first report. Errors: BadRequest, Io, Cancelled.
Result<ReportTable> statsTextTable(const TraceDocument &document, std::string_view by, const JobControl &control);

// The table `kernels` from such a text. Errors: Io, Cancelled.
Result<ReportTable> statsTextKernels(const TraceDocument &document, const ProfileSet &profiles, const JobControl &control);

// Note of all other tables for such a file.
inline constexpr const char *kNoTimeline = "The file has summary tables of nsys stats and no timeline; for the rest run nsys "
                                           "export --type sqlite on the report and open the result.";

} // namespace lamella::core
