// SPDX-License-Identifier: GPL-3.0-or-later
// findings: what stands out, with its evidence and an estimate of the gain, in sentences.
#include "core/analysis/program/Findings.h"
#include "core/analysis/program/HloText.h"
#include "core/base/Format.h"
#include "core/model/EventLookup.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

#include <cstdio>

namespace lamella::core {

namespace {

enum Column : std::size_t { kFinding, kTitle, kDevice, kSubject, kTime, kShare, kGain, kEvidence, kAdvice };

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

} // namespace

std::vector<ReportColumn> findingsColumns()
{
    using namespace columns;
    return {text("finding", "Finding", "Stable name"), text("title", "What", "In words"),
        integer("device", "Device", "Device number as recorded"), text("subject", "Operation", "That it is about"),
        duration("time_ns", "Time", "That it is about"), share("share", "Share", "Of the window of the device"),
        duration("gain_ns", "Gain at most", "Estimate of the time it could give back, on that device"),
        text("evidence", "Evidence", "The numbers it rests on, and what the gain assumes"),
        text("advice", "What to do", "Where to look next")};
}

ReportTable findingsTable(const ProgramTableInput &input, const std::vector<GapsBefore> &gaps)
{
    ReportTable table("findings", "Findings", findingsColumns());
    const TraceDocument &document = *input.base.document;
    const DeviceId main = input.base.segmentation->mainDevice;
    const Steps steps = stepsOf(input.model->runs, input.skip);
    const std::vector<OpSum> none;
    const std::vector<OpSum> &sums = input.sums ? *input.sums : none;
    for (const Finding &found :
        findings({document, input.model->ops, input.model->runs, steps, input.model->breakdown, sums, gaps, main})) {
        if (found.event.valid())
            table.appendRow(selectionOfEvent(document, found.event));
        else
            table.appendRow();
        const std::string_view subject = found.subject.valid()
            ? std::string_view(input.model->ops.compiled ? found.kind == FindingKind::HotOperation
                        ? canonicalOpName(document.text(found.subject))
                        : document.text(found.subject)
                                                         : std::string_view((*input.base.names)[found.subject].shortName))
            : std::string_view{};
        const Words words = wordsOf(found, subject);
        table.setText(kFinding, findingId(found.kind));
        table.setText(kTitle, words.title);
        if (found.device.valid())
            table.setInteger(kDevice, input.base.deviceNumber(found.device));
        else
            table.setMissing(kDevice, "over all devices");
        if (subject.empty())
            table.setMissing(kSubject, "of no single operation");
        else
            table.setText(kSubject, subject);
        table.setInteger(kTime, found.timeNs);
        if (found.share)
            table.setReal(kShare, *found.share);
        else
            table.setMissing(kShare, "no share of a window");
        table.setInteger(kGain, found.gainNs);
        table.setText(kEvidence, words.evidence);
        table.setText(kAdvice, words.advice);
    }
    table.addNote("Thresholds: exposed communication 15 %, waiting 20 %, idle 20 %, one operation 8 %, gaps before one operation "
                  "5 % or one of 1 ms, P90 of the steps 1.4 times the median, devices 10 % apart. Gains are upper bounds and do "
                  "not add up.");
    return table;
}

namespace {

// Findings look at the whole trace, and at the operations and gaps of its main device.
Result<ReportTable> allFindings(const TableInput &input)
{
    auto program = ProgramTableInput::of(input);
    if (!program)
        return program.error();
    if (input.document->devices.empty())
        return findingsTable(*program, {});
    ScopeRequest whole;
    whole.pass = "trace";
    const auto scope = resolveScope(*input.document, *input.segmentation, whole);
    if (!scope)
        return scope.error();
    const DeviceId main = input.segmentation->mainDevice;
    if (main.valid()) {
        const auto sums = input.parts->opSums({main}, input.control);
        if (!sums)
            return sums.error();
        program->sums = *sums;
    }
    return findingsTable(*program, gapsBeforeOperations(input.analysis(), *scope, main));
}

} // namespace

namespace {

constexpr std::array<std::string_view, 1> kFindingsOptions{"--skip"};

} // namespace

extern const TableSpec kFindingsTable{
    .name = "findings",
    .help = "what stands out, with evidence and an estimate of the gain",
    .example = "trace.json.gz",
    .columns = findingsColumns,
    .build = allFindings,
    .needs = TableNeeds::Segmentation,
    .allDevices = true,
    .allPasses = true,
    .options = kFindingsOptions,
};

} // namespace lamella::core
