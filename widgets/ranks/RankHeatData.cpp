// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankHeatData.h"

#include "widgets/charts/HeatMapData.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lamella::ui {

namespace {

// Head first, tail last.
int orderOf(int layer)
{
    return layer == core::kTailLayer ? INT32_MAX : layer;
}

struct Sum {
    std::int64_t own = 0;
    std::int64_t wait = 0;
    std::int64_t wall = 0;
    std::int64_t count = 0;
};

} // namespace

double RankHeatData::excessAt(std::size_t row, std::size_t column) const
{
    const std::int64_t own = at(row, column).ownNs;
    const std::int64_t median = medians[column];
    return own < 0 || median <= 0 ? 0 : static_cast<double>(own - median) / static_cast<double>(median);
}

std::vector<std::uint32_t> slowestFirst(const RankHeatData &heat)
{
    std::vector<std::int64_t> own(heat.ranks.size(), -1);
    for (std::size_t row = 0; row < heat.ranks.size(); ++row)
        for (std::size_t column = 0; column < heat.layers.size(); ++column)
            if (const std::int64_t ns = heat.at(row, column).ownNs; ns >= 0)
                own[row] = std::max<std::int64_t>(0, own[row]) + ns;
    std::vector<std::uint32_t> rows(heat.ranks.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::stable_sort(rows.begin(), rows.end(), [&own](std::uint32_t a, std::uint32_t b) { return own[a] > own[b]; });
    return rows;
}

RankHeatData withRows(const RankHeatData &heat, const std::vector<std::uint32_t> &rows)
{
    RankHeatData some = heat;
    some.ranks.clear();
    some.names.clear();
    some.cells.clear();
    for (const std::uint32_t row : rows) {
        some.ranks.push_back(heat.ranks[row]);
        if (!heat.names.empty())
            some.names.push_back(heat.names[row]);
        const auto begin = heat.cells.begin() + static_cast<std::ptrdiff_t>(row * heat.layers.size());
        some.cells.insert(some.cells.end(), begin, begin + static_cast<std::ptrdiff_t>(heat.layers.size()));
    }
    return some;
}

RankHeatData foldedBy(const RankHeatData &heat, const core::RankDivision &division, const std::vector<core::RankLabel> &labels)
{
    RankHeatData folded = heat;
    folded.ranks.clear();
    folded.cells.clear();
    for (const core::RankGroup &group : division.groups) {
        folded.ranks.push_back(heat.ranks[group.ranks.front()]);
        folded.names.push_back(core::groupRanksText(group, labels));
        for (std::size_t column = 0; column < heat.layers.size(); ++column) {
            RankHeatCell cell;
            for (const std::uint32_t rank : group.ranks)
                if (heat.at(rank, column).ownNs > cell.ownNs)
                    cell = heat.at(rank, column);
            folded.cells.push_back(cell);
        }
    }
    return folded;
}

RankHeatData rankHeatOf(const core::RankComparison &comparison, const std::vector<core::RankLabel> &labels)
{
    RankHeatData data;
    std::map<int, std::size_t> columns; // by order
    for (const core::RankPass &pass : comparison.passes)
        for (const core::RankRow &row : pass.layers)
            columns.emplace(orderOf(row.layer), 0);
    for (auto &[order, column] : columns) {
        column = data.layers.size();
        data.layers.push_back(order == INT32_MAX ? core::kTailLayer : order);
    }
    for (const core::RankLabel &label : labels)
        data.ranks.push_back(label.rank);
    std::vector<Sum> sums(data.ranks.size() * data.layers.size());
    for (const core::RankPass &pass : comparison.passes) {
        for (const core::RankRow &row : pass.layers) {
            const std::size_t column = columns[orderOf(row.layer)];
            for (std::size_t rank = 0; rank < row.ranks.size() && rank < data.ranks.size(); ++rank) {
                if (!row.ranks[rank])
                    continue;
                Sum &sum = sums[rank * data.layers.size() + column];
                sum.own += row.ranks[rank]->ownNs();
                sum.wait += row.ranks[rank]->exposedWaitNs;
                sum.wall += row.ranks[rank]->wallNs;
                ++sum.count;
            }
        }
    }
    std::vector<std::int64_t> waits;
    std::vector<std::int64_t> walls;
    for (const Sum &sum : sums) {
        data.cells.push_back(
            sum.count == 0 ? RankHeatCell{} : RankHeatCell{sum.own / sum.count, sum.wait / sum.count, sum.wall / sum.count});
        if (sum.count > 0) {
            waits.push_back(sum.wait / sum.count);
            walls.push_back(sum.wall / sum.count);
        }
    }
    for (std::size_t column = 0; column < data.layers.size(); ++column) {
        std::vector<std::int64_t> own;
        for (std::size_t rank = 0; rank < data.ranks.size(); ++rank)
            if (data.at(rank, column).ownNs >= 0)
                own.push_back(data.at(rank, column).ownNs);
        data.medians.push_back(percentile(std::move(own), 0.5));
    }
    data.highWaitNs = percentile(std::move(waits), 0.96);
    if (!walls.empty())
        data.lowWallNs = *std::min_element(walls.begin(), walls.end());
    data.highWallNs = percentile(std::move(walls), 0.96);
    data.passes = comparison.passes.size();
    return data;
}

} // namespace lamella::ui
