// SPDX-License-Identifier: GPL-3.0-or-later
// Cold, warm-up, steady, outlier, and the pass that `auto` means (help/layers.md); the longest run of passes that take about the
// same time.
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace lamella::core {

inline constexpr double kSteadyBand = 0.05; // around the median of the run, after its growth is taken out
inline constexpr double kOutlierFactor = 1.5; // x median of the steady run

// The user's decisions that replace the rules; numbers of passes that do not exist are ignored.
struct StateChoice {
    std::optional<int> selectedPass;
    std::optional<PassRange> steadyPasses;
};

// Sets Pass::state, selectedPass, selectedWhy and stateRule from the passes' stages and lengths.
void classifyStates(DeviceSegmentation &device, const StateChoice &choice = {});

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
