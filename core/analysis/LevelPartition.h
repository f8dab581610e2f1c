// SPDX-License-Identifier: GPL-3.0-or-later
// Divides a series into levels: the partition that explains its values best at a fixed cost for each level (optimal partitioning:
// Jackson et al., An Algorithm for Optimal Partitioning of Data on an Interval, 2005).
#pragma once

#include "core/base/Typical.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace lamella::core {

inline constexpr double kDeviations = 1.4826; // standard deviation of normal noise in median absolute deviations

// Standard deviation of the values around their levels: from the differences of neighbours, which a change of level touches once.
[[nodiscard]] inline double deviationAroundLevels(std::span<const double> values)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < values.size(); ++i)
        steps.push_back(std::abs(values[i] - values[i - 1]));
    return kDeviations * meanMedian(std::move(steps)) / std::sqrt(2.0);
}

// Begins of the levels of the cheapest partition of `count` values, in order, without the first. costOf(begin, end): of a level
// of the values from `begin` until before `end`, in squared standard deviations. isLevel(begin, end): whether these may be one.
// No begins if no partition consists of such levels. Cost: the square of `count` in calls of both.
template <class CostOf, class IsLevel>
[[nodiscard]] std::vector<std::size_t> levelBegins(std::size_t count, const CostOf &costOf, const IsLevel &isLevel)
{
    // A level more pays when it explains more than chance would: the Bayesian information criterion with a margin.
    const double penalty = 12 + 2 * std::log(static_cast<double>(std::max<std::size_t>(1, count)));
    std::vector<double> cost(count + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> from(count + 1, 0);
    cost[0] = -penalty;
    for (std::size_t end = 1; end <= count; ++end)
        for (std::size_t begin = 0; begin < end; ++begin) {
            if (!std::isfinite(cost[begin]) || !isLevel(begin, end))
                continue;
            const double own = cost[begin] + penalty + costOf(begin, end);
            if (own < cost[end]) {
                cost[end] = own;
                from[end] = begin;
            }
        }
    std::vector<std::size_t> begins;
    for (std::size_t at = count; at > 0 && from[at] > 0; at = from[at])
        begins.push_back(from[at]);
    std::reverse(begins.begin(), begins.end());
    return begins;
}

} // namespace lamella::core
