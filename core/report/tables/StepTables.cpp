// SPDX-License-Identifier: GPL-3.0-or-later
// steps and step-classes.
#include "core/analysis/program/Steps.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

enum StepColumn : std::size_t {
    kStep,
    kDevice,
    kProgram,
    kRunId,
    kStart,
    kWall,
    kBusy,
    kWait,
    kIdle,
    kGapBefore,
    kInterval,
    kOps,
    kClass,
    kSkew
};

std::vector<ReportColumn> programColumns()
{
    using namespace columns;
    return {text("program", "Program", "Compiled program, or stage of the forward passes"),
        text("main", "Main", "yes: its launches are the steps"), integer("runs", "Launches", "On all devices"),
        duration("wall_ns", "Wall", "Walls of its launches added up"),
        share("share", "Share", "Of the walls of all launches of all programs"),
        duration("avg_wall_ns", "Avg wall", "Mean wall of a launch")};
}

ReportTable programsTable(const ProgramRuns &runs)
{
    ReportTable table("steps_by_program", "Programs", programColumns());
    std::int64_t total = 0;
    for (const Program &program : runs.programs)
        total = addSaturated(total, program.totalNs);
    for (const Program &program : runs.programs) {
        table.appendRow();
        table.setText(0, program.name);
        table.setText(1, program.main ? "yes" : "no");
        table.setInteger(2, program.runs);
        table.setInteger(3, program.totalNs);
        if (total > 0)
            table.setReal(4, static_cast<double>(program.totalNs) / static_cast<double>(total));
        else
            table.setMissing(4, "all launches are empty");
        table.setInteger(5, meanNs(program.totalNs, program.runs));
    }
    return table;
}

void noteSource(ReportTable &table, const ProgramRuns &runs)
{
    switch (runs.source) {
    case RunSource::Modules:
        table.addNote("A step is a launch of the main program, the one with the most time: " + runs.programs.front().name + ".");
        break;
    case RunSource::StepMarks:
        table.addNote("No line of programs is recorded: a step is what the profiler marked as one.");
        if (runs.badMarks > 0)
            table.addNote(std::to_string(runs.badMarks) + " marks of steps carry no whole number and are left out.");
        break;
    case RunSource::OperationModules:
        table.addNote("No line of programs is recorded: a launch is a row of operations of one module in which none comes again. "
                      "The main program is "
            + runs.programs.front().name + ".");
        break;
    case RunSource::Passes:
        table.addNote("A step is a forward pass of the stage with the most time: " + runs.programs.front().name + ".");
        break;
    case RunSource::None:
        table.addNote("Neither programs nor steps nor forward passes are in this trace.");
        break;
    }
    std::string others;
    for (std::size_t i = 1; i < runs.programs.size() && i <= 8; ++i)
        others += (i == 1 ? "" : ", ") + runs.programs[i].name + " (" + std::to_string(runs.programs[i].runs) + ")";
    if (runs.programs.size() > 9)
        others += " and " + std::to_string(runs.programs.size() - 9) + " more";
    if (!others.empty())
        table.addNote("Other " + std::string(runs.source == RunSource::Passes ? "stages" : "programs")
            + ", with their launches: " + others + ". See steps --by program.");
}

// Last start of the step on any device less the first.
std::optional<std::int64_t> skewOf(const ProgramRuns &runs, const Step &step)
{
    if (step.runs.size() < 2)
        return std::nullopt;
    std::int64_t least = INT64_MAX;
    std::int64_t most = INT64_MIN;
    for (const std::uint32_t run : step.runs) {
        least = std::min(least, runs.runs[run].range.begin.value);
        most = std::max(most, runs.runs[run].range.begin.value);
    }
    return subtractSaturated(most, least);
}

// The pass that a launch is: the one on its device that shares more than half of the time that both take together, so that a
// launch of several passes, or of a part of one, stays a stretch of time.
Selection passOf(const TableInput &base, const ProgramRun &run)
{
    const Segmentation &cut = *base.segmentation;
    if (run.device.value >= cut.devices.size())
        return RangeSelection{run.range};
    for (const Pass &pass : cut.devices[run.device.value].passes) {
        const std::int64_t shared = subtractSaturated(
            std::min(pass.range.end.value, run.range.end.value), std::max(pass.range.begin.value, run.range.begin.value));
        const std::int64_t together = subtractSaturated(
            std::max(pass.range.end.value, run.range.end.value), std::min(pass.range.begin.value, run.range.begin.value));
        if (shared > together / 2)
            return PassSelection{run.device, pass.number};
    }
    return RangeSelection{run.range};
}

