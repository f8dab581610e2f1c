// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all tables that a session makes of a trace. To add one: a row in TableList.cpp.
#pragma once

#include "core/report/tables/TableSpec.h"

#include <span>
#include <string_view>

namespace lamella::core {

// In the order of the help.
[[nodiscard]] std::span<const TableSpec *const> tableList();
// Null when there is none of that name.
[[nodiscard]] const TableSpec *findTable(std::string_view name);

} // namespace lamella::core
