// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all tables of a trace. To add one, add a row in TableList.cpp.
#pragma once

#include "core/report/tables/TableSpec.h"

#include <span>
#include <string_view>

namespace lamella::core {

// In the order of the help.
[[nodiscard]] std::span<const TableSpec *const> tableList();
// Null if there is no table of that name.
[[nodiscard]] const TableSpec *findTable(std::string_view name);

} // namespace lamella::core
