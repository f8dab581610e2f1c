// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of memory by their purpose and their origin.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstdint>

namespace lamella::ui {

struct BlockSum {
    std::int64_t blocks = 0;
    std::int64_t bytes = 0;
};

// A row for each lifetime and source line (or operator, if there is no line) of the table `memory --by block` or a part of it,
// the largest first; its target is that of its largest block. Errors: Cancelled.
[[nodiscard]] core::Result<core::ReportTable> groupedBlocks(
    const core::ReportTable &blocks, const core::JobControl &control = {});

[[nodiscard]] BlockSum sumOf(const core::ReportTable &groups);

} // namespace lamella::ui
