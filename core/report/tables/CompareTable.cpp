// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/CompareTable.h"

#include "core/report/tables/Columns.h"

#include <algorithm>

namespace lamella::core {

namespace {

enum Column : std::size_t {
    kStage,
    kMeasure,
    kPassesA,
    kPassesB,
    kA,
    kB,
    kDelta,
    kDeltaShare,
    kSpreadA,
    kSpreadB,
    kNoise,
    kNoiseShare,
    kVerdict,
    kGate,
    kPassA,
    kPassB,
    kWhy
};

constexpr const char *kNoTimes = "nothing to compare";
constexpr const char *kFew = "fewer than 4 passes";

// Of a row about what is there, not about times.
const char *subjectOf(Verdict verdict)
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

std::string whyOf(Verdict verdict, std::size_t passesA, std::size_t passesB)
{
    const std::string a = std::to_string(passesA);
    const std::string b = std::to_string(passesB);
    switch (verdict) {
    case Verdict::OnlyA:
        return "passes of this stage: A has " + a + ", B has none";
    case Verdict::OnlyB:
        return "passes of this stage: A has none, B has " + b;
    case Verdict::FewerPasses:
        return "passes of this stage: A has " + a + ", B has " + b + ", less than half";
    case Verdict::Incomplete:
        return "complete passes on one side, partial ones alone on the other";
    case Verdict::NoCommonStage:
        return "no stage has passes in both traces that can be compared";
    default:
        return {};
    }
}

bool noCommonStage(const Comparison &comparison)
{
    return std::none_of(comparison.stages.begin(), comparison.stages.end(), [](const StageComparison &s) {
        return !s.figures.empty();
    }) && !comparison.stages.empty();
}

class Rows {
public:
    Rows(ReportTable &table, const GateRule &rule)
        : m_table(table)
        , m_rule(rule)
    {
    }

    void addMissing(std::string_view stage, Verdict verdict, std::string why, const StageComparison *of)
    {
        begin(stage, subjectOf(verdict), of);
        for (std::size_t column = kA; column <= kNoiseShare; ++column)
            m_table.setMissing(column, kNoTimes);
        if (of != nullptr) {
            m_table.setInteger(kPassesA, static_cast<std::int64_t>(of->passesA));
            m_table.setInteger(kPassesB, static_cast<std::int64_t>(of->passesB));
        } else {
            m_table.setMissing(kPassesA, "about the whole trace");
            m_table.setMissing(kPassesB, "about the whole trace");
        }
        m_table.setTextView(kVerdict, verdictName(verdict));
        if (m_rule.failAbove)
            m_table.setText(kGate, m_rule.allowMissing ? "allowed" : "fail");
        else
            m_table.setMissing(kGate, "no --fail-above");
        m_table.setText(kWhy, std::move(why));
    }

    void addFigure(std::string_view stage, const Figure &figure, const StageComparison *of)
    {
        begin(stage, measureName(figure.measure), of);
        m_table.setInteger(kPassesA, static_cast<std::int64_t>(figure.a.passes));
        m_table.setInteger(kPassesB, static_cast<std::int64_t>(figure.b.passes));
        m_table.setInteger(kA, figure.aNs());
        m_table.setInteger(kB, figure.bNs());
        m_table.setInteger(kDelta, figure.deltaNs());
        share(kDeltaShare, figure, figure.deltaNs());
        orFew(kSpreadA, figure.a.spreadNs);
        orFew(kSpreadB, figure.b.spreadNs);
        const bool judged = figure.verdict != Verdict::NotJudged;
        orFew(kNoise, judged ? std::optional(figure.noiseNs) : std::nullopt);
        if (judged)
            share(kNoiseShare, figure, figure.noiseNs);
        else
            m_table.setMissing(kNoiseShare, kFew);
        m_table.setTextView(kVerdict, verdictName(figure.verdict));
        if (!m_rule.failAbove)
            m_table.setMissing(kGate, "no --fail-above");
        else if (judged)
            m_table.setText(kGate, fails(figure, *m_rule.failAbove) ? "fail" : "pass");
        else
            m_table.setMissing(kGate, kFew);
        if (const std::size_t slow = figure.a.outliers + figure.b.outliers; slow > 0 && figure.measure != Measure::Median)
            m_table.setText(kWhy,
                "passes of more than 1.5 times the median: A has " + std::to_string(figure.a.outliers) + ", B has "
                    + std::to_string(figure.b.outliers));
    }

private:
    void begin(std::string_view stage, std::string_view measure, const StageComparison *of)
    {
        m_table.appendRow();
        m_table.setText(kStage, stage);
        m_table.setText(kMeasure, measure);
        representative(kPassA, of != nullptr ? of->representativeA : kNoPass);
        representative(kPassB, of != nullptr ? of->representativeB : kNoPass);
    }
    void representative(std::size_t column, int pass)
    {
        if (pass != kNoPass)
            m_table.setInteger(column, pass);
        else
            m_table.setMissing(column, "no such passes");
    }
    void share(std::size_t column, const Figure &figure, std::int64_t ns)
    {
        if (figure.aNs() > 0)
            m_table.setReal(column, static_cast<double>(ns) / static_cast<double>(figure.aNs()));
        else
            m_table.setMissing(column, "no time to compare with");
    }
    void orFew(std::size_t column, std::optional<std::int64_t> ns)
    {
        if (ns)
            m_table.setInteger(column, *ns);
        else
            m_table.setMissing(column, kFew);
    }

