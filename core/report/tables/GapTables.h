// SPDX-License-Identifier: GPL-3.0-or-later
// What the forms of the table gaps share.
#pragma once

#include "core/analysis/gaps/GapList.h"
#include "core/report/tables/TableBuilders.h"

#include <array>
#include <utility>
#include <vector>

namespace lamella::core {

// gaps --by cause, layer, after, region or length; `launches` is there for after and region. Errors: BadRequest for any other.
[[nodiscard]] Result<ReportTable> gapSumsTable(const TableInput &input, const GapList &list, const LaunchJoin *launches);
extern const std::array<TableForm, 5> kGapForms;

// The gaps from the threshold on, and the sum of the others.
[[nodiscard]] std::pair<std::vector<Gap>, GapSum> longEnough(const GapList &list, std::int64_t minNs);

} // namespace lamella::core
