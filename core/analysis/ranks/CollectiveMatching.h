// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the collectives of two ranks independently of their clocks. Pure functions.
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
    Sequence, // by group and sequence number as recorded
    Pattern // by the same operations with the same intervals
};

inline constexpr std::int64_t kEndJitterNs = 20'000; // ranks leave a collective within this time of each other

struct CollectiveMatch {
    MatchMethod method = MatchMethod::None;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs; // rows of the two lists, ascending in the first
    ClockFit fit; // clock of the second rank relative to the first, from the ends of collectives that all ranks leave together
    bool ambiguous = false; // another shift fits equally well
    double confidence = 0; // 0..1, from the number of pairs, their share of the possible ones, residual and ambiguity
};

// Both lists in order of their ends. Uses recorded sequence numbers if both have them. Otherwise matches the pattern: the shift
// at which the intervals between successive ends agree best gives the offset, for any clock difference and any start of the
// captures; then each collective is paired with the nearest one of its key, so that one missing on a side does not shift the
// others. Offset and drift are fitted to the ends, because all ranks leave a collective when the last one has arrived.
[[nodiscard]] CollectiveMatch matchCollectives(std::span<const Collective> reference, std::span<const Collective> other,
    std::int64_t originNs, const JobControl &control = {});

// Pairs each collective with the nearest of equal key (loose: ignoring the group) within the tolerance, given the clock line.
[[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> matchOnLine(std::span<const Collective> reference,
    std::span<const Collective> other, const ClockLine &line, std::int64_t toleranceNs, bool loose);

// Half of the median interval between successive ends: the largest sensible tolerance for matchOnLine. 0 for fewer than two.
[[nodiscard]] std::int64_t halfGapNs(std::span<const Collective> collectives);

} // namespace lamella::core