void appendStep(
    ReportTable &table, const ProgramTableInput &input, const Step &step, std::uint32_t row, std::optional<std::int64_t> skew)
{
    const ProgramRuns &runs = input.model->runs;
    const ProgramRun &run = runs.runs[row];
    Selection target = passOf(input.base, run);
    if (runs.source == RunSource::Passes)
        target = PassSelection{run.device, static_cast<int>(run.number)};
    table.appendRow(target);
    table.setInteger(kStep, step.number);
    table.setInteger(kDevice, input.base.deviceNumber(run.device));
    table.setText(kProgram, runs.programs[run.program].name);
    if (run.runId.valid())
        table.setText(kRunId, input.base.document->text(run.runId));
    else
        table.setMissing(kRunId, "no run id recorded");
    table.setInteger(kStart, run.range.begin.value - input.base.zero());
    table.setInteger(kWall, run.wallNs());
    table.setInteger(kBusy, run.busyNs());
    table.setInteger(kWait, run.of(DeviceState::Wait));
    table.setInteger(kIdle, run.of(DeviceState::Idle) + run.of(DeviceState::InFlight));
    const bool first = row == runs.firstOfDevice[run.device.value];
    if (first)
        table.setMissing(kGapBefore, "first launch on its device");
    else
        table.setInteger(kGapBefore, std::max<std::int64_t>(0, run.range.begin.value - runs.runs[row - 1].range.end.value));
    table.setInteger(kOps, run.ops);
    table.setText(kClass, step.warmUp ? "warm-up" : stepClassName(step.stepClass));
    if (skew)
        table.setInteger(kSkew, *skew);
    else
        table.setMissing(kSkew, "one device");
    table.setMissing(kInterval, "last of its device");
}

// From start to start of the launches of the main program, by row of the runs; -1 for the last of a device.
std::vector<std::int64_t> intervalsOf(const ProgramRuns &runs)
{
    std::vector<std::int64_t> intervals(runs.runs.size(), -1);
    std::size_t before = runs.runs.size();
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        if (!runs.programs[runs.runs[i].program].main)
            continue;
        if (before < i && runs.runs[before].device == runs.runs[i].device)
            intervals[before] = subtractSaturated(runs.runs[i].range.begin.value, runs.runs[before].range.begin.value);
        before = i;
    }
    return intervals;
}

} // namespace

std::vector<ReportColumn> stepsColumns()
{
    using namespace columns;
    return {integer("step", "Step", "Number of the launch of the main program on its device, from 0; of step marks their own"),
        device(), text("program", "Program", "Compiled program, or stage of the forward pass"),
        text("run_id", "Run id", "Of the launch, as recorded"), time("start_ns", "Start", "From the zero of the trace"),
        duration("wall_ns", "Wall", "Begin to end of the launch on this device"),
        duration("busy_ns", "Busy", "Of the wall: the device computes, communicates or copies"),
        duration("wait_ns", "Wait", "Of the wall: waits for a transfer that was started before, or for another device"),
        duration("idle_ns", "Idle", "Of the wall: no operation runs"),
        duration("gap_before_ns", "Gap before", "From the end of the launch before it, of whatever program"),
        duration("interval_ns", "Interval", "From its start to the start of the next step on this device"),
        integer("ops", "Operations", "In it, those that hold others included"),
        text("class", "Class", "warm-up, typical, light or heavy"),
        duration("skew_ns", "Skew", "Last start of this step on any device less the first")};
}

Result<ReportTable> stepsTable(const ProgramTableInput &input, std::string_view by)
{
    if (by == "program")
        return programsTable(input.model->runs);
    if (!by.empty() && by != "step")
        return Error{ErrorCode::BadRequest, "steps cannot be listed by " + std::string(by) + "; use step or program", {}, -1};
    ReportTable table("steps", "Steps", stepsColumns());
    const Steps steps = stepsOf(input.model->runs, input.skip);
    const std::vector<std::int64_t> intervals = intervalsOf(input.model->runs);
    std::vector<bool> shown(input.base.document->devices.size(), false);
    for (const DeviceId device : input.base.scope.devices)
        shown[device.value] = true;
    for (const Step &step : steps.steps) {
        const std::optional<std::int64_t> skew = skewOf(input.model->runs, step);
        for (const std::uint32_t row : step.runs) {
            const ProgramRun &run = input.model->runs.runs[row];
            if (!shown[run.device.value])
                continue;
            appendStep(table, input, step, row, skew);
            if (intervals[row] >= 0)
                table.setInteger(kInterval, intervals[row]);
        }
    }
    noteSource(table, input.model->runs);
    return table;
}

