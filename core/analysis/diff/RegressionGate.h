// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether B is slower than A by more than chance: compares passes of the same stage by median, mean and P90, each with a
// noise estimated from the passes, and checks that both sides have comparable passes.
#pragma once

#include "core/analysis/Segmentation.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr double kMinNoise = 0.01; // of A's figure: clocks and temperature vary by about this much from run to run
inline constexpr double kUnknownNoise = 0.02; // of A's figure, if a side has too few passes for an estimate
inline constexpr std::size_t kMinPasses = 4; // for a spread, and for a P90 that is not just the slowest pass
inline constexpr std::size_t kMinTrendPasses = 6; // the line through fewer leaves too little of their noise

enum class Measure : std::uint8_t { Median, Mean, P90, Busy };
inline constexpr std::array kPassMeasures{Measure::Median, Measure::Mean, Measure::P90};
[[nodiscard]] std::string_view measureName(Measure measure); // "median", "mean", "p90", "busy"

// Statistics of a set of passes; times in ns.
struct WallSample {
    std::size_t passes = 0;
    std::int64_t medianNs = 0; // of meanMedian(): the lower one would be the shortest of two
    std::int64_t meanNs = 0;
    std::int64_t p90Ns = 0; // linear interpolation at (passes - 1) * 0.9 of the sorted walls
    std::size_t outliers = 0; // above kOutlierFactor times the median
    std::optional<std::int64_t> spreadNs; // standard deviation of a pass; none below kMinPasses
    std::size_t spreadPasses = 0; // that spreadNs was estimated from
    [[nodiscard]] std::int64_t figureNs(Measure measure) const;
};

// Spread: 1.4826 x median absolute deviation (robust; equals the standard deviation for normal noise) after removing the trend,
// because walls of decode passes grow with the context. Trend: median of the last third minus median of the first third; more
// than kMaxTrend per pass does not count as a trend, and fewer than kMinTrendPasses have none. A few slow passes do not change
// this spread; they show in mean and P90 instead.
[[nodiscard]] WallSample wallSample(std::span<const std::int64_t> wallsInOrder);

// The first four are verdicts on figures. The others mean that passes are missing on one side or that the traces are not from the
// same job; they fail a gate regardless of the times.
enum class Verdict : std::uint8_t {
    Unchanged,
    Slower,
    Faster,
    NotJudged, // P90 of fewer than kMinPasses passes
    OnlyA,
    OnlyB,
    FewerPasses, // B has less than half of A's passes of the stage
    Incomplete, // complete passes on one side, only partial ones on the other
    NoCommonStage,
    OtherModel,
    OtherDevice,
    OtherCount, // of devices or of ranks
};
[[nodiscard]] std::string_view verdictName(Verdict verdict); // "unchanged", "only_a", "fewer_passes"

// One figure of a stage on both sides.
struct Figure {
    Measure measure = Measure::Median;
    WallSample a;
    WallSample b;
    // Three standard errors of the difference, at least kMinNoise; kUnknownNoise if a spread is missing.
    std::int64_t noiseNs = 0;
    Verdict verdict = Verdict::Unchanged; // Slower or Faster only if the difference exceeds the noise
    [[nodiscard]] std::int64_t aNs() const { return a.figureNs(measure); }
    [[nodiscard]] std::int64_t bNs() const { return b.figureNs(measure); }
    [[nodiscard]] std::int64_t deltaNs() const { return bNs() - aNs(); }
};

// Of a sample with a spread, in ns: c x spread / sqrt(n) for a figure of n passes; c = 1.2533 for a median (1 of one pass), 1 for
// a mean, 1.7094 for a P90 (sqrt(q (1 - q)) over the normal density at the quantile q; Kendall & Stuart, The Advanced Theory of
// Statistics 1, 10.10). Times 1 + 9 / m^1.5, where m passes give the spread, because the spread of few passes is uncertain
// itself: fitted to simulated normal noise so that three standard errors of two samples of m = 4 to 60 passes are exceeded by
// chance about once in a hundred, as with many passes.
[[nodiscard]] double standardErrorNs(Measure measure, const WallSample &sample);

struct StageWalls {
    Stage stage = Stage::Unknown;
    std::size_t passes = 0; // complete passes of the stage, or all if none is complete
    bool complete = false; // the walls are of complete passes
    int representative = kNoPass;
    std::vector<std::int64_t> countedNs; // walls for the median (StagePasses::counted), in time order
    std::vector<std::int64_t> settledNs; // walls for mean and P90
};
// Of one device, by stage in enum order, without stages that have no passes.
[[nodiscard]] std::vector<StageWalls> stageWalls(const Segmentation &segmentation, DeviceId device);

struct StageComparison {
    Stage stage = Stage::Unknown;
    std::size_t passesA = 0; // as StageWalls::passes
    std::size_t passesB = 0;
    int representativeA = kNoPass;
    int representativeB = kNoPass;
    std::optional<Verdict> missing; // OnlyA, OnlyB, FewerPasses or Incomplete
    std::vector<Figure> figures; // kPassMeasures; empty without comparable passes
};
[[nodiscard]] std::vector<StageComparison> compareStages(const std::vector<StageWalls> &a, const std::vector<StageWalls> &b);
// Samples of the same thing on both sides, with noise and verdict as in Figure.
[[nodiscard]] Figure compareSamples(Measure measure, const WallSample &a, const WallSample &b);
// For work that cannot be split into passes: one number per side.
[[nodiscard]] Figure compareSingle(std::int64_t aNs, std::int64_t bNs);

// True if B is slower by more than the noise and by more than `share` of A.
[[nodiscard]] bool fails(const Figure &figure, double share);

} // namespace lamella::core
