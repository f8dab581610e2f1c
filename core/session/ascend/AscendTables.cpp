// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that only traces of the Ascend profiler have. For other traces they are empty, with a note.
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/ascend/AscendOutputs.h"

#include <algorithm>
#include <filesystem>
#include <optional>
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
        table.addNote(msg("%1 damaged rows were left out.", figures.badRows));
    if (figures.restUnread)
        table.addNote("A row of the kernel table is too large; the rows after it were not read.");
}

using OpRow = std::pair<const OpKey, OpStatistic>;
using StepRow = std::pair<const StepKey, StepTimes>;

std::vector<Column<OpRow>> opStatisticColumns()
{
    using namespace columns;
    const auto of = [](auto member) { return [member](const OpRow &r) { return r.second.*member; }; };
    return {column(device(), [](const OpRow &r) { return r.first.device; }),
        text("type", "Type", "Type of the operator; where it is not recorded, its name",
            [](const OpRow &r) { return r.first.type; }),
        text("core", "Core", "Accelerator core", [](const OpRow &r) { return r.first.core; }),
        integer("count", "Count", "Rows of the kernel table", of(&OpStatistic::count)),
        duration("sum_ns", "Sum", "Durations added up", of(&OpStatistic::sumNs)),
        ifRoom(duration("min_ns", "Min", "Shortest", of(&OpStatistic::minNs))),
        duration("avg_ns", "Average", "Sum / count", of(&OpStatistic::averageNs)),
        ifRoom(duration("max_ns", "Max", "Longest", of(&OpStatistic::maxNs))),
        share("share", "Share", "Of the compute time of the device, communication left out", of(&OpStatistic::share))};
}

std::vector<Column<StepRow>> stepTraceTimeColumns()
{
    using namespace columns;
    const auto of = [](auto member) { return [member](const StepRow &r) { return r.second.*member; }; };
    return {column(device(), [](const StepRow &r) { return r.first.device; }),
        text("step", "Step", "Step Id of the rows; empty where no schedule was in use",
            [](const StepRow &r) { return r.first.step; }),
        duration("computing_ns", "Computing", "Union of the compute intervals", of(&StepTimes::computing)),
        duration("communication_not_overlapped_ns", "Communication (not overlapped)", "Busy minus computing",
            of(&StepTimes::notOverlapped)),
        ifRoom(duration("overlapped_ns", "Overlapped", "Communication minus what is not overlapped", of(&StepTimes::overlapped))),
        duration("communication_ns", "Communication", "Union of the communication intervals", of(&StepTimes::communication)),
        duration("free_ns", "Free", "Stage minus busy", of(&StepTimes::free)),
        duration("stage_ns", "Stage", "First start to last end", of(&StepTimes::stage)),
        ifRoom(duration("without_receive_ns", "Not overlapped, without receive",
            "Communication other than receives, outside computing", of(&StepTimes::withoutReceive)))};
}

// Fills the table from the recomputed figures; for traces of other profilers it gets a note instead of rows.
template <class Row, class Fill> Result<ReportTable> fromFigures(RowTable<Row> table, const TableInput &input, const Fill &fill)
{
    const std::string path = ascendKernelTableOf(*input.document);
    if (path.empty()) {
        table.addNote(kNotAscend);
        return table;
    }
    const Result<AscendFigures> figures = recomputeAscendFigures(path, input.control);
    if (!figures)
        return figures.error();
    fill(table, *figures, fileName(path));
    noteBadRows(table, *figures);
    return table;
}

void fillOpStatistic(RowTable<OpRow> &table, const AscendFigures &figures, const std::string &file)
{
    std::vector<const OpRow *> order;
    for (const OpRow &op : figures.ops)
        order.push_back(&op);
    std::stable_sort(order.begin(), order.end(), [](const auto *a, const auto *b) {
        return a->first.device != b->first.device ? a->first.device < b->first.device : a->second.sumNs > b->second.sumNs;
    });
    for (const OpRow *op : order)
        table.append(*op);
    table.addNote(msg("Recomputed from the rows of %1; communication is left out, as in op_statistic.csv.", file));
}

void fillStepTraceTime(RowTable<StepRow> &table, const AscendFigures &figures, const std::string &file)
{
    for (const StepRow &step : figures.steps)
        table.append(step);
    table.addNote(msg("Recomputed from the rows of %1; Bubble and Preparing need more than its rows.", file));
}

