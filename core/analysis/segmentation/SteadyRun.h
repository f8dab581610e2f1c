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

// Longest run of walls (ns, in time order) that stay within kSteadyBand of their median, as medianNs() takes it; of several the
// first. Walls of decode may grow with the context: if the run is no shorter after the growth from one wall to the next (median of
// the differences, up to 2 % of the median wall) is taken out of the walls after its first one, it is that run. n log n for n walls
// as they occur; bounded for others.
[[nodiscard]] SteadyRun longestSteady(const std::vector<double> &walls);

} // namespace lamella::core
