// SPDX-License-Identifier: GPL-3.0-or-later
// Which rank the others wait for. Pure function.
#pragma once

#include "core/analysis/ranks/RankComparison.h"

namespace lamella::core {

// Own time of each rank above the median of the ranks, layer by layer; head and tail count too. Cold passes and outliers have no
// say where there are others. None: fewer than two ranks, or nobody is 1 % of the wall above the median.
[[nodiscard]] std::optional<Straggler> findStraggler(const std::vector<RankPass> &passes, std::size_t ranks);

} // namespace lamella::core