std::vector<ReportColumn> stepClassesColumns()
{
    using namespace columns;
    return {text("class", "Class", "all, steady (without warm-up), interval (start to start), then light and heavy or typical"),
        integer("steps", "Steps", "How many"), share("share", "Share", "Of the steady steps"),
        duration("mean_ns", "Mean", "Of the walls; the wall of a step is the mean over the devices"),
        duration("median_ns", "Median", "By linear interpolation"), duration("p90_ns", "P90", "By linear interpolation"),
        duration("min_ns", "Min", "Shortest"), duration("max_ns", "Max", "Longest"),
        integer("representative", "Representative", "Step nearest to the median"),
        duration("representative_ns", "Its wall", "Wall of that step"),
        integer("period", "Period", "Most frequent distance between heavy steps, if it comes at least twice")};
}

namespace {

std::int64_t rounded(double ns)
{
    return static_cast<std::int64_t>(std::clamp(ns + 0.5, -9e18, 9e18));
}

void appendStatistics(ReportTable &table, std::string_view name, const StepStatistics &s, std::size_t base)
{
    table.appendRow();
    table.setText(0, name);
    table.setInteger(1, static_cast<std::int64_t>(s.count));
    if (base > 0)
        table.setReal(2, static_cast<double>(s.count) / static_cast<double>(base));
    else
        table.setMissing(2, "no share of the steady steps");
    table.setInteger(3, rounded(s.meanNs));
    table.setInteger(4, rounded(s.medianNs));
    table.setInteger(5, rounded(s.p90Ns));
    table.setInteger(6, s.minNs);
    table.setInteger(7, s.maxNs);
    for (const std::size_t column : {8u, 9u, 10u})
        table.setMissing(column, "of classes only");
}

} // namespace

ReportTable stepClassesTable(const ProgramTableInput &input)
{
    ReportTable table("step-classes", "Step classes", stepClassesColumns());
    const Steps steps = stepsOf(input.model->runs, input.skip);
    const std::size_t steady = steps.steady.count;
    if (steps.all.count > 0)
        appendStatistics(table, "all", steps.all, 0);
    if (steady > 0)
        appendStatistics(table, "steady", steps.steady, steady);
    if (steps.interval)
        appendStatistics(table, "interval", *steps.interval, 0);
    for (const StepClassSummary &summary : steps.classes) {
        appendStatistics(table, stepClassName(summary.stepClass), summary.statistics, steady);
        table.setInteger(8, summary.representative);
        table.setInteger(9, summary.representativeNs);
        if (summary.period)
            table.setInteger(10, *summary.period);
        else
            table.setMissing(10, summary.stepClass == StepClass::Heavy ? "no distance comes twice" : "of heavy steps only");
    }
    noteSource(table, input.model->runs);
    table.addNote(steps.warmUp == 0 ? "No step was left out as warm-up (--skip K leaves out the first K)."
                                    : std::to_string(steps.warmUp) + " steps were left out at the beginning as warm-up.");
    return table;
}

namespace {

constexpr std::array<std::string_view, 2> kStepsOptions{"--by", "--skip"};

} // namespace

extern const TableSpec kStepsTable{
    .name = "steps",
    .help = "launches of the main program, or forward passes, one by one",
    .example = "host.xplane.pb --by program",
    .columns = stepsColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        const auto program = ProgramTableInput::of(input);
        if (!program)
            return program.error();
        return stepsTable(*program, input.request.by);
    },
    .needs = TableNeeds::Devices,
    .allPasses = true,
    .options = kStepsOptions,
    .by = "step|program",
};

namespace {

constexpr std::array<std::string_view, 1> kStepClassesOptions{"--skip"};

} // namespace

extern const TableSpec kStepClassesTable{
    .name = "step-classes",
    .help = "statistics of the steps; light and heavy ones",
    .example = "host.xplane.pb --skip 5",
    .columns = stepClassesColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        const auto program = ProgramTableInput::of(input);
        if (!program)
            return program.error();
        return stepClassesTable(*program);
    },
    .needs = TableNeeds::Devices,
    .allDevices = true,
    .allPasses = true,
    .options = kStepClassesOptions,
};

} // namespace lamella::core
