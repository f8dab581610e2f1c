// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/SummaryCompare.h"

#include "core/analysis/diff/RegressionGate.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/profile/JsonValue.h"
#include "core/report/tables/Columns.h"
#include "core/session/JsonText.h"
#include "core/session/summary/RankSummary.h"
#include "core/system/RegularFile.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::string_view kSchema = "lamella.summary.v1";
constexpr std::size_t kHead = 256;
constexpr double kLargest = 9e18; // larger numbers are clamped: sums stay finite and fit into 64 bits

struct Side {
    std::string file;
    std::string sha256;
    std::map<Measure, double> stepNs; // of the steady steps; only what the summary contains
    std::size_t steps = 0;
    std::size_t steadySteps = 0;
    std::vector<StageWalls> stages; // passes of the device with the longest ones; empty if the summary has none
    std::map<std::string, std::string> facts; // rows of `info` that are known
    std::map<std::string, double> parts; // ns in the window of the device, by part; first device only
    double windowNs = 0;
    std::map<std::string, double> families; // ns over the capture
    std::map<std::string, double> ops;
    [[nodiscard]] double perStep(double ns) const { return steps > 0 ? ns / static_cast<double>(steps) : ns; }
};

const JsonValue *rowsOf(const JsonValue &root, std::string_view table)
{
    const JsonValue *tables = root.find("tables");
    const JsonValue *found = tables ? tables->find(table) : nullptr;
    const JsonValue *rows = found ? found->find("rows") : nullptr;
    return rows && rows->isArray() ? rows : nullptr;
}

double numberOf(const JsonValue &row, std::string_view key)
{
    const JsonValue *value = row.find(key);
    return value && value->isNumber() && std::isfinite(value->number) ? std::clamp(value->number, -kLargest, kLargest) : 0;
}

std::string textOf(const JsonValue &row, std::string_view key)
{
    const JsonValue *value = row.find(key);
    return value && value->isString() ? value->text : std::string();
}

// "jit_step(123)" -> "jit_step": the number changes with each compilation.
std::string withoutFingerprint(std::string name)
{
    const std::size_t open = name.rfind('(');
    if (open != std::string::npos && name.ends_with(')') && name.find_first_not_of("0123456789", open + 1) == name.size() - 1)
        name.resize(open);
    return name;
}

void readRows(const JsonValue &root, Side &side)
{
    if (const JsonValue *rows = rowsOf(root, "step-classes")) {
        for (const JsonValue &row : rows->items) {
            const auto steps = static_cast<std::size_t>(std::clamp(numberOf(row, "steps"), 0.0, 1e9));
            if (textOf(row, "class") == "steady") {
                side.steadySteps = steps;
                for (const Measure measure : kPassMeasures)
                    if (const double ns = numberOf(row, std::string(measureName(measure)) + "_ns"); ns > 0)
                        side.stepNs[measure] = ns;
            } else if (textOf(row, "class") == "all") {
                side.steps = steps;
            }
        }
    }
    if (const JsonValue *rows = rowsOf(root, "info"))
        for (const JsonValue &row : rows->items)
            if (std::string value = textOf(row, "value"); !value.empty())
                side.facts[textOf(row, "key")] = std::move(value);
    if (const JsonValue *rows = rowsOf(root, "breakdown")) {
        std::string first;
        for (const JsonValue &row : rows->items) {
            const std::string device = textOf(row, "device");
            first = first.empty() ? device : first;
            if (device == first)
                side.parts[textOf(row, "part")] += numberOf(row, "time_ns");
        }
    }
    if (const JsonValue *rows = rowsOf(root, "families"))
        for (const JsonValue &row : rows->items)
            side.families[textOf(row, "family")] += numberOf(row, "exclusive_ns");
    if (const JsonValue *rows = rowsOf(root, "ops")) {
        for (const JsonValue &row : rows->items) {
            std::string name = textOf(row, "op");
            for (const std::string &part :
                {textOf(row, "shape"), textOf(row, "scope"), withoutFingerprint(textOf(row, "program"))})
                name += part.empty() ? "" : " · " + part;
            side.ops[name] += numberOf(row, "exclusive_ns");
        }
    }
}

// Passes of the device that spends most time in them.
std::vector<StageWalls> stagesOf(RankSummary summary)
{
    const auto passTime = [](const RankDevice &device) {
        std::int64_t sum = 0;
        for (const Pass &pass : device.segmentation.passes)
            sum = addSaturated(sum, pass.range.length().value);
        return sum;
    };
    const auto longest = std::max_element(summary.devices.begin(), summary.devices.end(),
        [passTime](const RankDevice &x, const RankDevice &y) { return passTime(x) < passTime(y); });
    Segmentation segmentation;
    if (longest != summary.devices.end())
        segmentation.devices.push_back(std::move(longest->segmentation));
    return stageWalls(segmentation, DeviceId(0));
}

