// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table whose numbers are written in the most characters, so that a view need not measure all of them.
#pragma once

#include "core/report/ReportTable.h"

#include <cstdint>
#include <vector>

namespace lamella::ui {

// The smallest and the largest of every order of magnitude of a column of numbers, and of texts one of every length. Of a table of
// more than 100,000 rows every second, third … is read.
[[nodiscard]] std::vector<std::uint32_t> widestRows(const core::ReportTable &table, std::size_t column);

} // namespace lamella::ui
