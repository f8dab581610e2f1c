// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassStates.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamella::core {

namespace {

double wall(const Pass &pass)
{
    return static_cast<double>(pass.range.length().value);
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Longest stretch of members whose walls stay within the band around its own median; decode walls may grow with the context, so
// a steady trend (median of the differences) is taken out first.
std::pair<std::size_t, std::size_t> longestSteady(const std::vector<double> &walls)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < walls.size(); ++i)
        steps.push_back(walls[i] - walls[i - 1]);
    double trend = median(steps);
    const double all = median(walls);
    if (std::abs(trend) > 0.02 * all)
        trend = 0; // more than 2 % a pass is no growth of context
    std::pair<std::size_t, std::size_t> best{0, 0};
    for (std::size_t begin = 0; begin < walls.size(); ++begin) {
        if (walls.size() - begin <= best.second - best.first)
            break;
        double low = walls[begin];
        double high = walls[begin];
        std::size_t end = begin + 1;
        for (; end < walls.size(); ++end) {
            const double flat = walls[end] - trend * static_cast<double>(end - begin);
            const double newLow = std::min(low, flat);
            const double newHigh = std::max(high, flat);
            if (newHigh - newLow > 2 * kSteadyBand * (newHigh + newLow) / 2)
                break;
            low = newLow;
            high = newHigh;
        }
        if (end - begin > best.second - best.first)
            best = {begin, end};
    }
    return best;
}

struct StageRun {
    std::vector<std::size_t> members; // indices of complete passes of one stage
    std::pair<std::size_t, std::size_t> steady;
    double time = 0;
};

StageRun runOfStage(const DeviceSegmentation &device, Stage stage)
{
    StageRun run;
    std::vector<double> walls;
    for (std::size_t p = 0; p < device.passes.size(); ++p) {
        if (device.passes[p].stage != stage || !device.passes[p].complete)
            continue;
        run.members.push_back(p);
        walls.push_back(wall(device.passes[p]));
        run.time += walls.back();
    }
    if (walls.size() >= 3)
        run.steady = longestSteady(walls);
    if (run.steady.second - run.steady.first < 2)
        run.steady = {0, 0};
    return run;
}

void markStates(DeviceSegmentation &device, const StageRun &run)
{
    if (run.steady.second == 0)
        return;
    std::vector<double> steady;
    for (std::size_t i = run.steady.first; i < run.steady.second; ++i)
        steady.push_back(wall(device.passes[run.members[i]]));
    const double typical = median(steady);
    for (std::size_t i = 0; i < run.members.size(); ++i) {
        Pass &pass = device.passes[run.members[i]];
        const double ratio = wall(pass) / typical;
        if (i >= run.steady.first && i < run.steady.second)
            pass.state = PassState::Steady;
        else if (i < run.steady.first)
            pass.state = ratio > 1 + kSteadyBand && i == 0 ? PassState::Cold
                : ratio > 1 + kSteadyBand                  ? PassState::WarmUp
                                                           : PassState::Unknown;
        else if (ratio > kOutlierFactor)
            pass.state = PassState::Outlier;
        else if (std::abs(ratio - 1) <= kSteadyBand)
            pass.state = PassState::Steady;
    }
}

} // namespace

void classifyStates(DeviceSegmentation &device)
{
    constexpr std::array stages{Stage::Decode, Stage::Prefill, Stage::Mixed, Stage::Forward, Stage::Backward, Stage::Unknown,
        Stage::Optimizer, Stage::Draft};
    const StageRun *dominant = nullptr;
    std::array<StageRun, stages.size()> runs;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        runs[s] = runOfStage(device, stages[s]);
        markStates(device, runs[s]);
        // The stage with most passes is what the capture is about; draft and optimizer passes only where there is nothing else.
        const bool aside = stages[s] == Stage::Draft || stages[s] == Stage::Optimizer;
        const bool more = dominant == nullptr || (!aside && runs[s].members.size() > dominant->members.size());
        if (!runs[s].members.empty() && more)
            dominant = &runs[s];
    }
    if (device.passes.empty())
        return;
    if (dominant == nullptr) {
        const auto longest = std::max_element(
            device.passes.begin(), device.passes.end(), [](const Pass &a, const Pass &b) { return a.layers < b.layers; });
        device.selectedPass = longest->number;
        device.selectedWhy = "the pass with most layers: no pass is complete";
        return;
    }
    const bool steady = dominant->steady.second > 0;
    std::vector<std::size_t> pool = dominant->members;
    if (steady)
        pool.assign(dominant->members.begin() + static_cast<std::ptrdiff_t>(dominant->steady.first),
            dominant->members.begin() + static_cast<std::ptrdiff_t>(dominant->steady.second));
    std::stable_sort(
        pool.begin(), pool.end(), [&](std::size_t a, std::size_t b) { return wall(device.passes[a]) < wall(device.passes[b]); });
    const Pass &chosen = device.passes[pool[(pool.size() - 1) / 2]];
    device.selectedPass = chosen.number;
    const std::string stage(stageName(chosen.stage));
    if (steady) {
        const auto [low, high] = std::minmax_element(pool.begin(), pool.end());
        device.selectedWhy = "median pass of the steady run P" + std::to_string(device.passes[*low].number) + "-P"
            + std::to_string(device.passes[*high].number) + " (" + stage + ")";
    } else if (pool.size() == 1) {
        device.selectedWhy = "the only complete pass (" + stage + ")";
    } else {
        device.selectedWhy = "median of " + std::to_string(pool.size()) + " complete passes (" + stage
            + "): too few or too uneven for a steady run";
    }
}

} // namespace lamella::core
