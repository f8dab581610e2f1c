// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of runs as one Markdown document of aligned tables: (a) forward times by model and length, (b) kernel with the most time
// in each pass, (c) the same without GEMMs, over the run, (d) share of GEMM, (e) softmax against matrix products.
#pragma once

#include "core/session/matrix/RunGrid.h"

#include <string>

namespace lamella::core {

// Times in ms with two decimals, shares with one; OOM and n/a as the cells of RunGrid.
[[nodiscard]] std::string gridMarkdown(const RunGrid &grid);

} // namespace lamella::core