    ReportTable &m_table;
    const GateRule &m_rule;
};

} // namespace

std::vector<ReportColumn> compareColumns()
{
    using namespace columns;
    return {text("stage", "Stage", "Stage of the passes compared; trace = all GPU work, or the job as a whole"),
        text("measure", "Measure",
            "median, mean and p90 of the walls of passes; busy = time of all GPU work; stage, passes, model, device, count = "
            "what "
            "one side lacks or has otherwise"),
        integer("passes_a", "Passes A",
            "Passes of A that count: of a median the steady ones, of mean and P90 all complete ones but cold and warm-up"),
        integer("passes_b", "Passes B", "The same of B"), duration("a_ns", "A", "The measure of A's passes"),
        duration("b_ns", "B", "The measure of B's passes"),
        duration("delta_ns", "Δ = B − A", "B minus A: above zero where B is slower"),
        share("delta_share", "Δ / A", "Of A's figure"),
        duration("spread_a_ns", "Spread A",
            "Standard deviation of one pass: 1.4826 times the median absolute deviation, trend taken out"),
        duration("spread_b_ns", "Spread B", "The same of B"),
        duration("noise_ns", "Noise",
            "Differences up to here may be chance: three standard errors of the two figures, at least 1 % of A; "
            "2 % of A where a side has fewer than 4 passes"),
        share("noise_share", "Noise / A", "Of A's figure"),
        text("verdict", "Verdict",
            "slower, faster, unchanged (within the noise), not_judged; only_a, only_b, fewer_passes, incomplete, "
            "no_common_stage, "
            "other_model, other_device, other_count"),
        text("gate", "Gate",
            "fail: slower by more than the noise and by more than --fail-above, or a verdict from only_a on; allowed: such a "
            "verdict with --allow-missing; pass; empty without --fail-above"),
        integer("pass_a", "Pass A", "Pass of A that is nearest to the median: what auto takes"),
        integer("pass_b", "Pass B", "The same of B"),
        text("why", "Why", "What the verdict rests on, where the times do not say it")};
}

ReportTable compareTable(const Comparison &comparison, const GateRule &rule)
{
    ReportTable table("compare", "Is B slower than A?", compareColumns());
    Rows rows(table, rule);
    for (const JobDifference &difference : comparison.job)
        rows.addMissing("trace", difference.verdict, "A: " + difference.a + "; B: " + difference.b, nullptr);
    if (noCommonStage(comparison))
        rows.addMissing("trace", Verdict::NoCommonStage, whyOf(Verdict::NoCommonStage, 0, 0), nullptr);
    for (const StageComparison &stage : comparison.stages) {
        const std::string_view name = stageName(stage.stage);
        if (stage.missing)
            rows.addMissing(name, *stage.missing, whyOf(*stage.missing, stage.passesA, stage.passesB), &stage);
        for (const Figure &figure : stage.figures)
            rows.addFigure(name, figure, &stage);
    }
    if (comparison.whole)
        rows.addFigure("trace", *comparison.whole, nullptr);
    return table;
}

bool gateFails(const Comparison &comparison, const GateRule &rule)
{
    if (!rule.failAbove)
        return false;
    bool missing = !comparison.job.empty() || noCommonStage(comparison);
    bool slower = comparison.whole && fails(*comparison.whole, *rule.failAbove);
    for (const StageComparison &stage : comparison.stages) {
        missing = missing || stage.missing.has_value();
        for (const Figure &figure : stage.figures)
            slower = slower || fails(figure, *rule.failAbove);
    }
    return slower || (missing && !rule.allowMissing);
}

} // namespace lamella::core