Result<Side> readSide(const std::string &path)
{
    const auto root = json::readFile(path);
    if (!root)
        return root.error();
    const JsonValue *schema = root->find("schema");
    if (!schema || !schema->isString() || schema->text != kSchema)
        return Error{ErrorCode::Syntax,
            schema && schema->isString()
                ? msg("not a summary of version lamella.summary.v1, but %1; write it with summary --format json", schema->text)
                : Message("not a summary of version lamella.summary.v1; write it with summary --format json"),
            path, -1};
    Side side;
    side.file = path;
    if (const JsonValue *provenance = root->find("provenance"))
        side.sha256 = textOf(*provenance, "sha256");
    readRows(*root, side);
    if (Result<RankSummary> ranks = readRankSummary(path))
        side.stages = stagesOf(*std::move(ranks));
    return side;
}

struct Row {
    std::string name;
    double a = 0;
    double b = 0;
};

std::vector<Row> paired(
    const std::map<std::string, double> &a, const std::map<std::string, double> &b, double stepsA, double stepsB)
{
    std::map<std::string, Row> rows;
    for (const auto &[name, ns] : a)
        rows[name].a = ns / stepsA;
    for (const auto &[name, ns] : b)
        rows[name].b = ns / stepsB;
    std::vector<Row> all;
    for (auto &[name, row] : rows) {
        row.name = name;
        all.push_back(row);
    }
    std::stable_sort(
        all.begin(), all.end(), [](const Row &x, const Row &y) { return std::abs(x.b - x.a) > std::abs(y.b - y.a); });
    return all;
}

std::int64_t whole(double ns)
{
    return static_cast<std::int64_t>(std::llround(std::clamp(ns, -kLargest, kLargest)));
}

// Verdict of the gate on a row; empty for rows that it ignores.
struct Judgement {
    std::optional<Verdict> verdict;
    std::string gate; // empty = no gate
    Message why;
};

struct CompareRow {
    const char *kind;
    const Row &row;
    Judgement judgement = {};

    [[nodiscard]] bool times() const { return !judgement.verdict || *judgement.verdict <= Verdict::NotJudged; }
};

std::vector<Column<CompareRow>> judgedColumns()
{
    using namespace columns;
    const auto ns = [](auto value) {
        return [value](const CompareRow &r) { return valueIf(r.times(), value(r.row), "nothing to compare"); };
    };
    return {text("kind", "Kind", "job (what one side lacks or has otherwise), pass, step, part, family or op",
                [](const CompareRow &r) { return std::string_view(r.kind); }),
        text("name", "Name", "What is compared",
            [](const CompareRow &r) { return r.row.name.empty() ? "(unnamed)" : r.row.name; }),
        duration("a_ns", "A", "Per step where both have steps", ns([](const Row &r) { return whole(r.a); })),
        duration("b_ns", "B", "Per step where both have steps", ns([](const Row &r) { return whole(r.b); })),
        duration(
            "delta_ns", "B - A", "More is slower", ns([](const Row &r) { return subtractSaturated(whole(r.b), whole(r.a)); })),
        share("delta_share", "Change", "Of A",
            [](const CompareRow &r) -> OrMissing<double> {
                if (r.times() && r.row.a > 0)
                    return (r.row.b - r.row.a) / r.row.a;
                return Missing{r.times() ? "A has none of it" : "nothing to compare"};
            }),
        text("verdict", "Verdict",
            "Of rows that the gate looks at: slower, faster, unchanged, not_judged; only_a, only_b, fewer_passes, incomplete, "
            "other_model, other_device, other_count",
            [](const CompareRow &r) -> OrMissing<std::string_view> {
                if (r.judgement.verdict)
                    return verdictName(*r.judgement.verdict);
                return Missing{"not covered by the gate"};
            }),
        text("gate", "Gate", "fail, pass, or allowed with --allow-missing; empty without --fail-above",
            [](const CompareRow &r) {
                return textOr(std::string(r.judgement.gate), r.judgement.verdict ? "no --fail-above" : "not covered by the gate");
            }),
        text("why", "Why", "Reason of the verdict, if the times do not show it",
            [](const CompareRow &r) { return r.judgement.why; })};
}

void append(RowTable<CompareRow> &table, const char *kind, const Row &row, const Judgement &judgement = {})
{
    table.append({kind, row, judgement});
}

