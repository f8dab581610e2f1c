// SPDX-License-Identifier: GPL-3.0-or-later
// Lasting changes of a figure over many runs: levels that differ by more than chance.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lamella::core {

struct RunFigure {
    double value = 0;
    double error = 0; // standard error of one run
};

struct FigureLevel {
    double median = 0;
    double error = 0; // standard error of the median
};
// Of runs of one level. The error is from the spread of the runs (1.4826 x median absolute deviation, 1.2533 / sqrt(n) for a
// median), not less than the errors of the runs themselves.
[[nodiscard]] FigureLevel levelOf(std::span<const RunFigure> runs);
// Minimum difference of two levels that is not chance: three standard errors, at least kMinNoise of the first.
[[nodiscard]] double levelNoise(const FigureLevel &a, const FigureLevel &b);

struct LevelChange {
    std::size_t at = 0; // first run of the new level
    FigureLevel before;
    FigureLevel after;
};
// The changes of the partition into levels that explains the runs best at a fixed cost for each level (optimal partitioning:
// Jackson et al., 2005). A level has at least two runs, except one that begins with the newest. In order of `at`. Looks at the
// newest 150 runs.
[[nodiscard]] std::vector<LevelChange> levelChanges(std::span<const RunFigure> runs);

} // namespace lamella::core