// Compute work by type and core, as in op_statistic.csv.
Result<ReportTable> opStatisticTable(const TableInput &input)
{
    return fromFigures(
        RowTable<OpRow>("op-statistic", "Compute work by type and core", opStatisticColumns()), input, fillOpStatistic);
}

// Times of each step, as in step_trace_time.csv.
Result<ReportTable> stepTraceTimeTable(const TableInput &input)
{
    return fromFigures(
        RowTable<StepRow>("step-trace-time", "Computing, communication and free time of each step", stepTraceTimeColumns()),
        input, fillStepTraceTime);
}

constexpr std::int64_t kOpSlackNs = 1; // times are written in whole ns; a sum may be off by half a ns per row
constexpr std::int64_t kAverageSlackNs = 1;
constexpr double kShareSlack = 0.0000051; // written to 0.001 %
constexpr std::int64_t kStepSlackNs = 50; // sums of rounded doubles
constexpr std::int64_t kStageSlackNs = 500; // written from doubles of epoch time, whose resolution is 250 ns

bool near(std::int64_t a, std::int64_t b, std::int64_t slack)
{
    const std::int64_t delta = subtractSaturated(a, b);
    return delta <= slack && delta >= -slack;
}

// A figure of a file beside the kernel table, and the same figure recomputed.
struct CheckRow {
    std::string_view check;
    std::int64_t device;
    std::string item;
    std::optional<std::int64_t> recomputedNs;
    std::optional<std::int64_t> recordedNs;
    OrMissing<std::int64_t> recomputedCount;
    OrMissing<std::int64_t> recordedCount;
    std::string_view absent; // why one side is missing
    bool equal = false;
    Message why;

    [[nodiscard]] bool both() const { return recomputedNs && recordedNs; }
};

std::vector<Column<CheckRow>> consistencyColumns()
{
    using namespace columns;
    using Row = CheckRow;
    return {text("check", "Check", "Which file beside the kernel table", &Row::check), column(device(), &Row::device),
        text("item", "Item", "Type and core, or step and time", &Row::item),
        duration("recomputed_ns", "Recomputed", "From the rows of the kernel table",
            [](const Row &r) { return valueOr(r.recomputedNs, r.absent); }),
        duration("recorded_ns", "Recorded", "As the file says", [](const Row &r) { return valueOr(r.recordedNs, r.absent); }),
        duration("delta_ns", "Delta", "Recomputed - recorded",
            [](const Row &r) -> OrMissing<std::int64_t> {
                if (!r.both())
                    return Missing{"one side only"};
                return subtractSaturated(*r.recomputedNs, *r.recordedNs);
            }),
        ifRoom(integer("recomputed_count", "Recomputed count", "Rows of the kernel table", &Row::recomputedCount)),
        ifRoom(integer("recorded_count", "Recorded count", "As the file says", &Row::recordedCount)),
        text("verdict", "Verdict", "equal, differs, only_recorded, only_recomputed",
            [](const Row &r) -> std::string_view {
                return !r.recomputedNs ? "only_recorded" : !r.recordedNs ? "only_recomputed" : r.equal ? "equal" : "differs";
            }),
        ifRoom(text("why", "Why", "What differs, or how much rounding was allowed for", &Row::why))};
}

struct Checks {
    RowTable<CheckRow> table;
    std::size_t equal = 0;

    void append(CheckRow row)
    {
        equal += row.equal ? 1 : 0;
        table.append(row);
    }
};

void appendOp(Checks &checks, const OpKey &key, const OpStatistic *ours, const OpStatistic *theirs)
{
    const auto count = [](const OpStatistic *side) -> OrMissing<std::int64_t> {
        if (side == nullptr)
            return Missing{"not there"};
        return side->count;
    };
    const auto sum = [](const OpStatistic *side) { return side != nullptr ? std::optional(side->sumNs) : std::nullopt; };
    CheckRow row{"op_statistic", key.device, key.core.empty() ? key.type : key.type + " (" + key.core + ")", sum(ours),
        sum(theirs), count(ours), count(theirs), "not there", false, {}};
    if (!row.both()) {
        row.why = ours == nullptr ? "no row of the kernel table has this type" : "the file has no such row";
        return checks.append(std::move(row));
    }
    const auto check = [&row](bool good, const char *what) {
        if (!good)
            row.why.append("%1, %2", what);
    };
    check(ours->count == theirs->count, "count");
    check(near(ours->sumNs, theirs->sumNs, kOpSlackNs + std::min(ours->count, theirs->count) / 2), "sum");
    check(near(ours->minNs, theirs->minNs, kOpSlackNs), "min");
    check(near(ours->averageNs, theirs->averageNs, kAverageSlackNs), "average");
    check(near(ours->maxNs, theirs->maxNs, kOpSlackNs), "max");
    check(ours->share - theirs->share <= kShareSlack && theirs->share - ours->share <= kShareSlack, "share");
    row.equal = row.why.empty();
    checks.append(std::move(row));
}

