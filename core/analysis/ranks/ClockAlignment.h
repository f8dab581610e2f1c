// SPDX-License-Identifier: GPL-3.0-or-later
// Aligns the clocks of several ranks and matches their collectives. Pure functions.
#pragma once

#include "core/analysis/ranks/ClockFit.h"
#include "core/analysis/ranks/RankFacts.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class ClockMethod : std::uint8_t {
    Reference, // the clock that all others are aligned to
    Sequence, // collectives by group and sequence number
    Pattern, // collectives by the pattern of their end times
    SameFile, // all ranks recorded in one file with one clock
    PassStart, // too few collectives: aligned by the first common passes
    None // nothing to align by; clocks are used unchanged
};
[[nodiscard]] std::string_view clockMethodName(ClockMethod method); // "collectives: sequence numbers"

struct RankClock {
    ClockMethod method = ClockMethod::None;
    ClockLine line; // this rank's clock relative to the reference's; origin = zero of the reference's trace
    std::size_t collectives = 0; // of the rank
    std::size_t matches = 0; // of them, with a match on the rank it was aligned with
    std::int64_t residualNs = 0; // median distance of the ends of matched collectives
    std::int64_t worstNs = 0; // 95th percentile of that distance
    bool driftFitted = false;
    bool ambiguous = false;
    double confidence = 0; // 0..1; with collectives at most 0.98, with pass starts 0.1
    std::size_t base = 0; // the rank it was aligned with (mostly the reference)

    [[nodiscard]] bool byCollectives() const { return method == ClockMethod::Sequence || method == ClockMethod::Pattern; }
};

// One collective on all participating ranks.
struct MatchedCollective {
    struct On {
        std::uint32_t rank = 0; // row
        std::uint32_t row = 0; // index in the rank's collectives
        auto operator<=>(const On &) const = default;
    };
    std::vector<On> on; // ascending, each rank at most once
    std::int64_t endNs = 0; // on the reference's clock, for the first rank that has it
};

struct RankAlignment {
    std::size_t reference = 0;
    std::vector<RankClock> clocks; // row = rank
    std::vector<MatchedCollective> collectives; // on at least two ranks, in order of their ends
};

// The reference is the first of the ranks with the most collectives. A rank that shares none with it (another group) is aligned
// through a rank that is already aligned; of those without a common group only the first few are tried. Error: Cancelled.
Result<RankAlignment> alignClocks(std::span<const RankFacts> ranks, const JobControl &control = {});
Result<RankAlignment> alignClocks(std::span<const RankView> ranks, const JobControl &control = {});

} // namespace lamella::core
