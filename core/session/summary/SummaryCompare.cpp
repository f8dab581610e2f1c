// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/SummaryCompare.h"

#include "core/base/Saturate.h"
#include "core/import/ByteSource.h"
#include "core/profile/JsonValue.h"
#include "core/report/tables/Columns.h"
#include "core/session/JsonText.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace lamella::core {

namespace {

constexpr std::string_view kSchema = "lamella.summary.v1";
constexpr std::size_t kHead = 256;
constexpr double kLargest = 9e18; // of a number of a summary: sums stay finite, and each fits into 64 bits

struct Side {
    std::string file;
    std::string sha256;
    double medianStepNs = 0;
    double p90StepNs = 0;
    std::size_t steps = 0;
    std::map<std::string, double> parts; // ns in the window of the device, by part; first device
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

// "jit_step(123)" -> "jit_step": the number is of one compilation.
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
            if (textOf(row, "class") == "steady") {
                side.medianStepNs = numberOf(row, "median_ns");
                side.p90StepNs = numberOf(row, "p90_ns");
            } else if (textOf(row, "class") == "all") {
                side.steps = static_cast<std::size_t>(std::clamp(numberOf(row, "steps"), 0.0, 1e9));
            }
        }
    }
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

Result<Side> readSide(const std::string &path)
{
    const auto root = json::readFile(path);
    if (!root)
        return root.error();
    const JsonValue *schema = root->find("schema");
    if (!schema || !schema->isString() || schema->text != kSchema)
        return Error{ErrorCode::Syntax,
            "not a summary of version lamella.summary.v1"
                + (schema && schema->isString() ? ", but " + schema->text : std::string())
                + "; write it with summary --format json",
            path, -1};
    Side side;
    side.file = path;
    if (const JsonValue *provenance = root->find("provenance"))
        side.sha256 = textOf(*provenance, "sha256");
    readRows(*root, side);
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

void append(ReportTable &table, const char *kind, const Row &row)
{
    table.appendRow();
    table.setText(0, kind);
    table.setText(1, row.name.empty() ? "(unnamed)" : row.name);
    table.setInteger(2, whole(row.a));
    table.setInteger(3, whole(row.b));
    table.setInteger(4, subtractSaturated(whole(row.b), whole(row.a)));
    if (row.a > 0)
        table.setReal(5, (row.b - row.a) / row.a);
    else
        table.setMissing(5, "A has none of it");
}

void note(ReportTable &table, const Side &a, const Side &b)
{
    if (!a.sha256.empty() && a.sha256 == b.sha256)
        table.addNote("Both summaries are of the same file (equal SHA-256).");
    if (a.sha256.empty() || b.sha256.empty())
        table.addNote("A summary names no SHA-256: whether both are of the same file is not known.");
    table.addNote(a.steps > 0 && b.steps > 0
            ? "Parts, families and operations are per step: of " + std::to_string(a.steps) + " steps in A and "
                + std::to_string(b.steps) + " in B."
            : "A summary has no steps: parts, families and operations are of the whole capture.");
}

// Says what is missing to judge; empty where nothing is. A side without a time would be within any limit.
std::string cannotJudge(const Row &gate, bool perStep)
{
    if (gate.a > 0 && gate.b > 0)
        return {};
    const std::string side = gate.a > 0 ? "B" : gate.b > 0 ? "A" : "A and B";
    return "the gate cannot be judged: no " + std::string(perStep ? "median of steady steps" : "compute time") + " in " + side;
}

} // namespace

bool looksLikeSummary(const std::string &path)
{
    const auto file = openRegularFile(path);
    if (!file)
        return false;
    std::string head(kHead, '\0');
    const std::ptrdiff_t got = readFully(file->handle.fd(), head.data(), head.size());
    head.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return head.find("\"lamella.summary.") != std::string::npos;
}

std::vector<ReportColumn> compareSummariesColumns()
{
    using namespace columns;
    return {text("kind", "Kind", "step, part, family or op"), text("name", "Name", "What is compared"),
        duration("a_ns", "A", "Per step where both have steps"), duration("b_ns", "B", "Per step where both have steps"),
        duration("delta_ns", "B - A", "More is slower"), share("delta_share", "Change", "Of A")};
}

Result<SummaryComparison> compareSummaries(
    const std::string &a, const std::string &b, std::optional<double> failAbove, std::size_t top)
{
    const auto left = readSide(a);
    if (!left)
        return left.error();
    const auto right = readSide(b);
    if (!right)
        return right.error();
    ReportTable table("compare_summaries", "Summaries compared", compareSummariesColumns());
    const bool perStep = left->steps > 0 && right->steps > 0;
    const double stepsA = perStep ? static_cast<double>(left->steps) : 1;
    const double stepsB = perStep ? static_cast<double>(right->steps) : 1;
    Row gate{"median", left->medianStepNs, right->medianStepNs};
    if (perStep) {
        append(table, "step", gate);
        append(table, "step", {"p90", left->p90StepNs, right->p90StepNs});
    } else {
        gate = {"compute", left->parts.count("compute") != 0 ? left->parts.at("compute") : 0,
            right->parts.count("compute") != 0 ? right->parts.at("compute") : 0};
    }
    if (const std::string missing = failAbove ? cannotJudge(gate, perStep) : std::string(); !missing.empty())
        return Error{ErrorCode::BadRequest, missing, gate.a > 0 ? b : a, -1};
    for (const Row &row : paired(left->parts, right->parts, stepsA, stepsB))
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
    result.failed = failAbove && (gate.b - gate.a) / gate.a > *failAbove;
    table.addNote(!failAbove ? "No gate was asked for (--fail-above)."
                             : "Gate: " + std::string(perStep ? "median step" : "compute time")
                + (result.failed ? " is slower than allowed." : " is within what is allowed."));
    table.addProvenance("a", left->file);
    table.addProvenance("b", right->file);
    result.table = std::make_shared<const ReportTable>(std::move(table));
    return result;
}

} // namespace lamella::core
