// SPDX-License-Identifier: GPL-3.0-or-later
// Own and waiting times of every rank in every layer, as values for a heat map. Pure function; the table `ranks` has the same.
#pragma once

#include "core/analysis/ranks/RankComparison.h"
#include "core/report/tables/RankTables.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamella::ui {

struct RankHeatCell { // means over the compared passes
    std::int64_t ownNs = -1; // -1: not recorded
    std::int64_t waitNs = -1;
    std::int64_t wallNs = -1;
};

struct RankHeatData {
    std::vector<int> ranks; // numbers; rows
    std::vector<int> layers; // columns, kHeadLayer first, kTailLayer last
    std::vector<RankHeatCell> cells; // row by row
    std::vector<std::int64_t> medians; // of own times, by column
    std::int64_t highWaitNs = 0; // 96th percentile
    std::size_t passes = 0;

    [[nodiscard]] const RankHeatCell &at(std::size_t row, std::size_t column) const
    {
        return cells[row * layers.size() + column];
    }
    // Own time above the median of the layer, as a share of that; 0 where it is not known.
    [[nodiscard]] double excessAt(std::size_t row, std::size_t column) const;
};

[[nodiscard]] RankHeatData rankHeatOf(const core::RankComparison &comparison, const std::vector<core::RankLabel> &labels);

} // namespace lamella::ui
