// SPDX-License-Identifier: GPL-3.0-or-later
// Finds by how many positions two lists of collectives are shifted against each other, from the intervals between their ends.
// Does not depend on clock offsets.
#pragma once

#include "core/analysis/ranks/Collectives.h"
#include "core/base/JobControl.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lamella::core {

struct PatternShift {
    std::ptrdiff_t by = 0; // positions
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // rows of the two lists
    double scoreNs = 0; // mean difference of the intervals, increased for small overlap
};

// Candidate shifts, best first: at most twelve by score, plus the smallest shifts, because one lost collective in the middle
// spoils the score of the true shift. Only keys that occur in both lists count. The score is the mean difference between
// intervals of successive ends; each difference is capped, and unequal operations count as the cap. At most 1024 intervals from
// the middle of the first list are tried, at every shift that overlaps half of them.
[[nodiscard]] std::vector<PatternShift> findPatternShifts(
    std::span<const Collective> a, std::span<const Collective> b, bool loose, const JobControl &control);

} // namespace lamella::core
