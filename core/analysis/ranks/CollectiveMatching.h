// SPDX-License-Identifier: GPL-3.0-or-later
// Which collective of one rank is which of another rank, whatever the two clocks say. Pure functions.
#pragma once

#include "core/analysis/ranks/ClockFit.h"
#include "core/analysis/ranks/Collectives.h"
#include "core/base/JobControl.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lamella::core {

enum class MatchMethod : std::uint8_t {
    None, // too few in common
    Sequence, // group and sequence number, as recorded
    Pattern // the same operations in the same rhythm
};

struct CollectiveMatch {
    MatchMethod method = MatchMethod::None;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // rows of the two lists, ascending in the first
    ClockFit fit; // of the second rank's clock to the first one's, from the ends of what all ranks leave together
    bool ambiguous = false; // another shift fits as well
    double confidence = 0; // 0..1: number of pairs, share of what could have matched, residual, ambiguity
};

// Both in order of their ends. Recorded sequence numbers decide where both have them. Else the pattern: the shift at which the
// gaps between successive ends agree best finds the offset however far the clocks are apart and wherever the captures begin; then
// each collective is paired with the nearest one of its key, so that one that is missing on one side shifts nothing.
// Offset and drift are fitted to the ends, because every rank leaves a collective when the last one has come.
[[nodiscard]] CollectiveMatch matchCollectives(std::span<const Collective> reference, std::span<const Collective> other,
    std::int64_t originNs, const JobControl &control = {});

// Nearest of equal key (loose: without the group) within the tolerance, once the clocks are known.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> matchOnLine(std::span<const Collective> reference,
    std::span<const Collective> other, const ClockLine &line, std::int64_t toleranceNs, bool loose);

// Half of the median time between successive ends: what matchOnLine may be given. 0 for fewer than two.
[[nodiscard]] std::int64_t halfGapNs(std::span<const Collective> collectives);

} // namespace lamella::core
