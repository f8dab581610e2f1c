// SPDX-License-Identifier: GPL-3.0-or-later
// The longest run of passes that take about the same time.
#pragma once

#include <cstddef>
#include <vector>

namespace lamella::core {

inline constexpr double kMaxTrend = 0.02; // of the median wall, from pass to pass; more is no growth of the context

struct SteadyRun {
    std::size_t begin = 0;
    std::size_t end = 0; // half-open; empty = none
    double trend = 0; // ns from one pass to the next
    [[nodiscard]] std::size_t size() const { return end - begin; }
};

// Mean of the two middle values of an even number; 0 without values.
[[nodiscard]] double medianOf(std::vector<double> values);

// Longest run of walls (ns, in time order) that stay within kSteadyBand around the middle of their lowest and highest; of several
// the first. Walls of decode may grow with the context: a trend (median of the differences) up to 2 % of the median wall is taken
// out first. Linear in the number of walls.
[[nodiscard]] SteadyRun longestSteady(const std::vector<double> &walls);

} // namespace lamella::core
