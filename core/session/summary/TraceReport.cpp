// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/TraceReport.h"

#include "core/base/FileName.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/CellText.h"
#include "core/report/MarkdownText.h"
#include "core/report/WrappedText.h"
#include "core/report/page/Page.h"
#include "core/session/JsonText.h"
#include "core/session/summary/LayerSections.h"
#include "core/session/summary/RankSummary.h"

#include <array>
#include <utility>

namespace lamella::core {

namespace {

struct SectionPlan {
    const char *title;
    const char *table;
    const char *by;
    bool limited; // shortened to the first rows
};

constexpr std::array kSections{
    SectionPlan{"Run", "info", "", false},
    SectionPlan{"Step time", "step-classes", "", false},
    SectionPlan{"Programs", "steps", "program", true},
    SectionPlan{"Time by what devices do", "breakdown", "", false},
    SectionPlan{"Regions", "regions", "", true},
    SectionPlan{"Operations", "ops", "", true},
    SectionPlan{"Families of operations", "families", "", true},
    SectionPlan{"Collectives and copies", "collectives", "", true},
    SectionPlan{"Idle time before operations", "gaps", "after", true},
    SectionPlan{"Idle time by region", "gaps", "region", true},
    SectionPlan{"Findings", "findings", "", false},
};

Result<std::shared_ptr<const ReportTable>> tableOf(
    AnalysisSession &session, const SectionPlan &plan, const ReportOptions &options, std::size_t top, const JobControl &control)
{
    TableRequest request = options.request;
    request.table = plan.table;
    request.by = plan.by;
    request.top = plan.limited ? top : 0;
    request.filter.clear();
    request.sort.clear();
    // Gaps of the whole trace, because time between programs is idle time too.
    if (request.table == "gaps" && request.pass == "auto")
        request.pass = "trace";
    return session.table(request, control);
}

// The findings, one sentence each, with the device they are about where the trace has several.
std::vector<Message> sentencesOf(const ReportTable &findings, bool severalDevices)
{
    std::vector<Message> all;
    const std::size_t title = findings.columnIndex("title");
    const std::size_t evidence = findings.columnIndex("evidence");
    const std::size_t gain = findings.columnIndex("gain_ns");
    const std::size_t device = findings.columnIndex("device");
    for (std::size_t r = 0; r < findings.rowCount(); ++r) {
        const Message &what = *findings.message(r, title);
        const Message &why = *findings.message(r, evidence);
        const std::int64_t max = findings.integer(r, gain);
        Message sentence = max > 0 ? msg("%1. %2. Gain at most %3.", what, why, formatDuration(max)) : msg("%1. %2.", what, why);
        const bool named = severalDevices && !findings.isMissing(r, device);
        all.push_back(named ? msg("Device %1: %2", findings.integer(r, device), std::move(sentence)) : std::move(sentence));
    }
    return all;
}

Message savedTime(std::int64_t low, std::int64_t high)
{
    return low >= high ? msg("Saves %1", formatDuration(high))
        : low <= 0     ? msg("Saves at most %1", formatDuration(high))
                       : msg("Saves %1 to %2", formatDuration(low), formatDuration(high));
}

// Not always saved: an allocation that failed lacks them. Where there was room for it, `now`, the bytes that it asked for.
Message bytesOfFinding(std::int64_t low, std::int64_t high, std::int64_t now)
{
    return high <= 0     ? msg("%1 of memory", formatBytes(now))
        : low >= high ? msg("%1 of memory", formatBytes(high))
        : low <= 0     ? msg("At most %1 of memory", formatBytes(high))
                       : msg("%1 to %2 of memory", formatBytes(low), formatBytes(high));
}

Message howCertain(std::string_view certainty)
{
    return certainty == "certain" ? msg("certain") : certainty == "likely" ? msg("likely") : msg("to check");
}

// What could be changed, one sentence for each finding, with what it brings; then all of them together.
std::vector<Message> adviceSentences(const ReportTable &advice)
{
    std::vector<Message> all;
    const auto column = [&advice](std::string_view id) { return advice.columnIndex(id); };
    for (std::size_t r = 0; r < advice.rowCount(); ++r) {
        const bool memory = !advice.isMissing(r, column("gain_high_bytes"));
        const Message gain = memory
            ? bytesOfFinding(advice.integer(r, column("gain_low_bytes")), advice.integer(r, column("gain_high_bytes")),
                advice.integer(r, column("now_bytes")))
            : savedTime(advice.integer(r, column("gain_low_ns")), advice.integer(r, column("gain_high_ns")));
        all.push_back(msg("%1 (%2): %3. %4 (%5). %6", *advice.message(r, column("title")), *advice.message(r, column("where")),
            *advice.message(r, column("evidence")), gain, howCertain(advice.text(r, column("certainty"))),
            *advice.message(r, column("change"))));
    }
    return all;
}

std::string markdown(const TraceReport &report, const Catalogue *catalogue)
{
    std::string out = "# ";
    appendMarkdown(out, report.title.translated(catalogue));
    out += "\n\n";
    if (!report.metadata.empty()) {
        appendMarkdown(out, report.metadata.translated(catalogue));
        out += "\n\n";
    }
    for (const Message &sentence : report.summary) {
        out += "- ";
        appendMarkdown(out, sentence.translated(catalogue));
        out += '\n';
    }
    for (const ReportSection &section : report.sections)
        if (!section.drawn) {
            out += "\n## ";
            appendMarkdown(out, section.title.translated(catalogue));
            out += "\n\n" + writeTable(section.table->inLanguage(catalogue), TableFormat::Markdown);
        }
    return out;
}

std::string html(const TraceReport &report, const Catalogue *catalogue)
{
    Page page{report.title, report.summary, {}};
    if (!report.metadata.empty())
        page.sentences.insert(page.sentences.begin(), report.metadata);
    for (const ReportSection &section : report.sections)
        page.sections.push_back({section.title, section.lead, section.table, section.drawn});
    return writePage(page, catalogue);
}

std::string plain(const TraceReport &report, const Catalogue *catalogue, const TextLayout &layout)
{
    const std::string heading = printable(report.title.translated(catalogue));
    std::string out = heading + "\n" + std::string(displayWidth(heading), '=') + "\n\n";
    if (!report.metadata.empty())
        out += wrappedText(withPlainBlanks(printable(report.metadata.translated(catalogue))), layout.width, 0) + "\n\n";
    for (const Message &sentence : report.summary)
        out += wrappedText("* " + withPlainBlanks(printable(sentence.translated(catalogue))), layout.width, 2) + "\n";
    for (const ReportSection &section : report.sections) {
        if (section.drawn)
            continue;
        const std::string name = printable(section.title.translated(catalogue));
        out += "\n" + name + "\n" + std::string(displayWidth(name), '-') + "\n\n";
        // The table without its own title, which repeats the section's.
        const std::string table = writeTable(section.table->inLanguage(catalogue), TableFormat::Text, layout);
        const std::size_t title = table.find("\n\n");
        out += title == std::string::npos ? table : table.substr(title + 2);
    }
    return out;
}

// What is allocated at the peak, by lifetime; nothing for a trace without memory events.
Result<void> appendMemory(TraceReport &report, AnalysisSession &session, const JobControl &control)
{
    TableRequest request;
    request.table = "memory";
    request.by = "category";
    const auto table = session.table(request, control);
    if (!table)
        return table.error();
    if ((*table)->rowCount() > 0)
        report.sections.push_back({msg("Memory by lifetime"), *table});
    return {};
}

} // namespace

Result<TraceReport> traceReport(AnalysisSession &session, const ReportOptions &options, const JobControl &control)
{
    TraceReport report;
    const std::string &path = session.document().source.path;
    report.title = msg("Profile report: %1", fileNameOf(path));
    const Result<RunMetadata> metadata = runMetadata(path, options.metadata);
    if (!metadata)
        return metadata.error();
    if (!metadata->empty())
        report.metadata = metadataSentence(*metadata);
    FileHash hash(path, control);
    report.sections.push_back({msg("Provenance"), nullptr});
    const auto advice = tableOf(session, {"", "advice", "", false}, options, 0, control);
    if (!advice)
        return advice.error();
    if ((*advice)->rowCount() > 0) {
        report.summary = adviceSentences(**advice);
        report.sections.push_back({msg("Advice"), *advice});
    }
    for (const SectionPlan &plan : kSections) {
        const auto table = tableOf(session, plan, options, options.top, control);
        if (!table)
            return table.error();
        report.sections.push_back({plan.title, *table});
        if (std::string_view(plan.table) == "info")
            if (auto layers = appendLayerSections(report, session, options, control); !layers)
                return layers.error();
        if (std::string_view(plan.table) == "info")
            if (auto memory = appendMemory(report, session, control); !memory)
                return memory.error();
        if (std::string_view(plan.table) == "findings")
            for (Message &sentence : sentencesOf(**table, session.document().devices.size() > 1))
                report.summary.push_back(std::move(sentence));
    }
    auto provenance = provenanceTable(session.document(), *metadata, hash);
    if (!provenance)
        return provenance.error();
    report.sections.front().table = std::make_shared<const ReportTable>(std::move(*provenance));
    return report;
}

Result<std::string> writeReport(
    const TraceReport &report, TableFormat format, const Catalogue *catalogue, const TextLayout &layout)
{
    switch (format) {
    case TableFormat::Markdown:
        return markdown(report, catalogue);
    case TableFormat::Html:
        return html(report, catalogue);
    case TableFormat::Text:
        return plain(report, catalogue, layout);
    case TableFormat::Csv:
    case TableFormat::SpreadsheetCsv:
    case TableFormat::Xlsx:
    case TableFormat::Json:
    case TableFormat::Collapsed:
    case TableFormat::Speedscope:
        break;
    }
    return Error{ErrorCode::BadRequest,
        "a report is written as text, markdown or html; use summary --format json for a file to compare, or export for every "
        "table as CSV",
        {}, -1};
}

Result<std::string> summaryJson(AnalysisSession &session, const ReportOptions &options, const JobControl &control)
{
    constexpr std::array kTables{
        SectionPlan{"", "info", "", false},
        SectionPlan{"", "step-classes", "", false},
        SectionPlan{"", "steps", "", true},
        SectionPlan{"", "breakdown", "", false},
        SectionPlan{"", "regions", "", true},
        SectionPlan{"", "ops", "", true},
        SectionPlan{"", "families", "", true},
        SectionPlan{"", "collectives", "", true},
        SectionPlan{"", "findings", "", false},
        SectionPlan{"", "clusters", "", false},
    };
    FileHash hash(session.document().source.path, control);
    std::string tables;
    for (const SectionPlan &plan : kTables) {
        const auto table = tableOf(session, plan, options, kSummaryRows, control);
        if (!table)
            return table.error();
        tables += (tables.empty() ? "\n" : ",\n") + json::quoted(plan.table) + ":" + writeTable(**table, TableFormat::Json);
    }
    const Result<RunMetadata> metadata = runMetadata(session.document().source.path, options.metadata);
    if (!metadata)
        return metadata.error();
    auto provenance = provenanceTable(session.document(), *metadata, hash);
    if (!provenance)
        return provenance.error();
    std::string out = "{\"schema\":\"lamella.summary.v1\",\n\"provenance\":{\"tool\":\"lamella " LAMELLA_VERSION "\"";
    for (std::size_t r = 0; r < provenance->rowCount(); ++r)
        if (!provenance->isMissing(r, 1))
            out += "," + json::quoted(provenance->text(r, 0)) + ":" + json::quoted(provenance->text(r, 1));
    const auto facts = rankFactsJson(session, control);
    if (!facts)
        return facts.error();
    return out + "},\n\"tables\":{" + tables + "},\n\"rank_facts\":" + *facts + "}\n";
}

} // namespace lamella::core