void note(ReportTable &table, const Side &a, const Side &b)
{
    if (!a.sha256.empty() && a.sha256 == b.sha256)
        table.addNote("Both summaries are of the same file (equal SHA-256).");
    if (a.sha256.empty() || b.sha256.empty())
        table.addNote("A summary names no SHA-256: whether both are of the same file is not known.");
    table.addNote(a.steps > 0 && b.steps > 0
            ? msg("Parts, families and operations are per step: of %1 steps in A and %2 in B.", a.steps, b.steps)
            : Message("A summary has no steps: parts, families and operations are of the whole capture."));
}

// Judges the rows that the gate covers.
class Gate {
public:
    Gate(RowTable<CompareRow> &table, const Side &a, const Side &b, const GateRule &rule)
        : m_table(table)
        , m_a(a)
        , m_b(b)
        , m_rule(rule)
    {
    }

    // Why the gate cannot be judged; empty if it can. Without this, sides without a time would pass any limit.
    [[nodiscard]] Message cannotJudge() const
    {
        if (!m_rule.failAbove || m_a.steps > 0 || m_b.steps > 0 || !m_a.stages.empty() || !m_b.stages.empty())
            return {};
        const double a = compute(m_a);
        const double b = compute(m_b);
        const char *const side = a > 0 ? "B" : b > 0 ? "A" : "A and B";
        return a > 0 && b > 0 ? Message() : msg("the gate cannot be judged: no compute time in %1", side);
    }

    void run()
    {
        differs("model", Verdict::OtherModel);
        if (m_a.facts.count("model") == 0 || m_b.facts.count("model") == 0)
            differs("layers", Verdict::OtherModel);
        differs("gpu", Verdict::OtherDevice);
        differs("devices", Verdict::OtherCount);
        if (m_a.stages.empty() || m_b.stages.empty())
            stages();
        else
            passes();
        steps();
        if (m_a.steps == 0 && m_b.steps == 0)
            figure("part", {"compute", compute(m_a), compute(m_b)}, true);
    }

    // Without steps the gate covers this part.
    [[nodiscard]] bool judges(std::string_view part) const { return m_a.steps == 0 && m_b.steps == 0 && part == "compute"; }
    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] const std::string &slower() const { return m_slower; }

private:
    static double compute(const Side &side)
    {
        const auto found = side.parts.find("compute");
        return found == side.parts.end() ? 0 : found->second;
    }

    void missing(const std::string &what, Verdict verdict, Message why)
    {
        const bool fails = m_rule.failAbove && !m_rule.allowMissing;
        m_failed = m_failed || fails;
        append(m_table, "job", {what, 0, 0}, {verdict, fails ? "fail" : m_rule.failAbove ? "allowed" : "", std::move(why)});
    }

    void differs(const char *key, Verdict verdict)
    {
        const auto a = m_a.facts.find(key);
        const auto b = m_b.facts.find(key);
        if (a != m_a.facts.end() && b != m_b.facts.end() && a->second != b->second)
            missing(key, verdict, msg("A: %1; B: %2", a->second, b->second));
    }

    // "prefill + decode": the stages of the passes of a trace.
    static bool hasStage(const Side &side, Stage stage)
    {
        const auto found = side.facts.find("serving_mode");
        return found != side.facts.end() && found->second.find(stageName(stage)) != std::string::npos;
    }
    static bool severalStages(const Side &side)
    {
        int stages = 0;
        for (int s = 1; s <= static_cast<int>(Stage::Optimizer); ++s)
            stages += hasStage(side, static_cast<Stage>(s)) ? 1 : 0;
        return stages > 1 || side.stages.size() > 1;
    }

    // For summaries without passes.
    void stages()
    {
        for (int s = 1; s <= static_cast<int>(Stage::Optimizer); ++s) {
            const auto stage = static_cast<Stage>(s);
            const bool inA = hasStage(m_a, stage);
            if (inA != hasStage(m_b, stage))
                missing(std::string(stageName(stage)), inA ? Verdict::OnlyA : Verdict::OnlyB,
                    inA ? "B has no pass of this stage" : "A has no pass of this stage");
        }
    }

    // As `compare` of the two traces.
    void passes()
    {
        for (const StageComparison &stage : compareStages(m_a.stages, m_b.stages)) {
            const std::string name(stageName(stage.stage));
            if (stage.missing)
                missing(name, *stage.missing, msg("A has %1 passes, B has %2", stage.passesA, stage.passesB));
            for (const Figure &figure : stage.figures) {
                const Row row{name + ' ' + std::string(measureName(figure.measure)), static_cast<double>(figure.aNs()),
                    static_cast<double>(figure.bNs())};
                if (figure.verdict == Verdict::NotJudged)
                    append(m_table, "pass", row, {figure.verdict, {}, "fewer than 4 passes"});
                else
                    judged("pass", row, figure.verdict, m_rule.failAbove && fails(figure, *m_rule.failAbove));
            }
        }
    }

    void steps()
    {
        const Message counts = msg("A has %1 steps, B has %2", m_a.steps, m_b.steps);
        // The steps of a summary are those of one stage, which need not be the same on both sides.
        if (severalStages(m_a) || severalStages(m_b)) {
            if (m_a.stages.empty() || m_b.stages.empty())
                missing("passes", Verdict::Incomplete, "a summary does not hold the passes of its stages: write it again");
            return;
        }
        if ((m_a.steps > 0) != (m_b.steps > 0))
            return missing("steps", m_a.steps > 0 ? Verdict::OnlyA : Verdict::OnlyB, counts);
        if (2 * m_b.steps < m_a.steps)
            missing("steps", Verdict::FewerPasses, counts);
        for (const Measure measure : kPassMeasures) {
            const auto a = m_a.stepNs.find(measure);
            const auto b = m_b.stepNs.find(measure);
            const bool few = measure == Measure::P90 && std::min(m_a.steadySteps, m_b.steadySteps) < kMinPasses;
            if (a != m_a.stepNs.end() && b != m_b.stepNs.end())
                figure("step", {std::string(measureName(measure)), a->second, b->second}, !few);
            else if (m_a.steps > 0)
                missing(std::string(measureName(measure)), a != m_a.stepNs.end() ? Verdict::OnlyA : Verdict::OnlyB,
                    "a summary does not hold this figure of its steps: write it again");
        }
    }

    void figure(const char *kind, const Row &row, bool judge)
    {
        if (!judge)
            return append(m_table, kind, row, {Verdict::NotJudged, {}, "fewer than 4 steps: a P90 is their slowest"});
        const Verdict verdict = row.b > row.a ? Verdict::Slower : row.b < row.a ? Verdict::Faster : Verdict::Unchanged;
        judged(kind, row, verdict, m_rule.failAbove && row.b - row.a > *m_rule.failAbove * row.a);
    }

    void judged(const char *kind, const Row &row, Verdict verdict, bool fails)
    {
        m_failed = m_failed || fails;
        if (fails)
            m_slower += (m_slower.empty() ? "" : ", ") + row.name;
        append(m_table, kind, row, {verdict, fails ? "fail" : m_rule.failAbove ? "pass" : "", {}});
    }

    RowTable<CompareRow> &m_table;
    const Side &m_a;
    const Side &m_b;
    const GateRule &m_rule;
    bool m_failed = false;
    std::string m_slower; // names of the figures that fail
};

