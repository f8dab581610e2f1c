// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the same pass and layer on every rank: when each began on the common clock, how long it took, how much of that was
// waiting inside collectives, and which rank the others wait for. Pure functions.
//   wait      = duration of a rank's collective - the shortest duration of the same collective on any rank
//   own       = wall - the part of the waiting during which the rank does nothing else: the time due to the rank itself
//   slowest   = the rank with the longest own time; its wall need not be the longest, because the others may wait for it
//   waitedFor = the rank that waits least, where others wait: it was the last to arrive, by its own time or because it began late
#pragma once

#include "core/analysis/ranks/ClockAlignment.h"
#include "core/analysis/ranks/RankGroups.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamella::core {

struct RankTimes {
    int pass = kNoPass; // number of the pass on that rank
    TimeRange range; // on the reference's clock
    std::int64_t wallNs = 0; // on the rank's own clock
    std::int64_t waitNs = 0;
    std::int64_t exposedWaitNs = 0;
    std::uint32_t collectives = 0;

    [[nodiscard]] std::int64_t ownNs() const { return wallNs - exposedWaitNs; }
};

struct RankRow {
    int layer = kNoLayer; // number, kHeadLayer, kTailLayer, or kNoLayer for the whole pass
    std::vector<std::optional<RankTimes>> ranks; // row = rank; none: not recorded on that rank
    std::size_t compared = 0; // ranks that it was recorded on
    // None with fewer than two ranks, or where two are alike.
    std::optional<std::size_t> slowest;
    std::optional<std::size_t> waitedFor;
    std::int64_t skewNs = 0; // latest start - earliest start
    std::int64_t wallSkewNs = 0; // longest wall - shortest wall
};

struct RankPass {
    int pass = 0; // number on the reference rank
    Stage stage = Stage::Unknown;
    PassState state = PassState::Unknown;
    RankRow whole;
    std::vector<RankRow> layers; // head, 0.., tail
};

// The rank whose own time exceeds the median of the ranks most, over all compared layers.
struct Straggler {
    std::size_t rank = 0; // row
    std::int64_t excessNs = 0; // above the median own time; mean per pass
    double share = 0; // relative to the mean wall of its passes
    int layer = kNoLayer; // with the largest part of the excess
    std::int64_t layerExcessNs = 0; // mean per pass
    double layerShare = 0; // of excessNs
    std::size_t passes = 0; // number of passes compared
    bool waitedFor = false; // it waits least, and others wait
};

struct RankComparison {
    RankAlignment alignment;
    std::vector<RankPass> passes; // in order of the reference; those present on at least two ranks
    std::size_t partial = 0; // passes left out on a rank on which they are partial, as they are complete on another
    std::optional<Straggler> straggler; // none if no rank exceeds the median by 1 %
    std::vector<RankDivision> divisions; // into groups that meet at the same collectives
    std::vector<std::vector<std::int64_t>> waitOf; // per rank and matched collective kernel, see waitAt()
    std::vector<std::vector<KernelId>> waitKernels; // per rank, ascending, parallel to waitOf

    // Waiting time inside that collective; 0 for any other kernel.
    [[nodiscard]] std::int64_t waitAt(std::size_t rank, KernelId kernel) const;
};

// Matches passes by common collectives; without collectives by overlap on the common clock or, if the clocks could not be
// aligned, by position. Error: Cancelled.
Result<RankComparison> compareRanks(std::span<const RankFacts> ranks, const JobControl &control = {});
Result<RankComparison> compareRanks(std::span<const RankView> ranks, const JobControl &control = {});

} // namespace lamella::core
