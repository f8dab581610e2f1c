// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of memory by what they are for and what allocated them.
#pragma once

#include "core/report/ReportTable.h"

#include <cstdint>
#include <vector>

namespace lamella::ui {

struct BlockSum {
    std::int64_t blocks = 0;
    std::int64_t bytes = 0;
};

// A row for each lifetime and source line (the operator where there is no line) of these rows of the table `memory --by block`,
// the largest first; its target is that of its largest block.
[[nodiscard]] core::ReportTable groupedBlocks(const core::ReportTable &blocks, const std::vector<std::uint32_t> &rows);

[[nodiscard]] BlockSum sumOf(const core::ReportTable &groups);

} // namespace lamella::ui
