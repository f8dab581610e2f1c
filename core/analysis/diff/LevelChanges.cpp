// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/LevelChanges.h"

#include "core/analysis/LevelPartition.h"
#include "core/analysis/diff/RegressionGate.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

namespace {

// Standard deviation of a run around its level: no less than what the runs state, and than a third of the noise between any two
// runs.
double deviationOf(std::span<const RunFigure> runs)
{
    std::vector<double> values;
    std::vector<double> errors;
    for (const RunFigure &run : runs) {
        values.push_back(run.value);
        errors.push_back(run.error);
    }
    constexpr double kErrors = 3;
    constexpr double kSmallest = 0.1; // ns
    return std::max({deviationAroundLevels(values), meanMedian(std::move(errors)),
        kMinNoise / kErrors * meanMedian(std::move(values)), kSmallest});
}

// Squared distances from the median in deviations; a run far away counts no more than kFar deviations.
double costOf(std::span<const RunFigure> runs, double deviation)
{
    constexpr double kFar = 6;
    std::vector<double> values;
    for (const RunFigure &run : runs)
        values.push_back(run.value);
    const double median = meanMedian(values);
    double cost = 0;
    for (const double value : values) {
        const double distance = std::min(kFar, std::abs(value - median) / deviation);
        cost += distance * distance;
    }
    return cost;
}

} // namespace

FigureLevel levelOf(std::span<const RunFigure> runs)
{
    std::vector<double> values;
    double stated = 0;
    for (const RunFigure &run : runs) {
        values.push_back(run.value);
        stated = std::max(stated, run.error);
    }
    FigureLevel level;
    level.median = meanMedian(values);
    for (double &value : values)
        value = std::abs(value - level.median);
    constexpr double kOfMedian = 1.2533; // standard error of a median in those of a mean
    const double spread = std::max(stated, kDeviations * meanMedian(std::move(values)));
    level.error = kOfMedian * spread / std::sqrt(static_cast<double>(std::max<std::size_t>(1, runs.size())));
    return level;
}

double levelNoise(const FigureLevel &a, const FigureLevel &b)
{
    constexpr double kErrors = 3;
    constexpr double kSmallest = 1; // ns: below is rounding
    return std::max({kErrors * std::hypot(a.error, b.error), kMinNoise * a.median, kSmallest});
}

std::vector<LevelChange> levelChanges(std::span<const RunFigure> runs)
{
    constexpr std::size_t kMaxRuns = 150; // the cost grows with the cube; the newest are looked at
    const std::size_t skipped = runs.size() > kMaxRuns ? runs.size() - kMaxRuns : 0;
    const std::span<const RunFigure> newest = runs.subspan(skipped);
    const double deviation = deviationOf(newest);
    const auto cost = [&](std::size_t begin, std::size_t end) { return costOf(newest.subspan(begin, end - begin), deviation); };
    constexpr std::size_t kMinLevel = 2;
    const std::vector<std::size_t> begins = levelBegins(newest.size(), cost,
        [n = newest.size()](std::size_t begin, std::size_t end) { return end - begin >= kMinLevel || end == n; });
    std::vector<LevelChange> out;
    std::size_t first = 0; // of the level before
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : newest.size();
        const LevelChange change{skipped + begins[i], levelOf(newest.subspan(first, begins[i] - first)),
            levelOf(newest.subspan(begins[i], end - begins[i]))};
        if (std::abs(change.after.median - change.before.median) <= levelNoise(change.before, change.after))
            continue;
        out.push_back(change);
        first = begins[i];
    }
    return out;
}

} // namespace lamella::core
