// SPDX-License-Identifier: GPL-3.0-or-later
// One pass on every rank on the common clock: lanes of its kernels, with the waiting inside collectives, and what each rank did
// in it. Of more than kMaxRankLanes ranks some have lanes. Pure function; the tables `ranks` and, of each rank, `categories` have
// the same figures.
#pragma once

#include "core/profile/Category.h"
#include "core/report/tables/RankTables.h"
#include "core/session/RankSet.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

class RankBars;

struct RankStripLayer {
    int layer = 0; // or kHeadLayer, kTailLayer
    std::int64_t beginNs = 0; // from the start of the pass, common clock
    std::int64_t endNs = 0;
};

inline constexpr std::size_t kMaxRankLanes = 32;

struct RankStripKernel {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::int64_t waitNs = 0; // at its start; of collectives
    int layer = 0;
    core::Category category = core::Category::Other;
};

// What a rank did in the pass.
struct RankWork {
    std::size_t member = 0; // row of RankSet::members()
    int rank = 0; // its number
    core::RankTimes times; // for the whole pass
    std::array<std::int64_t, core::kCategories> sumNs{}; // kernel time
    std::int64_t exposedNs = 0; // communication while no other kernel runs
    int slowestIn = 0; // layers
};

// Why a rank has a lane where not all have one.
enum class RankLane : std::uint8_t { All, Least, Median, Most, Chosen };

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
    std::vector<RankStripKernel> kernels; // in order of start
    std::shared_ptr<const RankBars> bars; // of the kernels
    RankLane lane = RankLane::All; // Least, Median and Most: by own time
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
    core::Stage stage = core::Stage::Unknown;
    std::vector<RankStripRow> rows; // lanes, ascending rank
    std::vector<RankWork> works; // of all ranks that have the pass, ascending rank
    std::vector<RankStripSkew> skews;
    core::Message sentence; // about the straggler
    std::optional<core::Straggler> straggler; // over all passes; `rank` is a row of the members
    std::size_t ranks = 0; // of the job, whether they have the pass or not
    std::size_t matches = 0; // collectives that align the clocks
    std::int64_t residualNs = 0; // of the worst aligned clock

    [[nodiscard]] bool isEmpty() const { return rows.empty(); }
    [[nodiscard]] const RankWork *workOf(std::size_t member) const; // null: it does not have the pass
};

// Numbers of the members, as tables name them.
[[nodiscard]] std::vector<core::RankLabel> labelsOf(const core::RankSet &set);
// `pass`: number on the rank of row `member`. `chosen`: members with lanes of their own. Empty if no other rank has that pass.
[[nodiscard]] RankStripData rankStripOf(const core::RankSet &set, const core::RankComparison &comparison, std::size_t member,
    int pass, const std::vector<std::size_t> &chosen = {});

} // namespace lamella::ui
