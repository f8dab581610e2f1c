// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks of several ranks put on one, and the collectives that are one and the same. Pure functions.
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
    Reference, // its clock is the one all others are put on
    Sequence, // collectives by group and sequence number
    Pattern, // collectives by the rhythm of their ends
    SameFile, // one recorder wrote all ranks, with one clock
    PassStart, // too few collectives: first common passes laid on each other
    None // nothing to lay on each other; the clocks are taken as they are
};
[[nodiscard]] std::string_view clockMethodName(ClockMethod method); // "collectives: sequence numbers"

struct RankClock {
    ClockMethod method = ClockMethod::None;
    ClockLine line; // this rank's clock against the reference's; origin = zero of the reference's trace
    std::size_t collectives = 0; // of the rank
    std::size_t matches = 0; // of them, that have a twin on the rank it was aligned with
    std::int64_t residualNs = 0; // median distance of the ends of matching collectives
    std::int64_t worstNs = 0; // 95th percentile of it
    bool driftFitted = false;
    bool ambiguous = false;
    double confidence = 0; // 0..1; collectives only reach 0.98, pass starts 0.1
    std::size_t base = 0; // the rank it was compared with (mostly the reference)

    [[nodiscard]] bool byCollectives() const { return method == ClockMethod::Sequence || method == ClockMethod::Pattern; }
};

// One collective on every rank that takes part.
struct MatchedCollective {
    struct On {
        std::uint32_t rank = 0; // row
        std::uint32_t row = 0; // of the rank's collectives
        auto operator<=>(const On &) const = default;
    };
    std::vector<On> on; // ascending, each rank once at most
    std::int64_t endNs = 0; // on the reference's clock, of the first rank that has it
};

struct RankAlignment {
    std::size_t reference = 0;
    std::vector<RankClock> clocks; // row = rank
    std::vector<MatchedCollective> collectives; // on two ranks at least, in order of their ends
};

// The reference is the rank with most collectives (the first one of those). A rank that shares none with it (another group) is
// aligned through one that is aligned already; of those that it shares no group with, only the first few are tried. Error:
// Cancelled.
Result<RankAlignment> alignClocks(std::span<const RankFacts> ranks, const JobControl &control = {});
Result<RankAlignment> alignClocks(std::span<const RankView> ranks, const JobControl &control = {});

} // namespace lamella::core
