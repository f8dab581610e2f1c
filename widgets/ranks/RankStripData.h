// SPDX-License-Identifier: GPL-3.0-or-later
// One pass on every rank as bars on the common clock. Pure function; the table `ranks` has the same data.
#pragma once

#include "core/session/RankSet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct RankStripLayer {
    int layer = 0; // or kHeadLayer, kTailLayer
    std::int64_t beginNs = 0; // from the start of the pass, common clock
    std::int64_t endNs = 0;
};

struct RankStripCollective {
    int layer = 0;
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::int64_t waitNs = 0; // at its start
};

struct RankStripRow {
    std::size_t member = 0; // row of RankSet::members()
    int rank = 0;
    int pass = 0; // number on that rank
    core::DeviceId device;
    std::int64_t offsetNs = 0;
    double driftPpm = 0;
    bool driftKnown = false;
    core::RankTimes times; // for the whole pass
    std::vector<RankStripLayer> layers; // in order of start
    std::vector<RankStripCollective> collectives;
};

struct RankStripSkew {
    int layer = 0;
    std::int64_t skewNs = 0;
    std::int64_t waitNs = 0; // maximum over the ranks
    int slowest = -1; // rank number
};

struct RankStripData {
    int pass = core::kNoPass; // number on the reference rank
    std::int64_t lengthNs = 0; // first start to last end over the ranks
    std::vector<RankStripRow> rows;
    std::vector<RankStripSkew> skews;
    core::Message straggler; // sentence

    [[nodiscard]] bool isEmpty() const { return rows.empty(); }
};

// `pass`: number on the rank of row `member`. Empty if no other rank has that pass.
[[nodiscard]] RankStripData rankStripOf(
    const core::RankSet &set, const core::RankComparison &comparison, std::size_t member, int pass);

} // namespace lamella::ui
