// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the forms of the table gaps share.
#pragma once

#include "core/analysis/gaps/GapList.h"
#include "core/report/tables/TableBuilders.h"

#include <array>
#include <utility>
#include <vector>

namespace lamella::core {

// gaps --by cause, layer, after, region, line or length. `launches` is needed for after, region and line. Errors: BadRequest for
// another
// --by.
[[nodiscard]] Result<ReportTable> gapSumsTable(const TableInput &input, const GapList &list, const LaunchJoin *launches);
extern const std::array<TableForm, 6> kGapForms;

// "model.py:12 forward": the source line at a moment of the host; empty if none is recorded.
[[nodiscard]] std::string hostLine(const TraceDocument &document, const HostState &state);

// The gaps of at least minNs, and the sum of the shorter ones.
[[nodiscard]] std::pair<std::vector<Gap>, GapSum> longEnough(const GapList &list, std::int64_t minNs);

} // namespace lamella::core
