// SPDX-License-Identifier: GPL-3.0-or-later
// steps and step-classes.
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/program/Steps.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

std::vector<Column<Program>> programColumns(const std::int64_t *totalNs)
{
    using namespace columns;
    return {text("program", "Program", "Compiled program, or stage of the forward passes", &Program::name),
        text("main", "Main", "yes: its launches are the steps", [](const Program &p) { return yesNo(p.main); }),
        integer("runs", "Launches", "On all devices", &Program::runs),
        duration("wall_ns", "Wall", "Walls of its launches added up", &Program::totalNs),
        share("share", "Share", "Of the walls of all launches of all programs",
            [totalNs](const Program &p) { return ratio(p.totalNs, *totalNs, "all launches are empty"); }),
        duration("avg_wall_ns", "Avg wall", "Mean wall of a launch", [](const Program &p) { return meanNs(p.totalNs, p.runs); })};
}

ReportTable programsTable(const ProgramRuns &runs)
{
    std::int64_t total = 0;
    for (const Program &program : runs.programs)
        total = addSaturated(total, program.totalNs);
    RowTable<Program> table("steps_by_program", "Programs", programColumns(&total));
    for (const Program &program : runs.programs)
        table.append(program);
    if (runs.programs.empty())
        table.addNote("Neither programs nor steps nor forward passes are in this trace.");
    return table;
}

