// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/RegressionGate.h"

#include "core/analysis/StagePasses.h"
#include "core/analysis/program/StepClasses.h"
#include "core/analysis/segmentation/PassStates.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella::core {

namespace {

constexpr double kNormal = 1.4826; // standard deviation of normal noise divided by its median absolute deviation
constexpr double kErrors = 3;

// Standard error of a figure relative to that of a mean, for normal noise.
double errorFactor(Measure measure)
{
    return measure == Measure::Median ? 1.2533 : measure == Measure::P90 ? 1.7094 : 1.0;
}

std::int64_t toNs(double ns)
{
    return ns >= 9.2e18 ? INT64_MAX : static_cast<std::int64_t>(std::llround(ns));
}

// ns from pass to pass.
double trendOf(const std::vector<double> &walls)
{
    if (walls.size() < kMinTrendPasses)
        return 0;
    const auto third = static_cast<std::ptrdiff_t>(walls.size() / 3);
    return (meanMedian({walls.end() - third, walls.end()}) - meanMedian({walls.begin(), walls.begin() + third}))
        / static_cast<double>(static_cast<std::ptrdiff_t>(walls.size()) - third);
}

StageComparison compared(const StageWalls &a, const StageWalls &b)
{
    StageComparison row{
        a.passes > 0 ? a.stage : b.stage, a.passes, b.passes, a.representative, b.representative, std::nullopt, {}};
    if (a.passes == 0 || b.passes == 0) {
        row.missing = a.passes > 0 ? Verdict::OnlyA : Verdict::OnlyB;
        return row;
    }
    if (a.complete != b.complete) {
        row.missing = Verdict::Incomplete;
        return row;
    }
    if (2 * b.passes < a.passes)
        row.missing = Verdict::FewerPasses;
    const WallSample countedA = wallSample(a.countedNs);
    const WallSample countedB = wallSample(b.countedNs);
    const WallSample settledA = wallSample(a.settledNs);
    const WallSample settledB = wallSample(b.settledNs);
    for (const Measure measure : kPassMeasures)
        row.figures.push_back(
            measure == Measure::Median ? compareSamples(measure, countedA, countedB) : compareSamples(measure, settledA, settledB));
    return row;
}

} // namespace

double standardErrorNs(Measure measure, const WallSample &sample)
{
    constexpr double kFewPasses = 9;
    const double factor = sample.passes > 1 ? errorFactor(measure) : 1;
    const double passes = static_cast<double>(sample.passes);
    const double uncertain = 1 + kFewPasses / std::pow(static_cast<double>(sample.spreadPasses), 1.5);
    return uncertain * factor * static_cast<double>(sample.spreadNs.value_or(0)) / std::sqrt(passes);
}

Figure compareSamples(Measure measure, const WallSample &a, const WallSample &b)
{
    Figure figure{measure, a, b, 0, Verdict::Unchanged};
    if (measure == Measure::P90 && std::min(a.passes, b.passes) < kMinPasses) {
        figure.verdict = Verdict::NotJudged;
        return figure;
    }
    const auto base = static_cast<double>(figure.aNs());
    double noise = kUnknownNoise * base;
    if (a.spreadNs && b.spreadNs) {
        const double errorA = standardErrorNs(measure, a);
        const double errorB = standardErrorNs(measure, b);
        noise =
            std::max(kMinNoise * base, kErrors * std::sqrt(errorA * errorA + errorB * errorB)); // std::hypot asks for glibc 2.35
    }
    figure.noiseNs = toNs(noise);
    if (figure.deltaNs() > figure.noiseNs)
        figure.verdict = Verdict::Slower;
    else if (figure.deltaNs() < -figure.noiseNs)
        figure.verdict = Verdict::Faster;
    return figure;
}

std::string_view measureName(Measure measure)
{
    constexpr std::array<std::string_view, 4> kNames{"median", "mean", "p90", "busy"};
    return kNames[static_cast<std::size_t>(measure)];
}

std::string_view verdictName(Verdict verdict)
{
    constexpr std::array<std::string_view, 12> kNames{"unchanged", "slower", "faster", "not_judged", "only_a", "only_b",
        "fewer_passes", "incomplete", "no_common_stage", "other_model", "other_device", "other_count"};
    return kNames[static_cast<std::size_t>(verdict)];
}

std::int64_t WallSample::figureNs(Measure measure) const
{
    return measure == Measure::Mean ? meanNs : measure == Measure::P90 ? p90Ns : medianNs;
}

WallSample wallSample(std::span<const std::int64_t> wallsInOrder)
{
    WallSample sample;
    sample.passes = wallsInOrder.size();
    if (wallsInOrder.empty())
        return sample;
    const StepStatistics statistics = stepStatistics({wallsInOrder.begin(), wallsInOrder.end()});
    std::vector<std::int64_t> unordered(wallsInOrder.begin(), wallsInOrder.end());
    sample.medianNs = meanMedian(unordered);
    sample.meanNs = toNs(statistics.meanNs);
    sample.p90Ns = toNs(statistics.p90Ns);
    std::vector<double> walls(wallsInOrder.begin(), wallsInOrder.end());
    const double limit = kOutlierFactor * static_cast<double>(sample.medianNs);
    sample.outliers =
        static_cast<std::size_t>(std::count_if(walls.begin(), walls.end(), [limit](double wall) { return wall > limit; }));
    if (walls.size() < kMinPasses)
        return sample;
    const double slope = trendOf(walls);
    if (std::abs(slope) <= kMaxTrend * static_cast<double>(sample.medianNs))
        for (std::size_t i = 0; i < walls.size(); ++i)
            walls[i] -= slope * static_cast<double>(i);
    const double middle = meanMedian(walls);
    for (double &wall : walls)
        wall = std::abs(wall - middle);
    sample.spreadNs = toNs(kNormal * meanMedian(walls));
    sample.spreadPasses = sample.passes;
    return sample;
}

std::vector<StageWalls> stageWalls(const Segmentation &segmentation, DeviceId device)
{
    std::vector<StageWalls> stages;
    if (device.value >= segmentation.devices.size())
        return stages;
    const DeviceSegmentation &onDevice = segmentation.devices[device.value];
    for (int s = 0; s <= static_cast<int>(Stage::Optimizer); ++s) {
        const StagePasses passes = stagePasses(onDevice, static_cast<Stage>(s));
        if (passes.usable == 0)
            continue;
        stages.push_back({static_cast<Stage>(s), passes.usable, passes.complete, representativePass(passes)->number,
            wallsOf(passes.counted), wallsOf(passes.settled)});
    }
    return stages;
}

std::vector<StageComparison> compareStages(const std::vector<StageWalls> &a, const std::vector<StageWalls> &b)
{
    std::map<Stage, std::pair<StageWalls, StageWalls>> sides;
    for (const StageWalls &walls : a)
        sides[walls.stage].first = walls;
    for (const StageWalls &walls : b)
        sides[walls.stage].second = walls;
    std::vector<StageComparison> rows;
    for (const auto &[stage, walls] : sides)
        rows.push_back(compared(walls.first, walls.second));
    return rows;
}

Figure compareSingle(std::int64_t aNs, std::int64_t bNs)
{
    const std::array<std::int64_t, 2> single{aNs, bNs};
    return compareSamples(Measure::Busy, wallSample(std::span(single).first(1)), wallSample(std::span(single).last(1)));
}

bool fails(const Figure &figure, double share)
{
    return figure.verdict == Verdict::Slower && static_cast<double>(figure.deltaNs()) > share * static_cast<double>(figure.aNs());
}

} // namespace lamella::core
