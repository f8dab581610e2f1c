// SPDX-License-Identifier: GPL-3.0-or-later
// within: what runs in a time range, by category, kernel or stream.
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

// `range` on the clock of the file. by: category (also empty), kernel or stream; always per device. A kernel that is cut by an
// end of the time range counts with what lies inside: sum_ns adds that up, busy_ns is the length of its union, share is busy_ns
// of the length of the time range. Longest sum first. Errors: BadRequest for any other `by`, and for a time range without length.
Result<ReportTable> withinTable(const std::shared_ptr<const TraceDocument> &document,
    const std::shared_ptr<const KernelNames> &names, TimeRange range, std::string_view by, const JobControl &control = {});

// "465.3ms-466.1ms": from zero to the end, as for durationFromText(); nothing for any other text and a backward stretch.
[[nodiscard]] std::optional<TimeRange> timeRangeFromText(std::string_view text);

} // namespace lamella::core
