// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the rank that the others wait for. Pure function.
#pragma once

#include "core/analysis/ranks/RankComparison.h"

namespace lamella::core {

// Sums each rank's own time above the median of the ranks over all layers, head and tail included, less what the median rank has
// of it. Ignores cold passes and outliers if there are others. None with fewer than two ranks, or if no rank exceeds the median by 1 % of the wall.
[[nodiscard]] std::optional<Straggler> findStraggler(const std::vector<RankPass> &passes, std::size_t ranks);

} // namespace lamella::core
