// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/CompareTable.h"

#include "core/base/Message.h"
#include "core/report/tables/Columns.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr const char *kNoTimes = "nothing to compare";
constexpr const char *kFew = "fewer than 4 passes";

// Subject of a row about presence rather than times.
std::string_view subjectOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::OtherModel:
        return "model";
    case Verdict::OtherDevice:
        return "device";
    case Verdict::OtherCount:
        return "count";
    case Verdict::OnlyA:
    case Verdict::OnlyB:
    case Verdict::NoCommonStage:
        return "stage";
    default:
        return "passes";
    }
}

Message whyOf(Verdict verdict, std::size_t passesA, std::size_t passesB)
{
    const std::string a = std::to_string(passesA);
    const std::string b = std::to_string(passesB);
    switch (verdict) {
    case Verdict::OnlyA:
        return msg("passes of this stage: A has %1, B has none", a);
    case Verdict::OnlyB:
        return msg("passes of this stage: A has none, B has %1", b);
    case Verdict::FewerPasses:
        return msg("passes of this stage: A has %1, B has %2, less than half", a, b);
    case Verdict::Incomplete:
        return "complete passes on one side, only partial ones on the other";
    case Verdict::NoCommonStage:
        return "no stage has passes in both traces that can be compared";
    default:
        return {};
    }
}

bool noCommonStage(const DeviceComparison &device)
{
    return std::none_of(device.stages.begin(), device.stages.end(), [](const StageComparison &s) { return !s.figures.empty(); })
        && !device.stages.empty();
}

// Whether the call is true of a figure of the device.
template <class Call> bool anyFigure(const DeviceComparison &device, Call &&call)
{
    return (device.whole && call(*device.whole))
        || std::any_of(device.stages.begin(), device.stages.end(),
            [&call](const StageComparison &stage) { return std::any_of(stage.figures.begin(), stage.figures.end(), call); });
}

struct CompareRow {
    std::string_view stage;
    const GateRule &rule;
    const DeviceComparison *device; // null: about the job
    const StageComparison *of; // null: all its GPU work
    const Figure *figure = nullptr; // null: about presence, not times
    Verdict verdict = Verdict::NotJudged;
    Message why = {}; // for rows without a figure

    [[nodiscard]] bool judged() const { return figure && figure->verdict != Verdict::NotJudged; }
    [[nodiscard]] std::optional<std::size_t> passes(WallSample Figure::*side, std::size_t StageComparison::*of) const;
};

std::optional<std::size_t> CompareRow::passes(WallSample Figure::*side, std::size_t StageComparison::*ofStage) const
{
    if (figure)
        return (figure->*side).passes;
    return of ? std::optional(of->*ofStage) : std::nullopt;
}

OrMissing<std::string_view> gateText(const CompareRow &r)
{
    if (!r.rule.failAbove)
        return Missing{"no --fail-above"};
    if (!r.figure)
        return r.rule.allowMissing ? "allowed" : "fail";
    if (!r.judged())
        return Missing{kFew};
    return fails(*r.figure, *r.rule.failAbove) ? "fail" : "pass";
}

OrMissing<Message> whyText(const CompareRow &r)
{
    if (!r.figure)
        return r.why;
    if (r.figure->measure == Measure::Median)
        return Missing{};
    Message why;
    if (r.figure->a.outliers + r.figure->b.outliers > 0)
        why = msg("passes of more than 1.5 times the median: A has %1, B has %2", r.figure->a.outliers, r.figure->b.outliers);
    // A summary from elsewhere may list more walls than passes.
    const auto leftOut = [](std::size_t passes, std::size_t used) { return passes - std::min(passes, used); };
    const std::size_t coldA = r.of ? leftOut(r.of->passesA, r.figure->a.passes) : 0;
    const std::size_t coldB = r.of ? leftOut(r.of->passesB, r.figure->b.passes) : 0;
    if (coldA > 0 || coldB > 0)
        why.append("%1; %2", msg("cold and warm-up passes left out: A %1, B %2", coldA, coldB));
    return why.empty() ? OrMissing<Message>(Missing{}) : why;
}

std::vector<Column<CompareRow>> figureColumns()
{
    using namespace columns;
    using Row = CompareRow;
    // Getter of a figure's value; `value` itself returns Missing where it has none.
    const auto ofFigure = [](auto value) {
        return [value](const Row &r) -> decltype(value(r)) {
            if (!r.figure)
                return Missing{kNoTimes};
            return value(r);
        };
    };
    const auto ns = [ofFigure](auto get) {
        return ofFigure([get](const Row &r) -> OrMissing<std::int64_t> { return std::invoke(get, *r.figure); });
    };
    const auto spread = [ofFigure](WallSample Figure::*side) {
        return ofFigure([side](const Row &r) { return valueOr((r.figure->*side).spreadNs, kFew); });
    };
    const auto noise = [](const Row &r) { return valueIf(r.judged(), r.figure->noiseNs, kFew); };
    const auto noiseShare = [](const Row &r) -> OrMissing<double> {
        if (!r.judged())
            return Missing{kFew};
        return ratio(r.figure->noiseNs, r.figure->aNs(), "no time to compare with");
    };
    return {duration("a_ns", "A", "The measure of A's passes", ns(&Figure::aNs)),
        duration("b_ns", "B", "The measure of B's passes", ns(&Figure::bNs)),
        duration("delta_ns", "Δ = B − A", "B minus A: above zero where B is slower", ns(&Figure::deltaNs)),
        share("delta_share", "Δ / A", "Of A's figure",
            ofFigure([](const Row &r) { return ratio(r.figure->deltaNs(), r.figure->aNs(), "no time to compare with"); })),
        ifRoom(duration("spread_a_ns", "Spread A",
            "Standard deviation of one pass: 1.4826 times the median absolute deviation, trend taken out", spread(&Figure::a))),
        ifRoom(duration("spread_b_ns", "Spread B", "The same of B", spread(&Figure::b))),
        duration("noise_ns", "Noise",
            "Differences up to here may be chance: three standard errors of the two figures, at least 1 % of A; "
            "2 % of A where a side has fewer than 4 passes",
            ofFigure(noise)),
        ifRoom(share("noise_share", "Noise / A", "Of A's figure", ofFigure(noiseShare)))};
}

