// SPDX-License-Identifier: GPL-3.0-or-later
// architecture: what the model is like, by its config where one is given, and by what the trace shows.
#pragma once

#include "core/report/tables/TableBuilders.h"

#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> architectureColumns();
// What the trace shows is that of the first pass of the scope.
[[nodiscard]] ReportTable architectureTable(const TableInput &input, const LaunchJoin &launches);

} // namespace lamella::core
