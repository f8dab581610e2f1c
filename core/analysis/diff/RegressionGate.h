// SPDX-License-Identifier: GPL-3.0-or-later
// Is B slower than A by more than chance? Passes of a stage against passes of the same stage by median, mean and P90, each with a
// noise that is estimated from the passes themselves; and whether both have what is to be compared.
#pragma once

#include "core/analysis/Segmentation.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr double kMinNoise = 0.01; // of A's figure: clocks and temperature differ from run to run by about so much
inline constexpr double kUnknownNoise = 0.02; // of A's figure, where a side has too few passes to estimate anything
inline constexpr std::size_t kMinPasses = 4; // to estimate a spread from, and for a P90 that is not just the slowest pass

enum class Measure : std::uint8_t { Median, Mean, P90, Busy };
inline constexpr std::array kPassMeasures{Measure::Median, Measure::Mean, Measure::P90};
[[nodiscard]] std::string_view measureName(Measure measure); // "median", "mean", "p90", "busy"

// What the figures of some passes are made of; times in ns.
struct WallSample {
    std::size_t passes = 0;
    std::int64_t medianNs = 0; // mean of the two middle ones where the count is even
    std::int64_t meanNs = 0;
    std::int64_t p90Ns = 0; // linear interpolation at (passes - 1) * 0.9 of the sorted walls
    std::size_t outliers = 0; // above kOutlierFactor times the median
    std::optional<std::int64_t> spreadNs; // standard deviation of one pass; none below kMinPasses
    [[nodiscard]] std::int64_t figureNs(Measure measure) const;
};

// Spread: 1.4826 x median absolute deviation (robust, equals the standard deviation for normal noise) after the trend is taken
// out, because walls of decode passes grow with the context. Trend: median of the last third less median of the first third;
// one of more than kMaxTrend a pass is none.
// Being robust it does not grow with a few slow passes, which therefore show in mean and P90.
[[nodiscard]] WallSample wallSample(std::span<const std::int64_t> wallsInOrder);

// The first four are of figures. The others say what one side lacks, or that the two are no runs of the same job: they fail a
// gate whatever the times are.
enum class Verdict : std::uint8_t {
    Unchanged,
    Slower,
    Faster,
    NotJudged, // P90 of fewer than kMinPasses passes
    OnlyA,
    OnlyB,
    FewerPasses, // B has less than half of A's passes of the stage
    Incomplete, // complete passes on one side, partial ones alone on the other
    NoCommonStage,
    OtherModel,
    OtherDevice,
    OtherCount, // of devices or of ranks
};
[[nodiscard]] std::string_view verdictName(Verdict verdict); // "unchanged", "only_a", "fewer_passes"

// One figure of a stage in both traces.
struct Figure {
    Measure measure = Measure::Median;
    WallSample a;
    WallSample b;
    // Three standard errors of the difference, at least kMinNoise; kUnknownNoise where a spread is missing. The standard error
    // of a figure of n passes is c x spread / sqrt(n): c = 1.2533 for a median, 1 for a mean, 1.7094 for a P90 (sqrt(q (1 - q))
    // over the normal density at the quantile q; Kendall & Stuart, The Advanced Theory of Statistics 1, 10.10).
    std::int64_t noiseNs = 0;
    Verdict verdict = Verdict::Unchanged; // slower or faster only where the difference is larger than the noise
    [[nodiscard]] std::int64_t aNs() const { return a.figureNs(measure); }
    [[nodiscard]] std::int64_t bNs() const { return b.figureNs(measure); }
    [[nodiscard]] std::int64_t deltaNs() const { return bNs() - aNs(); }
};

struct StageWalls {
    Stage stage = Stage::Unknown;
    std::size_t passes = 0; // complete ones of the stage, or all where none is complete
    bool complete = false; // the walls are of complete passes
    int representative = kNoPass;
    std::vector<std::int64_t> countedNs; // what the median is of (StagePasses), in time order
    std::vector<std::int64_t> settledNs; // what mean and P90 are of
};
// Of the device, by stage in enum order; stages without passes are left out.
[[nodiscard]] std::vector<StageWalls> stageWalls(const Segmentation &segmentation, DeviceId device);

struct StageComparison {
    Stage stage = Stage::Unknown;
    std::size_t passesA = 0; // as StageWalls::passes
    std::size_t passesB = 0;
    int representativeA = kNoPass;
    int representativeB = kNoPass;
    std::optional<Verdict> missing; // OnlyA, OnlyB, FewerPasses or Incomplete
    std::vector<Figure> figures; // kPassMeasures; none where there is nothing to compare
};
[[nodiscard]] std::vector<StageComparison> compareStages(const std::vector<StageWalls> &a, const std::vector<StageWalls> &b);
// Work that cannot be told apart into passes: one number a side.
[[nodiscard]] Figure compareSingle(std::int64_t aNs, std::int64_t bNs);

// Slower by more than the noise and by more than `share` of A.
[[nodiscard]] bool fails(const Figure &figure, double share);

} // namespace lamella::core
