// SPDX-License-Identifier: GPL-3.0-or-later
// How many places two lists of collectives are shifted against each other, told by the rhythm of their ends. Clocks have no say.
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
    std::ptrdiff_t by = 0; // places
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // rows of the two lists
    double scoreNs = 0; // mean difference of the gaps, more for less overlap
};

// The shifts worth a closer look, best first: at most twelve by score, and the smallest ones, because one lost collective in the
// middle spoils the score of the true shift. Only keys that both lists hold count. A shift is judged by the mean difference
// between gaps of successive ends; gaps count up to a limit, and unequal operations as that limit. At most 1024 gaps of the first
// list's middle are tried at every shift that overlaps half of them.
[[nodiscard]] std::vector<PatternShift> findPatternShifts(
    std::span<const Collective> a, std::span<const Collective> b, bool loose, const JobControl &control);

} // namespace lamella::core
