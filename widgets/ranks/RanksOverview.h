// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the overview strip in the workspace Ranks: the pass on the slowest rank, the skew of layers, exposed communication,
// who holds the others up, and how the clocks were aligned.
#pragma once

#include "widgets/overview/OverviewCells.h"
#include "widgets/ranks/RankStripData.h"

#include <vector>

namespace lamella::ui {

// GUI thread. None without ranks to compare.
[[nodiscard]] std::vector<OverviewCell> rankCells(const RankStripData &strip);

} // namespace lamella::ui
