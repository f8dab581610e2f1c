// SPDX-License-Identifier: GPL-3.0-or-later
// within: the work in a time range, by category, kernel or stream.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/report/ReportTable.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> withinColumns();

// `range` is on the clock of the file. by: category (or empty), kernel or stream; always per device. Kernels are clipped to the
// range: sum_ns adds up the clipped durations, busy_ns is the length of their union, share is busy_ns / length of the range.
// Longest sum first. Errors: BadRequest for another `by` or an empty range.
Result<ReportTable> withinTable(const std::shared_ptr<const TraceDocument> &document,
    const std::shared_ptr<const KernelNames> &names, TimeRange range, std::string_view by, const JobControl &control = {});

// Says so where the range goes beyond the trace.
void noteUnrecorded(ReportTable &table, const TraceDocument &document, TimeRange range);

// "465.3ms-466.1ms": from the zero of the trace; each end as for durationFromText(). nullopt for other texts, and if the end is
// before the begin.
[[nodiscard]] std::optional<TimeRange> timeRangeFromText(std::string_view text);

} // namespace lamella::core
