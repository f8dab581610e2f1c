// SPDX-License-Identifier: GPL-3.0-or-later
// advice: what could be changed, where, and what it would bring.
#include "core/report/tables/AdviceTable.h"

#include "core/analysis/roles/KernelRoles.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"

#include <array>
#include <map>

namespace lamella::core {

namespace {

constexpr std::string_view kOfSeveral = "of a whole pass";
constexpr std::string_view kAboutMemory = "it is about memory";
constexpr std::string_view kAboutTime = "it is about time";

std::string layersText(const std::vector<int> &layers)
{
    std::string text;
    for (std::size_t i = 0; i < layers.size();) {
        std::size_t end = i + 1;
        while (layers[i] >= 0 && end < layers.size() && layers[end] == layers[end - 1] + 1)
            ++end;
        const std::string first = layers[i] == kHeadLayer ? "head" : layers[i] == kTailLayer ? "tail" : std::to_string(layers[i]);
        if (layers[i] != kNoLayer)
            text += (text.empty() ? "" : ",") + first + (end > i + 1 ? "-" + std::to_string(layers[end - 1]) : "");
        i = end;
    }
    return text;
}

// "214:0,215:4500": the kernels of the example that change, with what each takes at best.
std::string kernelsText(const TableInput *input, const AdviceFinding &finding)
{
    std::string text;
    for (const AdviceChange &change : finding.changes) {
        const std::int64_t start = input ? input->document->kernels.start[change.kernel.value] : 0;
        if (finding.example.begin.value <= start && start < finding.example.end.value)
            text += (text.empty() ? "" : ",") + std::to_string(change.kernel.value) + ':' + std::to_string(change.bestNs);
    }
    return text;
}

// "1200-3400": the gaps of the example, from zero.
std::string gapsText(const TableInput *input, const AdviceFinding &finding)
{
    std::string text;
    for (const TimeRange &gap : finding.gaps)
        if (input && gap.begin < finding.example.end && finding.example.begin < gap.end)
            text += (text.empty() ? "" : ",") + std::to_string(gap.begin.value - input->zero()) + '-'
                + std::to_string(gap.end.value - input->zero());
    return text;
}

Column<AdviceFinding> ofTime(Column<AdviceFinding> column)
{
    return {column.heading, [set = column.set](ReportTable &table, std::size_t c, const AdviceFinding &f) {
                if (f.memory)
                    setCell(table, c, Missing{kAboutMemory});
                else
                    set(table, c, f);
            }};
}

auto ofMemory(std::int64_t AdviceMemory::*member)
{
    return [member](
               const AdviceFinding &f) { return valueIf(f.memory.has_value(), f.memory ? (*f.memory).*member : 0, kAboutTime); };
}

OrMissing<KeptText> bytesAre(const AdviceFinding &finding)
{
    if (finding.memory)
        return KeptText{adviceBytesName(finding.memory->bytes)};
    return Missing{kAboutTime};
}

std::vector<Column<AdviceFinding>> adviceColumns(const TableInput *input)
{
    using namespace columns;
    using Row = AdviceFinding;
    return {text("rule", "Rule", "Stable name of the rule", [](const Row &f) { return f.rule->id; }),
        ofTime(column(columns::pass(), [](const Row &f) { return f.pass; })),
        text("layers", "Layers", "Where it was found",
            [](const Row &f) { return textOr(layersText(f.layers), f.memory ? kAboutMemory : kOfSeveral); }),
        text("where", "Where", "In words, with how many kernels, gaps or calls", [](const Row &f) { return f.where; }),
        ifRoom(text("evidence", "Evidence", "The figures that it rests on", [](const Row &f) { return f.evidence; })),
        ofTime(duration("now_ns", "Now", "Time of these kernels, gaps or of the pass", &Row::nowNs)),
        ofTime(duration("after_ns", "After", "The same at best", &Row::afterNs)),
        ofTime(duration("gain_low_ns", "Gain, low", "Wall of the pass that it saves at worst", &Row::gainLowNs)),
        ofTime(duration("gain_high_ns", "Gain, high",
            "Wall of the pass that it saves at best: no more than a replay of the streams gives", &Row::gainHighNs)),
        onRequest(text("basis", "Basis", "What after and gains assume", [](const Row &f) { return f.basis; })),
        text("certainty", "Certainty", "certain, likely, or check: measured, but its cause is not",
            [](const Row &f) { return certaintyName(f.rule->certainty); }),
        ifRoom(text("change", "What to change", "What would bring it", [](const Row &f) { return Message(f.rule->change); })),
        onRequest(text("source", "Source", "Engines and libraries that have it, or where to look",
            [](const Row &f) { return textOr(f.rule->source, "the rule names none"); })),
        onRequest(text("title", "What", "The rule in words", [](const Row &f) { return Message(f.rule->title); })),
        ofTime(onRequest(time("example_start_ns", "Example, begin", "Begin of one place where it shows",
            [input](const Row &f) { return f.example.begin.value - (input ? input->zero() : 0); }))),
        ofTime(onRequest(time("example_end_ns", "Example, end", "End of that place",
            [input](const Row &f) { return f.example.end.value - (input ? input->zero() : 0); }))),
        onRequest(text("example_kernels", "Kernels there", "Kernels there that change, by index, with what each takes at best",
            [input](const Row &f) { return textOr(kernelsText(input, f), "no kernel changes there"); })),
        onRequest(text("example_gaps", "Gaps there", "Gaps there that would go: begin and end from zero",
            [input](const Row &f) { return textOr(gapsText(input, f), "it is about no gaps"); })),
        onRequest(bytes("now_bytes", "Bytes now", "Of a finding about memory: what is reserved, held or asked for",
            ofMemory(&AdviceMemory::nowBytes))),
        onRequest(bytes("after_bytes", "Bytes after", "The same at best", ofMemory(&AdviceMemory::afterBytes))),
        onRequest(
            bytes("gain_low_bytes", "Bytes, low", "The bytes that it is about, at least", ofMemory(&AdviceMemory::gainLowBytes))),
        onRequest(bytes(
            "gain_high_bytes", "Bytes, high", "The bytes that it is about, at most", ofMemory(&AdviceMemory::gainHighBytes))),
        onRequest(text("bytes_are", "Bytes are",
            "saved; lacking: for an allocation that failed; or moved: to the driver and back", bytesAre))};
}

// Where there are findings about memory, a table in text has their figures too.
std::vector<Column<AdviceFinding>> shownColumns(const TableInput &input, const Advice &found)
{
    std::vector<Column<AdviceFinding>> all = adviceColumns(&input);
    const bool anyMemory =
        std::any_of(found.findings.begin(), found.findings.end(), [](const AdviceFinding &f) { return f.memory.has_value(); });
    for (Column<AdviceFinding> &column : all)
        if (anyMemory && (column.heading.id.ends_with("_bytes") || column.heading.id == "bytes_are"))
            column.heading.use = ColumnUse::IfRoom;
    if (input.scope.severalDevices())
        all.push_back(columns::column(columns::device(), [&input](const AdviceFinding &f) {
            return f.memory ? std::int64_t{f.memory->device} : input.deviceNumber(f.device);
        }));
    return all;
}

struct RuleRow {
    const AdviceRule &rule;
    std::int64_t findings = 0;
    std::int64_t gainHighNs = 0;
    std::int64_t gainHighBytes = 0;
};

std::vector<Column<RuleRow>> ruleColumns()
{
    using namespace columns;
    return {text("rule", "Rule", "Stable name of the rule", [](const RuleRow &r) { return r.rule.id; }),
        text("title", "What", "The rule in words", [](const RuleRow &r) { return Message(r.rule.title); }),
        integer("findings", "Findings", "How many it has", &RuleRow::findings),
        duration("gain_high_ns", "Gain, high", "Of its findings, added up",
            [](const RuleRow &r) { return valueIf(!isAboutMemory(r.rule.kind), r.gainHighNs, kAboutMemory); }),
        text("certainty", "Certainty", "certain, likely, or check: measured, but its cause is not",
            [](const RuleRow &r) { return certaintyName(r.rule.certainty); }),
        ifRoom(text("change", "What to change", "What would bring it", [](const RuleRow &r) { return Message(r.rule.change); })),
        onRequest(text("source", "Source", "Engines and libraries that have it, or where to look",
            [](const RuleRow &r) { return textOr(r.rule.source, "the rule names none"); })),
        onRequest(text("file", "File", "Location of the rule", [](const RuleRow &r) { return r.rule.file; })),
        ifRoom(bytes("gain_high_bytes", "Bytes, high", "Of its findings, added up",
            [](const RuleRow &r) { return valueIf(isAboutMemory(r.rule.kind), r.gainHighBytes, kAboutTime); }))};
}

// Every rule, those with findings first.
ReportTable rulesTable(const AdviceWithRules &advice)
{
    RowTable<RuleRow> table("advice_rules", "Rules of advice", ruleColumns());
    std::vector<RuleRow> rows;
    for (const AdviceRule &rule : advice.rules.rules) {
        RuleRow row{rule};
        for (const AdviceFinding &finding : advice.found.findings) {
            if (finding.rule != &rule)
                continue;
            ++row.findings;
            row.gainHighNs = addSaturated(row.gainHighNs, finding.gainHighNs);
            row.gainHighBytes = addSaturated(row.gainHighBytes, finding.memory ? finding.memory->gainHighBytes : 0);
        }
        rows.push_back(row);
    }
    for (const bool with : {true, false})
        for (const RuleRow &row : rows)
            if ((row.findings > 0) == with)
                table.append(row);
    return table;
}

// A pass with all of its findings together.
struct PassSum {
    AdvicePass pass;
    std::array<std::int64_t, 3> findings{}; // by certainty
};

std::vector<Column<PassSum>> passColumns()
{
    using namespace columns;
    const auto of = [](Certainty certainty) {
        return [certainty](const PassSum &s) { return s.findings[static_cast<std::size_t>(certainty)]; };
    };
    return {column(columns::pass(), [](const PassSum &s) { return s.pass.pass; }),
        duration("wall_ns", "Wall", "Of the pass", [](const PassSum &s) { return s.pass.wallNs; }),
        duration("gain_low_ns", "Gain, low", "Of all findings together at worst, what overlaps counted once",
            [](const PassSum &s) { return s.pass.gainLowNs; }),
        duration("gain_high_ns", "Gain, high", "Of all findings together at best, what overlaps counted once",
            [](const PassSum &s) { return s.pass.gainHighNs; }),
        duration("after_ns", "After", "Wall with all of it, at best",
            [](const PassSum &s) { return subtractSaturated(s.pass.wallNs, s.pass.gainHighNs); }),
        integer("certain", "Certain", "Findings that are certain", of(Certainty::Certain)),
        integer("likely", "Likely", "Findings that are likely", of(Certainty::Likely)),
        integer("check", "To check", "Findings that are measured, but whose cause is not", of(Certainty::Check))};
}

ReportTable passesTable(const TableInput &input, const AdviceWithRules &advice)
{
    std::vector<Column<PassSum>> all = passColumns();
    addDevice(all, &input, [](const PassSum &s) { return s.pass.device; });
    RowTable<PassSum> table("advice_passes", "Advice together, by pass", std::move(all));
    for (const PassRef &ref : input.scope.passes) {
        PassSum sum{{ref.device, ref.pass->number, ref.pass->range.length().value, 0, 0}};
        for (const AdvicePass &pass : advice.found.passes)
            if (pass.device == ref.device && pass.pass == ref.pass->number)
                sum.pass = pass;
        for (const AdviceFinding &finding : advice.found.findings)
            if (finding.device == ref.device && finding.pass == ref.pass->number)
                ++sum.findings[static_cast<std::size_t>(finding.rule->certainty)];
        table.append(sum, PassSelection{ref.device, ref.pass->number});
    }
    return table;
}

void addNotes(ReportTable &table, const TableInput &input, const AdviceWithRules &advice)
{
    noteScope(table, input);
    if (input.scope.passes.empty())
        noteNoPasses(table, input);
    if (const Message together = togetherSentence(advice.found); !together.empty())
        table.addNote(together);
    const std::size_t silent = advice.found.silent.size();
    table.addNote(msg("%1 of %2 rules found nothing; --by rule lists all of them.", silent, advice.rules.rules.size()));
    if (!advice.noMemory.empty())
        table.addNote(msg("Rules about memory were not asked: %1", advice.noMemory));
    for (const Error &fault : advice.rules.faults)
        table.addNote(msg("The rules of %1 are left out: %2", fault.source, fault.detail));
}

Result<ReportTable> adviceTable(const TableInput &input)
{
    const std::string &by = input.request.by;
    if (!by.empty() && by != "finding" && by != "rule" && by != "pass")
        return Error{ErrorCode::BadRequest, msg("advice cannot be listed by %1; use finding, rule or pass", by), {}, -1};
    const auto advice = input.parts->advice(input);
    if (!advice)
        return advice.error();
    if (by == "rule") {
        ReportTable rules = rulesTable(**advice);
        addNotes(rules, input, **advice);
        return rules;
    }
    if (by == "pass") {
        ReportTable passes = passesTable(input, **advice);
        addNotes(passes, input, **advice);
        return passes;
    }
    RowTable<AdviceFinding> table("advice", "Advice", shownColumns(input, (*advice)->found));
    for (const AdviceFinding &finding : (*advice)->found.findings)
        table.append(finding, finding.target);
    addNotes(table, input, **advice);
    return table;
}

constexpr std::array kForms{TableForm{"--by rule", headings<ruleColumns>}, TableForm{"--by pass", headings<passColumns>}};

} // namespace

Result<AdviceWithRules> adviceOf(const TableInput &input, const EventTimes &times)
{
    AdviceWithRules made;
    made.rules = standardAdviceRules();
    const auto memory = input.parts->memory(input);
    if (!memory && memory.error().code == ErrorCode::Cancelled)
        return memory.error();
    if (!memory) // the other rules still hold
        made.noMemory = memory.error().detail;
    else if ((*memory)->empty())
        made.noMemory = "the file records none";
    const auto find = [&](const KernelRoles &roles, const Roofline &roofline, const GapList &gaps) {
        AdviceInput asked{input.analysis(), roles, roofline, gaps, input.scope.passes, made.rules.rules, times};
        asked.memory = made.noMemory.empty() ? memory->get() : nullptr;
        made.found = advice(asked, input.control);
    };
    if (input.scope.passes.empty()) {
        find({}, {}, {});
        return made;
    }
    const auto roles = input.parts->roles(input);
    if (!roles)
        return roles.error();
    const auto roofline = input.parts->roofline(input);
    if (!roofline)
        return roofline.error();
    const auto gaps = input.parts->gaps(input);
    if (!gaps)
        return gaps.error();
    find(**roles, **roofline, **gaps);
    return made;
}

Message togetherSentence(const Advice &advice)
{
    if (advice.passes.empty())
        return {};
    AdvicePass all;
    for (const AdvicePass &pass : advice.passes) {
        all.wallNs = addSaturated(all.wallNs, pass.wallNs);
        all.gainLowNs = addSaturated(all.gainLowNs, pass.gainLowNs);
        all.gainHighNs = addSaturated(all.gainHighNs, pass.gainHighNs);
    }
    return msg("All of it together, what overlaps counted once: %1 to %2 of %3.", formatDuration(all.gainLowNs),
        formatDuration(all.gainHighNs), formatDuration(all.wallNs));
}

extern const TableSpec kAdviceTable{
    .name = "advice",
    .help = "what could be changed, where, and what it would bring",
    .example = "trace.json.gz --pass 3",
    .columns = headings<adviceColumns>,
    .build = adviceTable,
    .streams = false,
    .cached = false, // users' rules may change
    .options = "--by --peaks --tokens --context",
    .by = "finding|rule|pass",
    .forms = kForms,
};

} // namespace lamella::core
