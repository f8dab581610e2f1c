// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/RegressionGate.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamella::core {

namespace {

constexpr double kNormal = 1.4826; // standard deviation of normal noise over its median absolute deviation
constexpr double kMedianError = 1.2533; // standard error of a median over that of a mean, for normal noise
constexpr double kErrors = 3;

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::int64_t toNs(double ns)
{
    return ns >= 9.2e18 ? INT64_MAX : static_cast<std::int64_t>(std::llround(ns));
}

void judge(StageComparison &comparison)
{
    if (!comparison.comparable()) {
        comparison.verdict = comparison.a.passes > 0 ? Verdict::OnlyA : Verdict::OnlyB;
        return;
    }
    const auto base = static_cast<double>(comparison.a.medianNs);
    double noise = kUnknownNoise * base;
    if (comparison.a.spreadNs && comparison.b.spreadNs) {
        const auto error = [](const WallSample &s) {
            return kMedianError * static_cast<double>(*s.spreadNs) / std::sqrt(static_cast<double>(s.passes));
        };
        noise = std::max(kLeastNoise * base, kErrors * std::hypot(error(comparison.a), error(comparison.b)));
    }
    comparison.noiseNs = toNs(noise);
    const std::int64_t delta = comparison.deltaNs();
    if (delta > comparison.noiseNs)
        comparison.verdict = Verdict::Slower;
    else if (delta < -comparison.noiseNs)
        comparison.verdict = Verdict::Faster;
}

} // namespace

WallSample wallSample(std::span<const std::int64_t> wallsInOrder)
{
    WallSample sample;
    sample.passes = wallsInOrder.size();
    if (wallsInOrder.empty())
        return sample;
    std::vector<double> walls(wallsInOrder.begin(), wallsInOrder.end());
    std::vector<std::int64_t> sorted(wallsInOrder.begin(), wallsInOrder.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    sample.medianNs = sorted.size() % 2 == 1 ? sorted[half] : sorted[half - 1] + (sorted[half] - sorted[half - 1]) / 2;
    if (walls.size() < kFewestPasses)
        return sample;
    const auto third = static_cast<std::ptrdiff_t>(walls.size() / 3);
    const double slope = (median({walls.end() - third, walls.end()}) - median({walls.begin(), walls.begin() + third}))
        / static_cast<double>(static_cast<std::ptrdiff_t>(walls.size()) - third);
    for (std::size_t i = 0; i < walls.size(); ++i)
        walls[i] -= slope * static_cast<double>(i);
    const double middle = median(walls);
    for (double &wall : walls)
        wall = std::abs(wall - middle);
    sample.spreadNs = toNs(kNormal * median(walls));
    return sample;
}

std::string_view verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Unchanged:
        return "unchanged";
    case Verdict::Slower:
        return "slower";
    case Verdict::Faster:
        return "faster";
    case Verdict::OnlyA:
        return "only_a";
    case Verdict::OnlyB:
        break;
    }
    return "only_b";
}

std::vector<StageWalls> stageWalls(const Segmentation &segmentation, DeviceId device)
{
    std::vector<StageWalls> stages;
    if (device.value >= segmentation.devices.size())
        return stages;
    std::map<Stage, std::vector<const Pass *>> byStage;
    for (const Pass &pass : segmentation.devices[device.value].passes)
        byStage[pass.stage].push_back(&pass);
    for (auto &[stage, passes] : byStage) {
        const auto isSteady = [](const Pass *p) { return p->state == PassState::Steady; };
        const bool steady = std::any_of(passes.begin(), passes.end(), isSteady);
        const bool complete = std::any_of(passes.begin(), passes.end(), [](const Pass *p) { return p->complete; });
        StageWalls walls{stage, steady, {}};
        for (const Pass *pass : passes)
            if (steady ? isSteady(pass) : !complete || pass->complete)
                walls.wallsNs.push_back(pass->range.length().value);
        stages.push_back(std::move(walls));
    }
    return stages;
}

std::vector<StageComparison> compareStages(const std::vector<StageWalls> &a, const std::vector<StageWalls> &b)
{
    std::map<Stage, StageComparison> rows;
    for (const StageWalls &walls : a) {
        rows[walls.stage].a = wallSample(walls.wallsNs);
        rows[walls.stage].steady = walls.steady;
    }
    for (const StageWalls &walls : b) {
        StageComparison &row = rows[walls.stage];
        row.b = wallSample(walls.wallsNs);
        row.steady = walls.steady && (row.steady || row.a.passes == 0);
    }
    std::vector<StageComparison> result;
    for (auto &[stage, row] : rows) {
        row.stage = stage;
        judge(row);
        result.push_back(row);
    }
    return result;
}

StageComparison compareSingle(std::int64_t aNs, std::int64_t bNs)
{
    StageComparison row;
    row.a.passes = row.b.passes = 1;
    row.a.medianNs = aNs;
    row.b.medianNs = bNs;
    judge(row);
    return row;
}

bool fails(const StageComparison &comparison, double share)
{
    return comparison.verdict == Verdict::Slower
        && static_cast<double>(comparison.deltaNs()) > share * static_cast<double>(comparison.a.medianNs);
}

} // namespace lamella::core