void noteSource(ReportTable &table, const ProgramRuns &runs)
{
    switch (runs.source) {
    case RunSource::Modules:
        table.addNote(msg("A step is a launch of the main program, the one with the most time: %1.", runs.programs.front().name));
        table.addNote("A step lasts as long as this program was recorded to run. A pass is measured from its first to its last "
                      "operation, with those of other programs that belong to it.");
        break;
    case RunSource::StepMarks:
        table.addNote("No line of programs is recorded: a step is what the profiler marked as one.");
        if (runs.badMarks > 0)
            table.addNote(msg("%1 marks of steps carry no whole number and are left out.", runs.badMarks));
        break;
    case RunSource::OperationModules:
        table.addNote(msg("No line of programs is recorded: a launch is a row of operations of one module in which none comes "
                          "again. The main program is %1.",
            runs.programs.front().name));
        break;
    case RunSource::Passes:
        table.addNote(msg("A step is a pass of the stage with most passes: %1.", Message(runs.programs.front().name)));
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
        table.addNote(msg(runs.source == RunSource::Passes ? "Other stages, with their launches: %1. See steps --by program."
                                                           : "Other programs, with their launches: %1. See steps --by program.",
            others));
}

// Latest start of the step on any device minus the earliest.
std::optional<std::int64_t> skewOf(const ProgramRuns &runs, const Step &step)
{
    if (step.runs.size() < 2)
        return std::nullopt;
    std::int64_t min = INT64_MAX;
    std::int64_t max = INT64_MIN;
    for (const std::uint32_t run : step.runs) {
        min = std::min(min, runs.runs[run].range.begin.value);
        max = std::max(max, runs.runs[run].range.begin.value);
    }
    return subtractSaturated(max, min);
}

// The pass that a launch corresponds to: the one on its device that overlaps it for more than half of the time that the two span
// together. Null: a launch of several passes, or of a part of one.
const Pass *passOf(const TableInput &base, const ProgramRun &run)
{
    const Segmentation &segmentation = *base.segmentation;
    if (base.program->runs.source == RunSource::Passes)
        return segmentation.pass(run.device, static_cast<int>(run.number));
    if (run.device.value >= segmentation.devices.size())
        return nullptr;
    for (const Pass &pass : segmentation.devices[run.device.value].passes) {
        const std::int64_t shared = subtractSaturated(
            std::min(pass.range.end.value, run.range.end.value), std::max(pass.range.begin.value, run.range.begin.value));
        const std::int64_t together = subtractSaturated(
            std::max(pass.range.end.value, run.range.end.value), std::min(pass.range.begin.value, run.range.begin.value));
        if (shared > together / 2)
            return &pass;
    }
    return nullptr;
}

// Start-to-start intervals of the main program's launches, by row of the runs; -1 for the last one of a device.
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

struct StepRow {
    const Step &step;
    const ProgramRun &run;
    std::optional<std::int64_t> skewNs;
    std::int64_t intervalNs; // negative: none
    const ProgramRun *before; // previous run on the same device; null: none
    const Pass *pass; // that it corresponds to; null: none
};

std::vector<Column<StepRow>> stepColumns(const TableInput *input)
{
    using namespace columns;
    using Row = StepRow;
    constexpr const char *kNoPassOf = "the launch is not that of one pass";
    return {
        integer("step", "Step", "Number of the launch of the main program on its device, from 0; for step marks their own number",
            [](const Row &r) { return r.step.number; }),
        column(device(), [input](const Row &r) { return input->deviceNumber(r.run.device); }),
        text("program", "Program", "Compiled program, or stage of the forward pass",
            [input](const Row &r) { return input->program->runs.programs[r.run.program].name; }),
        ifRoom(text("run_id", "Run id", "Of the launch, as recorded",
            [input](const Row &r) -> OrMissing<std::string_view> {
                if (r.run.runId.valid())
                    return input->document->text(r.run.runId);
                return Missing{"no run id recorded"};
            })),
        ifRoom(time("start_ns", "Start", "From the zero of the trace",
            [input](const Row &r) { return r.run.range.begin.value - input->zero(); })),
        duration("wall_ns", "Wall", "Begin to end of the launch on this device", [](const Row &r) { return r.run.wallNs(); }),
        duration("busy_ns", "Working",
            "Of the wall: the device computes, communicates or copies; busy elsewhere includes its waiting",
            [](const Row &r) { return r.run.busyNs(); }),
        ifRoom(duration("wait_ns", "Wait", "Of the wall: waits for a transfer that was started before, or for another device",
            [](const Row &r) { return r.run.of(DeviceState::Wait); })),
        duration("idle_ns", "Idle", "Of the wall: no operation runs",
            [](const Row &r) { return r.run.of(DeviceState::Idle) + r.run.of(DeviceState::InFlight); }),
        duration("gap_before_ns", "Gap before", "From the end of the launch before it, whichever program that was",
            [](const Row &r) -> OrMissing<std::int64_t> {
                if (!r.before)
                    return Missing{"first launch on its device"};
                return std::max<std::int64_t>(0, r.run.range.begin.value - r.before->range.end.value);
            }),
        ifRoom(duration("interval_ns", "Interval", "From its start to the start of the next step on this device",
            [](const Row &r) { return valueIf(r.intervalNs >= 0, r.intervalNs, "last of its device"); })),
        ifRoom(
            integer("ops", "Operations", "In it, including those that contain others", [](const Row &r) { return r.run.ops; })),
        text("class", "Class", "warm-up, partial, typical, light or heavy",
            [](const Row &r) -> std::string_view {
                return r.step.warmUp ? "warm-up" : r.step.partial ? "partial" : stepClassName(r.step.stepClass);
            }),
        ifRoom(duration("skew_ns", "Skew", "Last start of this step on any device minus the first",
            [](const Row &r) { return valueOr(r.skewNs, "one device"); })),
        ifRoom(integer("pass", "Pass", "That the launch corresponds to",
            [](const Row &r) { return valueIf(r.pass != nullptr, r.pass ? r.pass->number : 0, kNoPassOf); })),
        ifRoom(duration("pass_wall_ns", "Pass wall",
            "From the first to the last operation of that pass; the wall of the launch is what the program was recorded to run",
            [](const Row &r) { return valueIf(r.pass != nullptr, r.pass ? r.pass->range.length().value : 0, kNoPassOf); }))};
}

Result<ReportTable> stepsTable(const TableInput &input)
{
    const ProgramRuns &runs = input.program->runs;
    const std::string &by = input.request.by;
    if (by == "program")
        return programsTable(runs);
    if (!by.empty() && by != "step")
        return Error{ErrorCode::BadRequest, msg("steps cannot be listed by %1; use step or program", by), {}, -1};
    RowTable<StepRow> table("steps", "Steps", stepColumns(&input));
    const Steps steps = stepsOf(runs, input.request.skip);
    const std::vector<std::int64_t> intervals = intervalsOf(runs);
    std::vector<bool> shown(input.document->devices.size(), false);
    for (const DeviceId device : input.scope.devices)
        shown[device.value] = true;
    for (const Step &step : steps.steps) {
        const std::optional<std::int64_t> skew = skewOf(runs, step);
        for (const std::uint32_t row : step.runs) {
            const ProgramRun &run = runs.runs[row];
            if (!shown[run.device.value])
                continue;
            const bool first = row == runs.firstOfDevice[run.device.value];
            const Pass *pass = passOf(input, run);
            table.append({step, run, skew, intervals[row], first ? nullptr : &runs.runs[row - 1], pass},
                pass ? Selection(PassSelection{run.device, pass->number}) : Selection(RangeSelection{run.range}));
        }
    }
    noteSource(table, runs);
    return table;
}

// Row of step-classes. Statistics are rounded to whole nanoseconds.
struct ClassRow {
    std::string_view name;
    const StepStatistics &statistics;
    std::size_t base; // denominator of the share; 0 = no share
    const StepClassSummary *summary = nullptr; // only for classes
};

std::vector<Column<ClassRow>> classColumns()
{
    using namespace columns;
    using Row = ClassRow;
    constexpr const char *kClasses = "of classes only";
    const auto rounded = [](auto ns) {
        return [ns](const Row &r) { return static_cast<std::int64_t>(std::clamp(r.statistics.*ns + 0.5, -9e18, 9e18)); };
    };
    return {text("class", "Class", "all, steady (without warm-up), interval (start to start), then light and heavy or typical",
                &Row::name),
        integer("steps", "Steps", "How many", [](const Row &r) { return r.statistics.count; }),
        share("share", "Share", "Of the steady steps",
            [](const Row &r) { return ratio(r.statistics.count, r.base, "no share of the steady steps"); }),
        duration(
            "mean_ns", "Mean", "Of the walls; the wall of a step is the mean over the devices", rounded(&StepStatistics::meanNs)),
        duration("median_ns", "Median", "By linear interpolation", rounded(&StepStatistics::medianNs)),
        duration("p90_ns", "P90", "By linear interpolation", rounded(&StepStatistics::p90Ns)),
        duration("min_ns", "Min", "Shortest", [](const Row &r) { return r.statistics.minNs; }),
        duration("max_ns", "Max", "Longest", [](const Row &r) { return r.statistics.maxNs; }),
        ifRoom(integer("representative", "Representative", "Step nearest to the median",
            [](const Row &r) { return valueIf(r.summary != nullptr, r.summary ? r.summary->representative : 0, kClasses); })),
        ifRoom(duration("representative_ns", "Its wall", "Wall of that step",
            [](const Row &r) { return valueIf(r.summary != nullptr, r.summary ? r.summary->representativeNs : 0, kClasses); })),
        ifRoom(integer("period", "Period", "Most frequent distance between heavy steps, if it comes at least twice",
            [](const Row &r) -> OrMissing<std::int64_t> {
                if (r.summary && r.summary->period)
                    return static_cast<std::int64_t>(*r.summary->period);
                return Missing{!r.summary                          ? kClasses
                        : r.summary->stepClass == StepClass::Heavy ? "no distance comes twice"
                                                                   : "of heavy steps only"};
            }))};
}

Result<ReportTable> stepClassesTable(const TableInput &input)
{
    RowTable<ClassRow> table("step-classes", "Step classes", classColumns());
    const Steps steps = stepsOf(input.program->runs, input.request.skip);
    const std::size_t steady = steps.steady.count;
    if (steps.all.count > 0)
        table.append({"all", steps.all, 0});
    if (steady > 0)
        table.append({"steady", steps.steady, steady});
    if (steps.interval)
        table.append({"interval", *steps.interval, 0});
    for (const StepClassSummary &summary : steps.classes)
        table.append({stepClassName(summary.stepClass), summary.statistics, steady, &summary});
    noteSource(table, input.program->runs);
    table.addNote(steps.warmUp == 0 ? Message("No step was left out as warm-up (--skip K leaves out the first K).")
                                    : msg("%1 steps were left out at the beginning as warm-up.", steps.warmUp));
    if (steps.partial > 0)
        table.addNote(msg("%1 passes that the capture shows only in part were left out.", steps.partial));
    return table;
}

constexpr std::array kForms{TableForm{"--by program", headings<programColumns>}};

} // namespace

extern const TableSpec kStepsTable{
    .name = "steps",
    .help = "launches of the main program, or forward passes, one by one",
    .example = "host.xplane.pb --by program",
    .columns = headings<stepColumns>,
    .build = stepsTable,
    .needs = TableNeeds::Devices,
    .allPasses = true,
    .program = true,
    .options = "--by --skip",
    .by = "step|program",
    .forms = kForms,
};

extern const TableSpec kStepClassesTable{
    .name = "step-classes",
    .help = "statistics of the steps; light and heavy ones",
    .example = "host.xplane.pb --skip 5",
    .columns = headings<classColumns>,
    .build = stepClassesTable,
    .needs = TableNeeds::Devices,
    .allDevices = true,
    .allPasses = true,
    .program = true,
    .options = "--skip",
};

} // namespace lamella::core
