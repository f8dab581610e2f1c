// SPDX-License-Identifier: GPL-3.0-or-later
// findings: what stands out, with its evidence and an estimate of the gain, in sentences.
#include "core/analysis/program/Findings.h"
#include "core/analysis/program/HloText.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/base/Format.h"
#include "core/model/EventLookup.h"
#include "core/report/tables/TableBuilders.h"

#include <cstdio>

namespace lamella::core {

namespace {

std::string oneDecimal(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    for (char *c = text; *c != '\0'; ++c)
        *c = *c == ',' ? '.' : *c;
    return text;
}

struct Words {
    std::string title;
    std::string evidence;
    std::string advice;
};

std::string ofWindow(const Finding &f)
{
    return formatDuration(f.timeNs) + (f.share ? ", " + formatShare(*f.share) + " of the window of the device" : std::string());
}

Words hotWords(const Finding &f, std::string_view subject)
{
    Words words;
    words.title = "One operation takes much of the time";
    words.evidence =
        std::string(subject) + ": " + std::to_string(f.count) + (f.count == 1 ? " execution, " : " executions, ") + ofWindow(f);
    if (f.value > 0)
        words.evidence += "; runs at " + formatShare(f.value) + " of the peak that bounds it; gain: if it ran at that peak";
    else
        words.evidence += "; no peak to measure it against is recorded; gain: for a tenth less of it";
    words.advice = f.value > 0.7 ? "It is near what the hardware gives: do less of it (fusion, lower precision, smaller shapes)."
                                 : "Look at its tiling, layout and precision; measure it by itself before and after a change.";
    return words;
}

Words wordsOf(const Finding &f, std::string_view subject)
{
    switch (f.kind) {
    case FindingKind::Communication:
        return {"Communication is not hidden", "While nothing computes: " + ofWindow(f) + "; gain: if all of it were hidden",
            "Overlap it with computation, or change what is sharded where; see the table collectives."};
    case FindingKind::Waiting:
        return {"Much time is spent waiting for transfers or other devices",
            "In operations that wait, or with transfers in flight alone: " + ofWindow(f)
                + "; gain: if none of it were waited for",
            "Start transfers earlier, keep the data on the device, or even out the work of the devices."};
    case FindingKind::Idle:
        return {"The device idles", "No operation runs: " + ofWindow(f) + "; gain: if none of it were idle",
            "Look at what the host does before launches; see the gaps by cause and by what follows them."};
    case FindingKind::HotOperation:
        return hotWords(f, subject);
    case FindingKind::GapBefore:
        return {"Idle time stands before one operation",
            "Before " + std::string(subject) + ": " + std::to_string(f.count) + (f.count == 1 ? " gap, " : " gaps, ")
                + ofWindow(f) + "; longest " + formatDuration(f.extraNs) + "; gain: if there were none",
            "Find what it waits for: input, a host callback, or the launch of its program."};
    case FindingKind::StepJitter:
        return {"Steps differ in length",
            std::to_string(f.count) + " steps: median " + formatDuration(f.timeNs) + ", P90 " + formatDuration(f.extraNs)
                + ", ratio " + oneDecimal(f.value) + "; gain: if every step took the median",
            "Compare a slow step with a typical one; look for checkpoints, evaluation and input at a fixed distance."};
    case FindingKind::DeviceSkew:
        return {"Devices compute unequally long",
            "Busiest " + formatDuration(f.timeNs) + ", least busy " + formatDuration(f.extraNs)
                + "; gain: if those two shared the difference",
            "Even out shards, experts or sequence lengths."};
    case FindingKind::None:
        break;
    }
    return {"Nothing stands out", "No part, operation, gap or spread of steps is above its threshold",
        "Look at the first rows of ops; compare with another recording."};
}

struct FindingRow {
    const Finding &found;
    std::string_view subject; // name of the operation; empty = of none
    Words words;
};

std::vector<Column<FindingRow>> findingColumns(const TableInput *input)
{
    using namespace columns;
    using Row = FindingRow;
    return {text("finding", "Finding", "Stable name", [](const Row &r) { return findingId(r.found.kind); }),
        text("title", "What", "In words", [](const Row &r) { return r.words.title; }),
        integer("device", "Device", "Device number as recorded",
            [input](const Row &r) -> OrMissing<std::int64_t> {
                if (!r.found.device.valid())
                    return Missing{"over all devices"};
                return input->deviceNumber(r.found.device);
            }),
        text("subject", "Operation", "That it is about",
            [](const Row &r) { return textOr(std::string(r.subject), "of no single operation"); }),
        duration("time_ns", "Time", "That it is about", [](const Row &r) { return r.found.timeNs; }),
        share("share", "Share", "Of the window of the device",
            [](const Row &r) { return valueOr(r.found.share, "no share of a window"); }),
        duration("gain_ns", "Gain at most", "Estimate of the time it could give back, on that device",
            [](const Row &r) { return r.found.gainNs; }),
        text("evidence", "Evidence", "The numbers it rests on, and what the gain assumes",
            [](const Row &r) { return r.words.evidence; }),
        text("advice", "What to do", "Where to look next", [](const Row &r) { return r.words.advice; })};
}

std::string_view subjectOf(const TableInput &input, const Finding &found)
{
    if (!found.subject.valid())
        return {};
    if (!input.program->ops.compiled)
        return (*input.names)[found.subject].shortName;
    const std::string_view name = input.document->text(found.subject);
    return found.kind == FindingKind::HotOperation ? canonicalOpName(name) : name;
}

// Findings look at the whole trace, and at the operations and gaps of its main device.
Result<std::vector<Finding>> allFindings(const TableInput &input)
{
    const ProgramModel &program = *input.program;
    const TraceDocument &document = *input.document;
    const DeviceId main = input.segmentation->mainDevice;
    const Steps steps = stepsOf(program.runs, input.request.skip);
    std::shared_ptr<const std::vector<OpSum>> sums = std::make_shared<const std::vector<OpSum>>();
    std::vector<GapsBefore> gaps;
    if (!document.devices.empty()) {
        ScopeRequest whole;
        whole.pass = "trace";
        const auto scope = resolveScope(document, *input.segmentation, whole);
        if (!scope)
            return scope.error();
        if (main.valid()) {
            auto found = input.parts->opSums({main}, input);
            if (!found)
                return found.error();
            sums = std::move(*found);
        }
        gaps = gapsBeforeOperations(input.analysis(), *scope, main);
    }
    return findings({document, program.ops, program.runs, steps, program.breakdown, *sums, gaps, main});
}

Result<ReportTable> findingsTable(const TableInput &input)
{
    const auto all = allFindings(input);
    if (!all)
        return all.error();
    RowTable<FindingRow> table("findings", "Findings", findingColumns(&input));
    for (const Finding &found : *all) {
        const std::string_view subject = subjectOf(input, found);
        table.append({found, subject, wordsOf(found, subject)},
            found.event.valid() ? selectionOfEvent(*input.document, found.event) : Selection());
    }
    table.addNote("Thresholds: exposed communication 15 %, waiting 20 %, idle 20 %, one operation 8 %, gaps before one operation "
                  "5 % or one of 1 ms, P90 of the steps 1.4 times the median, devices 10 % apart. Gains are upper bounds and do "
                  "not add up.");
    return table;
}

} // namespace

extern const TableSpec kFindingsTable{
    .name = "findings",
    .help = "what stands out, with evidence and an estimate of the gain",
    .example = "trace.json.gz",
    .columns = headings<findingColumns>,
    .build = findingsTable,
    .needs = TableNeeds::Segmentation,
    .allDevices = true,
    .allPasses = true,
    .program = true,
    .options = "--skip",
};

} // namespace lamella::core
