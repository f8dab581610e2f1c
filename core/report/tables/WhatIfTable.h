// SPDX-License-Identifier: GPL-3.0-or-later
// whatif: how long passes or layers would take if some of their work took longer or shorter.
#pragma once

#include "core/report/tables/TableBuilders.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> whatIfColumns();

// scales: all of them at once ("category:communication=0"); none = each category of the scope removed, one after the other.
// by: pass (also empty) or layer. Errors: BadRequest for words that cannot be read.
[[nodiscard]] Result<ReportTable> whatIfTable(
    const TableInput &input, const std::vector<std::string> &scales, std::string_view by);

} // namespace lamella::core
