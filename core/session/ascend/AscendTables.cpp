// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/ascend/AscendTables.h"

#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/ascend/AscendOutputs.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

constexpr const char *kNotAscend =
    "Not a trace of the Ascend profiler with a kernel table (kernel_details.csv, op_summary_*.csv).";

std::string fileName(const std::string &path)
{
    return std::filesystem::path(path).filename().string();
}

void noteBadRows(ReportTable &table, const AscendFigures &figures)
{
    if (figures.badRows > 0)
        table.addNote(std::to_string(figures.badRows) + " damaged rows were left out.");
    if (figures.restUnread)
        table.addNote("A row of the kernel table is too large; those behind it were not read.");
}

} // namespace

std::vector<ReportColumn> opStatisticColumns()
{
    using namespace columns;
    return {device(), text("type", "Type", "Type of the operator; where it is not recorded, its name"),
        text("core", "Core", "Accelerator core"), integer("count", "Count", "Rows of the kernel table"),
        duration("sum_ns", "Sum", "Durations added up"), duration("min_ns", "Min", "Shortest"),
        duration("avg_ns", "Average", "Sum / count"), duration("max_ns", "Max", "Longest"),
        share("share", "Share", "Of the compute time of the device, communication left out")};
}

std::vector<ReportColumn> stepTraceTimeColumns()
{
    using namespace columns;
    return {device(), text("step", "Step", "Step Id of the rows; empty where no schedule was in use"),
        duration("computing_ns", "Computing", "Union of the compute intervals"),
        duration("communication_not_overlapped_ns", "Communication (not overlapped)", "Busy less computing"),
        duration("overlapped_ns", "Overlapped", "Communication less what is not overlapped"),
        duration("communication_ns", "Communication", "Union of the communication intervals"),
        duration("free_ns", "Free", "Stage less busy"), duration("stage_ns", "Stage", "First start to last end"),
        duration(
            "without_receive_ns", "Not overlapped, without receive", "Communication other than receives, outside computing")};
}

namespace {

// The table with what `fill` makes of the recomputed figures; a note in place of rows for traces of other profilers.
template <class Fill>
Result<ReportTable> fromFigures(ReportTable table, const TraceDocument &document, const JobControl &control, const Fill &fill)
{
    const std::string path = ascendKernelTableOf(document);
    if (path.empty()) {
        table.addNote(kNotAscend);
        return table;
    }
    const Result<AscendFigures> figures = recomputeAscendFigures(path, control);
    if (!figures)
        return figures.error();
    fill(table, *figures, fileName(path));
    noteBadRows(table, *figures);
    return table;
}

void fillOpStatistic(ReportTable &table, const AscendFigures &figures, const std::string &file)
{
    std::vector<const std::pair<const OpKey, OpStatistic> *> order;
    for (const auto &op : figures.ops)
        order.push_back(&op);
    std::stable_sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
        return a->first.device != b->first.device ? a->first.device < b->first.device : a->second.sumNs > b->second.sumNs;
    });
    for (const auto *op : order) {
        table.appendRow();
        table.setInteger(0, op->first.device);
        table.setText(1, op->first.type);
        table.setText(2, op->first.core);
        table.setInteger(3, op->second.count);
        table.setInteger(4, op->second.sumNs);
        table.setInteger(5, op->second.minNs);
        table.setInteger(6, op->second.averageNs);
        table.setInteger(7, op->second.maxNs);
        table.setReal(8, op->second.share);
    }
    table.addNote("Recomputed from the rows of " + file + "; communication is left out, as in op_statistic.csv.");
}

void fillStepTraceTime(ReportTable &table, const AscendFigures &figures, const std::string &file)
{
    for (const auto &[key, times] : figures.steps) {
        table.appendRow();
        table.setInteger(0, key.device);
        table.setText(1, key.step);
        std::size_t column = 2;
        for (const std::int64_t ns : {times.computing, times.notOverlapped, times.overlapped, times.communication, times.free,
                 times.stage, times.withoutReceive})
            table.setInteger(column++, ns);
    }
    table.addNote("Recomputed from the rows of " + file + "; Bubble and Preparing need more than its rows.");
}

} // namespace

Result<ReportTable> opStatisticTable(const TraceDocument &document, const JobControl &control)
{
    return fromFigures(
        ReportTable("op-statistic", "Compute work by type and core", opStatisticColumns()), document, control, fillOpStatistic);
}

Result<ReportTable> stepTraceTimeTable(const TraceDocument &document, const JobControl &control)
{
    return fromFigures(
        ReportTable("step-trace-time", "Computing, communication and free time of each step", stepTraceTimeColumns()), document,
        control, fillStepTraceTime);
}

