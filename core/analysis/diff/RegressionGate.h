// SPDX-License-Identifier: GPL-3.0-or-later
// Is B slower than A by more than chance? Passes of a stage against passes of the same stage, with a noise floor that is
// estimated from the passes of each run themselves.
#pragma once

#include "core/analysis/Segmentation.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lamella::core {

inline constexpr double kLeastNoise = 0.01; // of A's median: clocks and temperature differ from run to run by about so much
inline constexpr double kUnknownNoise = 0.02; // of A's median, where a side has too few passes to estimate anything
inline constexpr std::size_t kFewestPasses = 4; // to estimate the spread from

struct WallSample {
    std::size_t passes = 0;
    std::int64_t medianNs = 0; // mean of the two middle ones where the count is even
    std::optional<std::int64_t> spreadNs; // standard deviation of one pass; none below kFewestPasses
};

// Spread: 1.4826 x median absolute deviation (robust, equals the standard deviation for normal noise) after the trend is taken
// out, because walls of decode passes grow with the context. Trend: median of the last third less median of the first third.
[[nodiscard]] WallSample wallSample(std::span<const std::int64_t> wallsInOrder);

enum class Verdict : std::uint8_t { Unchanged, Slower, Faster, OnlyA, OnlyB };
[[nodiscard]] std::string_view verdictName(Verdict verdict); // "unchanged", "slower", "faster", "only_a", "only_b"

struct StageComparison {
    Stage stage = Stage::Unknown;
    bool steady = false; // steady passes; else all complete passes, else all
    WallSample a;
    WallSample b;
    // Three standard errors of the difference of the medians (1.2533 x spread / sqrt(passes) each, squares added), at least
    // kLeastNoise; kUnknownNoise where a spread is missing.
    std::int64_t noiseNs = 0;
    Verdict verdict = Verdict::Unchanged; // slower or faster only where the difference is larger than the noise
    [[nodiscard]] std::int64_t deltaNs() const { return b.medianNs - a.medianNs; }
    [[nodiscard]] bool comparable() const { return a.passes > 0 && b.passes > 0; }
};

struct StageWalls {
    Stage stage = Stage::Unknown;
    bool steady = false;
    std::vector<std::int64_t> wallsNs; // in time order
};
// Of the device, by stage in enum order: its steady passes, else the complete ones, else all.
[[nodiscard]] std::vector<StageWalls> stageWalls(const Segmentation &segmentation, DeviceId device);

[[nodiscard]] std::vector<StageComparison> compareStages(const std::vector<StageWalls> &a, const std::vector<StageWalls> &b);
// One row of work that cannot be told apart into passes: one number a side.
[[nodiscard]] StageComparison compareSingle(std::int64_t aNs, std::int64_t bNs);

// Slower by more than the noise and by more than `share` of A.
[[nodiscard]] bool fails(const StageComparison &comparison, double share);

} // namespace lamella::core
