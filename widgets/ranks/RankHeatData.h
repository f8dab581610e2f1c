// SPDX-License-Identifier: GPL-3.0-or-later
// Own and waiting times of every rank in every layer, as values for a heat map. Pure function; the table `ranks` has the same.
#pragma once

#include "core/analysis/ranks/RankComparison.h"
#include "core/report/tables/RankTables.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lamella::ui {

struct RankHeatCell { // means over the compared passes
    std::int64_t ownNs = -1; // -1: not recorded
    std::int64_t waitNs = -1;
    std::int64_t wallNs = -1;
};

struct RankHeatData {
    std::vector<int> ranks; // numbers; rows
    std::vector<std::string> names; // of rows that are groups: numbers of their ranks; empty: each row is a rank
    std::vector<int> layers; // columns, kHeadLayer first, kTailLayer last
    std::vector<RankHeatCell> cells; // row by row
    std::vector<std::int64_t> medians; // of own times, by column
    std::int64_t highWaitNs = 0; // 96th percentile
    std::int64_t lowWallNs = 0; // minimum
    std::int64_t highWallNs = 0; // 96th percentile
    std::size_t passes = 0;

    [[nodiscard]] const RankHeatCell &at(std::size_t row, std::size_t column) const
    {
        return cells[row * layers.size() + column];
    }
    // Own time above the median of the layer, as a share of that; 0 if it is unknown.
    [[nodiscard]] double excessAt(std::size_t row, std::size_t column) const;
};

// Rows by their own times over all layers, the longest first; rows without any last.
[[nodiscard]] std::vector<std::uint32_t> slowestFirst(const RankHeatData &heat);
[[nodiscard]] RankHeatData withRows(const RankHeatData &heat, const std::vector<std::uint32_t> &rows);
// A row for each group: in each layer the cell of the rank with the longest own time, for which the others of the group wait.
[[nodiscard]] RankHeatData foldedBy(
    const RankHeatData &heat, const core::RankDivision &division, const std::vector<core::RankLabel> &labels);
[[nodiscard]] RankHeatData rankHeatOf(const core::RankComparison &comparison, const std::vector<core::RankLabel> &labels);

} // namespace lamella::ui