std::vector<ReportColumn> consistencyColumns()
{
    using namespace columns;
    return {text("check", "Check", "Which file beside the kernel table"), device(),
        text("item", "Item", "Type and core, or step and time"),
        duration("recomputed_ns", "Recomputed", "From the rows of the kernel table"),
        duration("recorded_ns", "Recorded", "As the file says"), duration("delta_ns", "Delta", "Recomputed - recorded"),
        integer("recomputed_count", "Recomputed count", "Rows of the kernel table"),
        integer("recorded_count", "Recorded count", "As the file says"),
        text("verdict", "Verdict", "equal, differs, only_recorded, only_recomputed"),
        text("why", "Why", "What differs, or how much rounding was allowed for")};
}

namespace {

constexpr std::int64_t kOpSlackNs = 1; // times are written to the nanosecond; a sum has half of one more for each row
constexpr std::int64_t kAverageSlackNs = 1;
constexpr double kShareSlack = 0.0000051; // written to 0.001 %
constexpr std::int64_t kStepSlackNs = 50; // sums of rounded doubles
constexpr std::int64_t kStageSlackNs = 500; // written from doubles of epoch time, which step by 250 ns

bool near(std::int64_t a, std::int64_t b, std::int64_t slack)
{
    const std::int64_t delta = subtractSaturated(a, b);
    return delta <= slack && delta >= -slack;
}

struct Tally {
    std::size_t equal = 0;
    std::size_t all = 0;
};

void setVerdict(ReportTable &table, bool equal, const std::string &why, Tally &tally)
{
    ++tally.all;
    tally.equal += equal ? 1 : 0;
    table.setText("verdict", equal ? "equal" : "differs");
    table.setText("why", why);
}

void appendOp(ReportTable &table, const OpKey &key, const OpStatistic *ours, const OpStatistic *theirs, Tally &tally)
{
    table.appendRow();
    table.setText(0, "op_statistic");
    table.setInteger(1, key.device);
    table.setText(2, key.core.empty() ? key.type : key.type + " (" + key.core + ")");
    if (ours != nullptr) {
        table.setInteger(3, ours->sumNs);
        table.setInteger(6, ours->count);
    }
    if (theirs != nullptr) {
        table.setInteger(4, theirs->sumNs);
        table.setInteger(7, theirs->count);
    }
    if (ours == nullptr || theirs == nullptr) {
        table.setMissing(ours == nullptr ? 3 : 4, "not there");
        table.setMissing(ours == nullptr ? 6 : 7, "not there");
        table.setMissing(5, "one side only");
        ++tally.all;
        table.setText("verdict", ours == nullptr ? "only_recorded" : "only_recomputed");
        table.setText("why", ours == nullptr ? "no row of the kernel table has this type" : "the file has no such row");
        return;
    }
    table.setInteger(5, subtractSaturated(ours->sumNs, theirs->sumNs));
    std::string wrong;
    const auto check = [&wrong](bool good, const char *what) {
        if (!good)
            wrong += (wrong.empty() ? "" : ", ") + std::string(what);
    };
    check(ours->count == theirs->count, "count");
    check(near(ours->sumNs, theirs->sumNs, kOpSlackNs + std::min(ours->count, theirs->count) / 2), "sum");
    check(near(ours->minNs, theirs->minNs, kOpSlackNs), "min");
    check(near(ours->averageNs, theirs->averageNs, kAverageSlackNs), "average");
    check(near(ours->maxNs, theirs->maxNs, kOpSlackNs), "max");
    check(ours->share - theirs->share <= kShareSlack && theirs->share - ours->share <= kShareSlack, "share");
    setVerdict(table, wrong.empty(), wrong, tally);
}

void appendStep(ReportTable &table, const StepKey &key, const StepTimes *ours, const StepTimes *theirs, Tally &tally)
{
    struct Figure {
        const char *name;
        std::int64_t StepTimes::*value;
        std::int64_t slack;
    };
    static constexpr Figure kFigures[] = {{"Computing", &StepTimes::computing, kStepSlackNs},
        {"Communication(Not Overlapped)", &StepTimes::notOverlapped, kStepSlackNs},
        {"Overlapped", &StepTimes::overlapped, kStepSlackNs}, {"Communication", &StepTimes::communication, kStepSlackNs},
        {"Free", &StepTimes::free, kStageSlackNs}, {"Stage", &StepTimes::stage, kStageSlackNs},
        {"Communication(Not Overlapped and Exclude Receive)", &StepTimes::withoutReceive, kStepSlackNs}};
    for (const Figure &figure : kFigures) {
        table.appendRow();
        table.setText(0, "step_trace_time");
        table.setInteger(1, key.device);
        table.setText(2, (key.step.empty() ? std::string("whole capture") : "step " + key.step) + ": " + figure.name);
        table.setMissing(6, "a time");
        table.setMissing(7, "a time");
        if (ours != nullptr)
            table.setInteger(3, ours->*figure.value);
        if (theirs != nullptr)
            table.setInteger(4, theirs->*figure.value);
        if (ours == nullptr || theirs == nullptr) {
            table.setMissing(ours == nullptr ? 3 : 4, "no such step");
            table.setMissing(5, "one side only");
            ++tally.all;
            table.setText("verdict", ours == nullptr ? "only_recorded" : "only_recomputed");
            table.setText("why", "the other side has no such step");
            continue;
        }
        const std::int64_t delta = subtractSaturated(ours->*figure.value, theirs->*figure.value);
        table.setInteger(5, delta);
        setVerdict(table, near(delta, 0, figure.slack), "within " + std::to_string(figure.slack) + " ns counts as equal", tally);
    }
}

// A file without a device column speaks of the only device.
template <class Map> Map onDevice(const Map &recorded, bool hasDevices, const Map &ours)
{
    if (hasDevices || ours.empty())
        return recorded;
    Map moved;
    for (const auto &[key, value] : recorded) {
        auto here = key;
        here.device = ours.begin()->first.device;
        moved.emplace(here, value);
    }
    return moved;
}

template <class Map, class Append>
void compareMaps(ReportTable &table, const Map &ours, const Map &theirs, Append append, Tally &tally)
{
    for (const auto &[key, value] : theirs) {
        const auto own = ours.find(key);
        append(table, key, own == ours.end() ? nullptr : &own->second, &value, tally);
    }
    for (const auto &[key, value] : ours)
        if (!theirs.contains(key))
            append(table, key, &value, nullptr, tally);
}

} // namespace

