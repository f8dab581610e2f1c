// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassStates.h"

#include "core/analysis/StagePasses.h"
#include "core/base/FixedDecimals.h"
#include "core/base/Format.h"
#include "core/base/Message.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

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
    return fixedDecimals(ns / 1e6, 3) + " ms";
}

// Median wall of the steady run, in ns.
double typicalWall(const DeviceSegmentation &device, const StageRun &run)
{
    std::vector<std::int64_t> walls;
    for (std::size_t i = run.steady.begin; i < run.steady.end; ++i)
        walls.push_back(device.passes[run.members[i]].range.length().value);
    return static_cast<double>(medianNs(std::move(walls)));
}

// The rule with its numbers, for one stage. Without the median of the run, which is not that of all steady passes.
Message ruleOf(const DeviceSegmentation &device, Stage stage, const StageRun &run, const StateChoice &choice)
{
    const double typical = typicalWall(device, run);
    const std::string passes = "P" + std::to_string(device.passes[run.members[run.steady.begin]].number) + "-P"
        + std::to_string(device.passes[run.members[run.steady.end - 1]].number);
    const Message name(stageName(stage));
    const std::string median = milliseconds(typical);
    const std::string trend = milliseconds(run.steady.trend);
    Message rule;
    if (choice.steadyPasses)
        rule = run.steady.trend > 0
            ? msg("%1: steady %2 by the user, median %3, %4 more from pass to pass", name, passes, median, trend)
            : msg("%1: steady %2 by the user, median %3", name, passes, median);
    else if (run.steady.trend > 0)
        rule = msg("%1: %2 is the longest run within 5 % of its median once its growth of %3 from pass to pass is taken out; "
                   "other passes within 5 % of that are steady too",
            name, passes, trend);
    else
        rule = msg(
            "%1: %2 is the longest run within 5 % of its median; other passes within 5 % of that are steady too", name, passes);
    rule.append("%1; %2", msg("outlier above %1", milliseconds(kOutlierFactor * typical)));
    return rule;
}

void markStates(DeviceSegmentation &device, const StageRun &run, const StateChoice &choice)
{
    if (run.steady.size() == 0)
        return;
    const double typical = typicalWall(device, run);
    bool settled = false; // a pass of the usual wall came before: what is slower now is no warm-up
    for (std::size_t i = 0; i < run.members.size(); ++i) {
        Pass &pass = device.passes[run.members[i]];
        const double ratio = wall(pass) / typical;
        settled = settled || i >= run.steady.begin || ratio <= 1 + kSteadyBand;
        if (i >= run.steady.begin && i < run.steady.end)
            pass.state = PassState::Steady;
        else if (!settled)
            pass.state = i == 0 ? PassState::Cold : PassState::WarmUp;
        else if (ratio > kOutlierFactor)
            pass.state = PassState::Outlier;
        else if (!choice.steadyPasses && std::abs(ratio - 1) <= kSteadyBand)
            pass.state = PassState::Steady;
    }
}

void selectByRule(DeviceSegmentation &device, Stage stage)
{
    const StagePasses passes = stagePasses(device, stage);
    device.selectedPass = representativePass(passes)->number;
    const Message name(stageName(stage));
    const std::string count = formatCount(static_cast<std::int64_t>(passes.counted.size()));
    if (!passes.complete)
        device.selectedWhy = "the pass with most layers: no pass is complete";
    else if (passes.counted.size() == 1)
        device.selectedWhy = msg(passes.steady ? "the only steady pass (%1)" : "the only complete pass (%1)", name);
    else if (passes.steady)
        device.selectedWhy = msg("median of %1 steady passes (%2)", count, name);
    else
        device.selectedWhy = msg("median of %1 complete passes (%2): too few or too uneven for a steady run", count, name);
}

bool isAside(Stage stage)
{
    return stage == Stage::Draft || stage == Stage::Optimizer;
}

} // namespace

void classifyStates(DeviceSegmentation &device, const StateChoice &choice)
{
    constexpr std::array stages{Stage::Decode, Stage::Prefill, Stage::Mixed, Stage::Forward, Stage::Backward, Stage::Unknown,
        Stage::Optimizer, Stage::Draft};
    const bool onlyAside = std::ranges::all_of(device.passes, [](const Pass &pass) { return isAside(pass.stage); });
    std::optional<std::size_t> dominant;
    std::array<StageRun, stages.size()> runs;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        runs[s] = runOfStage(device, stages[s], choice);
        markStates(device, runs[s], choice);
        if (runs[s].steady.size() > 0)
            device.stateRule.append("%1 | %2", ruleOf(device, stages[s], runs[s], choice));
        // The stage with most passes is what the capture is about; draft and optimizer passes only where there is nothing else. A
        // steady run that the user chose decides before that.
        const bool counts = !isAside(stages[s]) || onlyAside || (choice.steadyPasses && runs[s].steady.size() > 0);
        const auto weight = [&](const StageRun &run) { return choice.steadyPasses ? run.steady.size() : run.members.size(); };
        const bool more = !dominant || (!isAside(stages[s]) && weight(runs[s]) > weight(runs[*dominant]));
        if (!runs[s].members.empty() && counts && more)
            dominant = s;
    }
    if (device.passes.empty())
        return;
    if (choice.selectedPass && *choice.selectedPass >= 0 && *choice.selectedPass < static_cast<int>(device.passes.size())) {
        device.selectedPass = *choice.selectedPass;
        device.selectedWhy = "chosen by the user";
    } else if (dominant) {
        selectByRule(device, stages[*dominant]);
    } else {
        selectByRule(device, std::ranges::max_element(device.passes, {}, &Pass::layers)->stage);
    }
}

} // namespace lamella::core
