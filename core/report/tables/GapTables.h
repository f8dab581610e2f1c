// SPDX-License-Identifier: GPL-3.0-or-later
// gaps: idle time one by one, and added up by cause, layer, work after, region or length.
#pragma once

#include "core/analysis/gaps/GapList.h"
#include "core/report/tables/TableBuilders.h"

#include <memory>
#include <string_view>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> gapsColumns();

// Longest first; those shorter than minNs are one row at the end, so that the column adds up to the idle time.
[[nodiscard]] ReportTable gapsTable(
    const TableInput &input, const GapList &list, const LaunchJoin &launches, std::int64_t minNs, const JobControl &control = {});
// by: cause, layer, after, region, length. Errors: BadRequest for any other.
[[nodiscard]] Result<ReportTable> gapSumsTable(const TableInput &input, const GapList &list,
    const std::shared_ptr<const LaunchJoin> &launches, std::int64_t minNs, std::string_view by, const JobControl &control = {});

// What all gap tables say below the rows: how much is idle in how many gaps.
void noteIdle(ReportTable &table, const TableInput &input, const GapList &list);

} // namespace lamella::core