Result<ReportTable> consistencyTable(const TraceDocument &document, const JobControl &control)
{
    ReportTable table("consistency", "Recomputed figures against the files beside the trace", consistencyColumns());
    const std::string path = ascendKernelTableOf(document);
    if (path.empty()) {
        table.addNote(kNotAscend);
        return table;
    }
    const Result<AscendFigures> ours = recomputeAscendFigures(path, control);
    if (!ours)
        return ours.error();
    const Result<AscendFigures> theirs = readAscendFigures(path, control);
    if (!theirs)
        return theirs.error();
    Tally tally;
    if (theirs->opsFile.empty())
        table.addNote("No op_statistic.csv beside " + fileName(path) + ".");
    else
        compareMaps(table, ours->ops, onDevice(theirs->ops, theirs->opsHaveDevices, ours->ops), appendOp, tally);
    if (theirs->stepsFile.empty())
        table.addNote("No step_trace_time.csv beside " + fileName(path) + ".");
    else
        compareMaps(table, ours->steps, onDevice(theirs->steps, theirs->stepsHaveDevices, ours->steps), appendStep, tally);
    if (tally.all > 0)
        table.addNote(std::to_string(tally.equal) + " of " + std::to_string(tally.all) + " figures are equal to those recorded.");
    noteBadRows(table, *ours);
    if (theirs->badRows > 0)
        table.addNote(std::to_string(theirs->badRows) + " rows of the files beside the trace could not be read.");
    if (theirs->restUnread)
        table.addNote("A row of a file beside the trace is too large; those behind it were not read.");
    return table;
}

extern const TableSpec kOpStatisticTable{
    .name = "op-statistic",
    .help = "Ascend: compute work by type and core, as op_statistic.csv",
    .example = "rank0_ascend_pt",
    .columns = opStatisticColumns,
    .build = [](const TableInput &input) { return opStatisticTable(*input.document, input.control); },
    .needs = TableNeeds::Document,
};

extern const TableSpec kStepTraceTimeTable{
    .name = "step-trace-time",
    .help = "Ascend: computing, communication and free time of each step",
    .example = "rank0_ascend_pt",
    .columns = stepTraceTimeColumns,
    .build = [](const TableInput &input) { return stepTraceTimeTable(*input.document, input.control); },
    .needs = TableNeeds::Document,
};

extern const TableSpec kConsistencyTable{
    .name = "consistency",
    .help = "Ascend: figures of the files beside the kernel table against its rows",
    .example = "rank0_ascend_pt",
    .columns = consistencyColumns,
    .build = [](const TableInput &input) { return consistencyTable(*input.document, input.control); },
    .needs = TableNeeds::Document,
    .cached = false,
};

} // namespace lamella::core