void noteGate(ReportTable &table, const Gate &gate, const GateRule &rule)
{
    if (!rule.failAbove)
        return table.addNote("No gate was asked for (--fail-above).");
    table.addNote("A summary does not hold the scatter of its steps: they are judged by the limit alone, without a noise.");
    if (!gate.failed())
        table.addNote("Gate: passed.");
    else if (gate.slower().empty())
        table.addNote("Gate: failed; one side lacks what the other has.");
    else
        table.addNote(msg("Gate: failed; slower than allowed: %1.", gate.slower()));
}

} // namespace

bool looksLikeSummary(const std::string &path)
{
    const std::string head = firstBytes(path, kHead);
    return head.find("\"lamella.summary.") != std::string::npos;
}

Result<SummaryComparison> compareSummaries(const std::string &a, const std::string &b, const GateRule &rule, std::size_t top)
{
    const auto left = readSide(a);
    if (!left)
        return left.error();
    const auto right = readSide(b);
    if (!right)
        return right.error();
    RowTable<CompareRow> table("compare_summaries", "Summaries compared", judgedColumns());
    Gate gate(table, *left, *right, rule);
    if (const Message missing = gate.cannotJudge(); !missing.empty())
        return Error{ErrorCode::NotATrace, missing, left->parts.count("compute") != 0 ? b : a, -1};
    gate.run();
    const bool perStep = left->steps > 0 && right->steps > 0;
    const double stepsA = perStep ? static_cast<double>(left->steps) : 1;
    const double stepsB = perStep ? static_cast<double>(right->steps) : 1;
    for (const Row &row : paired(left->parts, right->parts, stepsA, stepsB))
        if (!gate.judges(row.name))
            append(table, "part", row);
    for (const Row &row : paired(left->families, right->families, stepsA, stepsB))
        append(table, "family", row);
    std::size_t shown = 0;
    for (const Row &row : paired(left->ops, right->ops, stepsA, stepsB)) {
        if (top > 0 && shown++ == top)
            break;
        if (whole(row.a) != whole(row.b))
            append(table, "op", row);
    }
    note(table, *left, *right);
    SummaryComparison result;
    result.failed = gate.failed();
    noteGate(table, gate, rule);
    table.addProvenance("a", left->file);
    table.addProvenance("b", right->file);
    result.table = std::make_shared<const ReportTable>(std::move(table));
    return result;
}

} // namespace lamella::core