void appendStep(Checks &checks, const StepKey &key, const StepTimes *ours, const StepTimes *theirs)
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
        const auto value = [&figure](const StepTimes *side) {
            return side != nullptr ? std::optional(side->*figure.value) : std::nullopt;
        };
        CheckRow row{"step_trace_time", key.device,
            (key.step.empty() ? std::string("whole capture") : "step " + key.step) + ": " + figure.name, value(ours),
            value(theirs), Missing{"a time"}, Missing{"a time"}, "no such step", false, "the other side has no such step"};
        if (row.both()) {
            row.equal = near(subtractSaturated(*row.recomputedNs, *row.recordedNs), 0, figure.slack);
            row.why = msg("within %1 ns counts as equal", figure.slack);
        }
        checks.append(std::move(row));
    }
}

// A file without a device column is about the only device.
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

template <class Map, class Append> void compareMaps(Checks &checks, const Map &ours, const Map &theirs, Append append)
{
    for (const auto &[key, value] : theirs) {
        const auto own = ours.find(key);
        append(checks, key, own == ours.end() ? nullptr : &own->second, &value);
    }
    for (const auto &[key, value] : ours)
        if (!theirs.contains(key))
            append(checks, key, &value, nullptr);
}

// Compares the files beside the kernel table with figures recomputed from its rows.
Result<ReportTable> consistencyTable(const TableInput &input)
{
    Checks checks{{"consistency", "Recomputed figures against the files beside the trace", consistencyColumns()}};
    ReportTable &table = checks.table;
    const std::string path = ascendKernelTableOf(*input.document);
    if (path.empty()) {
        table.addNote(kNotAscend);
        return std::move(table);
    }
    const Result<AscendFigures> ours = recomputeAscendFigures(path, input.control);
    if (!ours)
        return ours.error();
    const Result<AscendFigures> theirs = readAscendFigures(path, input.control);
    if (!theirs)
        return theirs.error();
    if (theirs->opsFile.empty())
        table.addNote(msg("No op_statistic.csv beside %1.", fileName(path)));
    else
        compareMaps(checks, ours->ops, onDevice(theirs->ops, theirs->opsHaveDevices, ours->ops), appendOp);
    if (theirs->stepsFile.empty())
        table.addNote(msg("No step_trace_time.csv beside %1.", fileName(path)));
    else
        compareMaps(checks, ours->steps, onDevice(theirs->steps, theirs->stepsHaveDevices, ours->steps), appendStep);
    if (table.rowCount() > 0)
        table.addNote(msg("%1 of %2 figures are equal to those recorded.", checks.equal, table.rowCount()));
    noteBadRows(table, *ours);
    if (theirs->badRows > 0)
        table.addNote(msg("%1 rows of the files beside the trace could not be read.", theirs->badRows));
    if (theirs->restUnread)
        table.addNote("A row of a file beside the trace is too large; the rows after it were not read.");
    return std::move(table);
}

} // namespace

extern const TableSpec kOpStatisticTable{
    .name = "op-statistic",
    .help = "Ascend: compute work by type and core, as op_statistic.csv",
    .example = "rank0_ascend_pt",
    .columns = headings<opStatisticColumns>,
    .build = opStatisticTable,
    .needs = TableNeeds::Document,
};

extern const TableSpec kStepTraceTimeTable{
    .name = "step-trace-time",
    .help = "Ascend: computing, communication and free time of each step",
    .example = "rank0_ascend_pt",
    .columns = headings<stepTraceTimeColumns>,
    .build = stepTraceTimeTable,
    .needs = TableNeeds::Document,
};

extern const TableSpec kConsistencyTable{
    .name = "consistency",
    .help = "Ascend: figures of the files beside the kernel table against its rows",
    .example = "rank0_ascend_pt",
    .columns = headings<consistencyColumns>,
    .build = consistencyTable,
    .needs = TableNeeds::Document,
    .cached = false,
};

} // namespace lamella::core
