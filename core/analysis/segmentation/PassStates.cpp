// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassStates.h"

#include "core/analysis/segmentation/SteadyRun.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace lamella::core {

namespace {

double wall(const Pass &pass)
{
    return static_cast<double>(pass.range.length().value);
}

struct StageRun {
    std::vector<std::size_t> members; // indices of complete passes of one stage
    SteadyRun steady; // of members
};

StageRun runOfStage(const DeviceSegmentation &device, Stage stage, const StateChoice &choice)
{
    StageRun run;
    std::vector<double> walls;
    for (std::size_t p = 0; p < device.passes.size(); ++p) {
        if (device.passes[p].stage != stage || !device.passes[p].complete)
            continue;
        run.members.push_back(p);
        walls.push_back(wall(device.passes[p]));
    }
    if (choice.steadyPasses) {
        const auto inside = [&](std::size_t p) {
            const int number = device.passes[p].number;
            return number >= choice.steadyPasses->first && number <= choice.steadyPasses->last;
        };
        const auto first = std::find_if(run.members.begin(), run.members.end(), inside);
        const auto last = std::find_if_not(first, run.members.end(), inside);
        run.steady.begin = static_cast<std::size_t>(first - run.members.begin());
        run.steady.end = static_cast<std::size_t>(last - run.members.begin());
        return run;
    }
    if (walls.size() >= 3)
        run.steady = longestSteady(walls);
    if (run.steady.size() < 2)
        run.steady = {};
    return run;
}

std::string milliseconds(double ns)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.3f ms", ns / 1e6);
    return text.data();
}

// The rule with its numbers, for one stage.
std::string ruleOf(const DeviceSegmentation &device, Stage stage, const StageRun &run, const StateChoice &choice)
{
    std::vector<double> walls;
    for (std::size_t i = run.steady.begin; i < run.steady.end; ++i)
        walls.push_back(wall(device.passes[run.members[i]]));
    const double typical = medianOf(walls);
    const std::string passes = "P" + std::to_string(device.passes[run.members[run.steady.begin]].number) + "-P"
        + std::to_string(device.passes[run.members[run.steady.end - 1]].number);
    std::string rule = std::string(stageName(stage)) + ": steady " + passes;
    rule += choice.steadyPasses ? " by the user" : " is the longest run within 5 % of its median";
    rule += ", median " + milliseconds(typical);
    if (run.steady.trend > 0)
        rule += ", " + milliseconds(run.steady.trend) + " more from pass to pass";
    return rule + "; outlier above " + milliseconds(kOutlierFactor * typical);
}

void markStates(DeviceSegmentation &device, const StageRun &run)
{
    if (run.steady.size() == 0)
        return;
    std::vector<double> steady;
    for (std::size_t i = run.steady.begin; i < run.steady.end; ++i)
        steady.push_back(wall(device.passes[run.members[i]]));
    const double typical = medianOf(steady);
    for (std::size_t i = 0; i < run.members.size(); ++i) {
        Pass &pass = device.passes[run.members[i]];
        const double ratio = wall(pass) / typical;
        if (i >= run.steady.begin && i < run.steady.end)
            pass.state = PassState::Steady;
        else if (i < run.steady.begin)
            pass.state = ratio > 1 + kSteadyBand && i == 0 ? PassState::Cold
                : ratio > 1 + kSteadyBand                  ? PassState::WarmUp
                                                           : PassState::Unknown;
        else if (ratio > kOutlierFactor)
            pass.state = PassState::Outlier;
        else if (std::abs(ratio - 1) <= kSteadyBand)
            pass.state = PassState::Steady;
    }
}

void selectByRule(DeviceSegmentation &device, const StageRun &dominant)
{
    const bool steady = dominant.steady.size() > 0;
    std::vector<std::size_t> pool = dominant.members;
    if (steady)
        pool.assign(dominant.members.begin() + static_cast<std::ptrdiff_t>(dominant.steady.begin),
            dominant.members.begin() + static_cast<std::ptrdiff_t>(dominant.steady.end));
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

} // namespace

void classifyStates(DeviceSegmentation &device, const StateChoice &choice)
{
    constexpr std::array stages{Stage::Decode, Stage::Prefill, Stage::Mixed, Stage::Forward, Stage::Backward, Stage::Unknown,
        Stage::Optimizer, Stage::Draft};
    const StageRun *dominant = nullptr;
    std::array<StageRun, stages.size()> runs;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        runs[s] = runOfStage(device, stages[s], choice);
        markStates(device, runs[s]);
        if (runs[s].steady.size() > 0)
            device.stateRule += (device.stateRule.empty() ? "" : " | ") + ruleOf(device, stages[s], runs[s], choice);
        // The stage with most passes is what the capture is about; draft and optimizer passes only where there is nothing else. A
        // steady run that the user chose decides before that.
        const bool aside = stages[s] == Stage::Draft || stages[s] == Stage::Optimizer;
        const auto weight = [&](const StageRun &run) { return choice.steadyPasses ? run.steady.size() : run.members.size(); };
        const bool more = dominant == nullptr || (!aside && weight(runs[s]) > weight(*dominant));
        if (!runs[s].members.empty() && more)
            dominant = &runs[s];
    }
    if (device.passes.empty())
        return;
    if (choice.selectedPass && *choice.selectedPass >= 0 && *choice.selectedPass < static_cast<int>(device.passes.size())) {
        device.selectedPass = *choice.selectedPass;
        device.selectedWhy = "chosen by the user";
    } else if (dominant == nullptr) {
        const auto longest = std::max_element(
            device.passes.begin(), device.passes.end(), [](const Pass &a, const Pass &b) { return a.layers < b.layers; });
        device.selectedPass = longest->number;
        device.selectedWhy = "the pass with most layers: no pass is complete";
    } else {
        selectByRule(device, *dominant);
    }
}

} // namespace lamella::core
