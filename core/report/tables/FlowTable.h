// SPDX-License-Identifier: GPL-3.0-or-later
// flow: what a layer runs, kernel by kernel, hottest first or in the order in which it runs.
#pragma once

#include "core/report/tables/TableBuilders.h"

#include <memory>
#include <string_view>
#include <vector>

namespace lamella::core {

[[nodiscard]] std::vector<ReportColumn> flowColumns();

// The layers of the scope (--layer), or where it names none, the representative of each type of layer. by: heat (also empty) or
// execution. Errors: BadRequest for any other.
[[nodiscard]] Result<ReportTable> flowTable(
    const TableInput &input, std::shared_ptr<const LaunchJoin> launches, std::string_view by);

} // namespace lamella::core
