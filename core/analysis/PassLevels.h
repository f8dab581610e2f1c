// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of level in a run: ranges of consecutive passes of one stage whose walls differ from those of the others by more
// than noise, for example while the clock of the GPU is low (help/tables-trace.md, inspect).
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// A level other than that of most passes of the stage. The DeviceSegmentation owns the passes.
struct PassLevel {
    const Pass *first = nullptr;
    const Pass *last = nullptr;
    std::int64_t passes = 0; // of the stage, from first to last
    const Pass *median = nullptr; // one whose wall is the median (medianNs()) of those
    const Pass *rest = nullptr; // the same of the other passes of the stage
    [[nodiscard]] std::int64_t deltaNs() const { return median->range.length().value - rest->range.length().value; }
    [[nodiscard]] bool holds(int pass) const { return pass >= first->number && pass <= last->number; }
};

inline constexpr std::size_t kMinLevelPasses = 8; // of a run whose passes are not grouped
inline constexpr double kMinLevelChange = 0.03; // of the rest

// The passes of a level, and the others of its stage, both in the order of `passes`.
struct LevelSides {
    std::vector<const Pass *> own;
    std::vector<const Pass *> rest;
};
// Of `passes` (StagePasses::settled), those with a number from `first` to `last`, and those without.
[[nodiscard]] LevelSides levelSides(const std::vector<const Pass *> &passes, int first, int last);

// The levels of the passes that are neither partial nor cold nor warming up, in time order: the partition that explains their
// walls best (levelBegins()), of which those edges count where the walls change at once. A level has at least kMinLevelPasses
// passes (in a run of more than 2000, of as many groups of passes) and differs from the others by at least kMinLevelChange. Cost:
// the square of the passes, of at most 2000 groups.
[[nodiscard]] std::vector<PassLevel> passLevels(const DeviceSegmentation &device, Stage stage);

// Passes in a row of which a level consists at least, in a run of `passes`.
[[nodiscard]] std::size_t minLevelPasses(std::size_t passes);

} // namespace lamella::core
