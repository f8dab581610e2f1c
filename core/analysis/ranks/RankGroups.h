// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of ranks that share the same collectives, such as those of tensor, pipeline or data parallelism, whatever a trace calls
// them. Pure functions.
#pragma once

#include "core/analysis/ranks/ClockAlignment.h"
#include "core/analysis/ranks/RankFacts.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

struct RankGroup {
    std::vector<std::uint32_t> ranks; // rows, ascending, at least two
    std::uint64_t collectives = 0; // at which exactly these ranks meet
};

// The job divided into groups without a rank in common: at least two, of which the largest has at most twice as many ranks as the
// smallest.
struct RankDivision {
    std::vector<RankGroup> groups; // by their first rank
    [[nodiscard]] std::size_t size() const; // ranks of the largest group
};

// By size; of equal ones first the one with more collectives. Collectives at which few of a group's ranks are recorded make no
// group of their own. Ranks that were matched by time but state different groups did not meet, unless each states one of its own.
// At most eight divisions.
[[nodiscard]] std::vector<RankDivision> divisionsOf(std::span<const RankFacts> ranks, const RankAlignment &alignment);

} // namespace lamella::core
