// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the passes of each rank with those of the reference. Pure function.
#pragma once

#include "core/analysis/ranks/ClockAlignment.h"

#include <span>
#include <vector>

namespace lamella::core {

// [rank][row of the reference's passes] -> number of the pass on that rank, or kNoPass. Each pass is used at most once.
[[nodiscard]] std::vector<std::vector<int>> pairPasses(std::span<const RankFacts> ranks, const RankAlignment &alignment);

} // namespace lamella::core