std::vector<Column<CompareRow>> rowColumns()
{
    using namespace columns;
    using Row = CompareRow;
    const auto passes = [](WallSample Figure::*side, std::size_t StageComparison::*ofStage) {
        return [side, ofStage](const Row &r) { return valueOr(r.passes(side, ofStage), "about the whole trace"); };
    };
    const auto representative = [](int StageComparison::*pass) {
        return [pass](const Row &r) {
            return valueIf(r.of && r.of->*pass != kNoPass, r.of ? r.of->*pass : kNoPass, "no such passes");
        };
    };
    const auto device = [](std::int64_t DeviceComparison::*number) {
        return [number](const Row &r) {
            return valueIf(r.device != nullptr, r.device ? r.device->*number : 0, "about the job as a whole");
        };
    };
    std::vector<Column<Row>> all{
        text("stage", "Stage", "Stage of the passes compared; trace = all GPU work, or the job as a whole", &Row::stage),
        text("measure", "Measure",
            "median, mean and p90 of the walls of passes; busy = time of all GPU work; stage, passes, model, device, count = "
            "what "
            "one side lacks or has otherwise",
            [](const Row &r) { return r.figure ? measureName(r.figure->measure) : subjectOf(r.verdict); }),
        integer("device_a", "Device A", "Of A, as recorded", device(&DeviceComparison::a)),
        ifRoom(integer("device_b", "Device B", "Of B that it is compared with", device(&DeviceComparison::b))),
        ifRoom(integer("passes_a", "Passes A",
            "Passes of A that count: for a median the steady ones, for mean and P90 all complete ones except cold and warm-up",
            passes(&Figure::a, &StageComparison::passesA))),
        ifRoom(integer("passes_b", "Passes B", "The same of B", passes(&Figure::b, &StageComparison::passesB)))};
    for (Column<Row> &column : figureColumns())
        all.push_back(std::move(column));
    all.push_back(text("verdict", "Verdict",
        "slower, faster, unchanged (within the noise), not_judged; only_a, only_b, fewer_passes, incomplete, "
        "no_common_stage, "
        "other_model, other_device, other_count",
        [](const Row &r) { return verdictName(r.figure ? r.figure->verdict : r.verdict); }));
    all.push_back(ifRoom(text("gate", "Gate",
        "fail: slower by more than the noise and by more than --fail-above, or a verdict from only_a on; allowed: such a "
        "verdict with --allow-missing; pass; empty without --fail-above",
        gateText)));
    all.push_back(ifRoom(integer("pass_a", "Pass A", "Pass of A nearest to the median: the one that auto selects",
        representative(&StageComparison::representativeA))));
    all.push_back(ifRoom(integer("pass_b", "Pass B", "The same of B", representative(&StageComparison::representativeB))));
    all.push_back(ifRoom(text("why", "Why", "Reason of the verdict, if the times do not show it", whyText)));
    return all;
}

} // namespace

std::vector<ReportColumn> compareColumns()
{
    return headings<rowColumns>();
}

ReportTable compareTable(const Comparison &comparison, const GateRule &rule)
{
    RowTable<CompareRow> table("compare", "Is B slower than A?", rowColumns());
    for (const JobDifference &difference : comparison.job)
        table.append(
            {"trace", rule, nullptr, nullptr, nullptr, difference.verdict, msg("A: %1; B: %2", difference.a, difference.b)});
    for (const DeviceComparison &device : comparison.devices) {
        const auto missing = [&](std::string_view stage, Verdict verdict, const Message &why,
                                 const StageComparison *of = nullptr) {
            table.append({stage, rule, &device, of, nullptr, verdict, why});
        };
        if (noCommonStage(device))
            missing("trace", Verdict::NoCommonStage, whyOf(Verdict::NoCommonStage, 0, 0));
        for (const StageComparison &stage : device.stages) {
            const std::string_view name = stageName(stage.stage);
            if (stage.missing)
                missing(name, *stage.missing, whyOf(*stage.missing, stage.passesA, stage.passesB), &stage);
            for (const Figure &figure : stage.figures)
                table.append({name, rule, &device, &stage, &figure});
        }
        if (device.whole)
            table.append({"trace", rule, &device, nullptr, &*device.whole});
    }
    return table;
}

bool isSlower(const DeviceComparison &device)
{
    return anyFigure(device, [](const Figure &figure) { return figure.verdict == Verdict::Slower; });
}

bool gateFails(const Comparison &comparison, const GateRule &rule)
{
    if (!rule.failAbove)
        return false;
    bool missing = !comparison.job.empty();
    bool slower = false;
    for (const DeviceComparison &device : comparison.devices) {
        missing = missing || noCommonStage(device)
            || std::any_of(
                device.stages.begin(), device.stages.end(), [](const StageComparison &s) { return s.missing.has_value(); });
        slower = slower || anyFigure(device, [&rule](const Figure &figure) { return fails(figure, *rule.failAbove); });
    }
    return slower || (missing && !rule.allowMissing);
}

} // namespace lamella::core
