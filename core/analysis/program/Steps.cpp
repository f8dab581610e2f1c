// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/Steps.h"

#include "core/analysis/PassMetrics.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

struct Interval {
    std::int64_t sumNs = 0;
    std::int64_t devices = 0;
};

// The runs of the main program, and the intervals between them, by the number of the step that they begin with.
struct Collected {
    std::map<std::int64_t, Step> steps;
    std::map<std::int64_t, Interval> intervals;
};

Collected collected(const ProgramRuns &runs, std::size_t skip, DeviceId device)
{
    Collected found;
    const bool complete = std::any_of(runs.runs.begin(), runs.runs.end(), [](const ProgramRun &run) { return !run.partial; });
    const ProgramRun *before = nullptr;
    std::size_t position = 0; // of `before` on its device, because step marks may begin at any number
    for (std::uint32_t i = 0; i < runs.runs.size(); ++i) {
        const ProgramRun &run = runs.runs[i];
        if (!runs.programs[run.program].main || (device.valid() && run.device != device))
            continue;
        Step &step = found.steps[run.number];
        step.number = run.number;
        step.runs.push_back(i);
        const bool follows = before && before->device == run.device;
        if (follows && position >= skip && !before->warmUp && !(complete && before->partial)) {
            Interval &interval = found.intervals[before->number];
            interval.sumNs = addSaturated(interval.sumNs, subtractSaturated(run.range.begin.value, before->range.begin.value));
            ++interval.devices;
        }
        position = follows ? position + 1 : 0;
        before = &run;
    }
    return found;
}

} // namespace

Steps stepsOf(const ProgramRuns &runs, std::size_t skip, DeviceId device)
{
    Steps result;
    auto [byNumber, intervals] = collected(runs, skip, device);
    const auto anyRun = [&runs](const Step &step, bool ProgramRun::*what) {
        return std::any_of(step.runs.begin(), step.runs.end(), [&](std::uint32_t run) { return runs.runs[run].*what; });
    };
    const bool complete = std::any_of(
        byNumber.begin(), byNumber.end(), [&](const auto &step) { return !anyRun(step.second, &ProgramRun::partial); });
    std::vector<std::int64_t> all;
    std::vector<NumberedStep> steady;
    for (auto &[number, step] : byNumber) {
        std::int64_t sum = 0;
        for (const std::uint32_t run : step.runs)
            sum = addSaturated(sum, runs.runs[run].wallNs());
        step.wallNs = meanNs(sum, static_cast<std::int64_t>(step.runs.size()));
        step.warmUp = result.steps.size() < skip || anyRun(step, &ProgramRun::warmUp);
        step.partial = complete && anyRun(step, &ProgramRun::partial);
        all.push_back(step.wallNs);
        result.warmUp += step.warmUp ? 1 : 0;
        result.partial += step.partial && !step.warmUp ? 1 : 0;
        if (step.isSteady())
            steady.push_back({number, step.wallNs});
        result.steps.push_back(std::move(step));
    }
    result.all = stepStatistics(all);
    std::vector<std::int64_t> steadyNs;
    steadyNs.reserve(steady.size());
    for (const NumberedStep &step : steady)
        steadyNs.push_back(step.durationNs);
    result.steady = stepStatistics(steadyNs);
    StepClasses classes = classifySteps(steady);
    auto ofSteady = classes.classes.begin();
    for (Step &step : result.steps)
        if (step.isSteady())
            step.stepClass = *ofSteady++;
    result.classes = std::move(classes.summaries);
    std::vector<std::int64_t> intervalsNs;
    for (const auto &[number, interval] : intervals)
        intervalsNs.push_back(meanNs(interval.sumNs, interval.devices));
    if (!intervalsNs.empty())
        result.interval = stepStatistics(std::move(intervalsNs));
    return result;
}

} // namespace lamella::core
