// SPDX-License-Identifier: GPL-3.0-or-later
// findings: notable facts with evidence and estimated gain, in sentences.
#include "core/analysis/program/Findings.h"
#include "core/analysis/program/HloText.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/roofline/ShapeRoute.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/model/EventLookup.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <unordered_map>

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
    Message title;
    Message evidence;
    Message advice;
};

Message ofWindow(const Finding &f)
{
    const std::string time = formatDuration(f.timeNs);
    return f.share ? msg("%1, %2 of the window of the device", time, formatShare(*f.share)) : Message::name(time);
}

Message hotEvidence(const Finding &f, std::string_view subject)
{
    const bool once = f.count == 1;
    if (f.value <= 0)
        return msg(once ? "%1: %2 execution, %3; its FLOPs and bytes or the peaks of the device are not known; gain: for a tenth "
                          "less of it"
                        : "%1: %2 executions, %3; its FLOPs and bytes or the peaks of the device are not known; gain: for a "
                          "tenth less of it",
            subject, f.count, ofWindow(f));
    if (isAboveLimit(f.value, 1))
        return msg(once ? "%1: %2 execution, %3; by its FLOPs and bytes it needs %4 at the peaks of the device, which is longer "
                          "and cannot be; gain: for a tenth less of it"
                        : "%1: %2 executions, %3; by their FLOPs and bytes they need %4 at the peaks of the device, which is "
                          "longer and cannot be; gain: for a tenth less of them",
            subject, f.count, ofWindow(f),
            formatDuration(static_cast<std::int64_t>(std::min(f.value * static_cast<double>(f.timeNs), 9e18))));
    if (f.known < 1)
        return msg(
            "%1: %2 executions, %3; FLOPs and bytes are known for %4 of that time, which runs at %5 of the peak that bounds "
            "it; gain: if that part ran at that peak",
            subject, f.count, ofWindow(f), formatShare(f.known), formatShare(f.value));
    return msg(once ? "%1: %2 execution, %3; runs at %4 of the peak that bounds it; gain: if it ran at that peak"
                    : "%1: %2 executions, %3; runs at %4 of the peak that bounds it; gain: if it ran at that peak",
        subject, f.count, ofWindow(f), formatShare(f.value));
}

Words hotWords(const Finding &f, std::string_view subject)
{
    const bool near = f.value > 0.7 && !isAboveLimit(f.value, 1);
    Message evidence = hotEvidence(f, subject);
    if (f.borrowed)
        evidence.append("%1; %2", msg("some of its FLOPs and bytes are taken %1", Message(kAsSameKernel)));
    return {"One operation takes much of the time", std::move(evidence),
        near ? "It is near what the hardware gives: do less of it (fusion, lower precision, smaller shapes)."
             : "Look at its tiling, layout and precision; measure it by itself before and after a change."};
}

Words wordsOf(const Finding &f, std::string_view subject)
{
    switch (f.kind) {
    case FindingKind::Communication:
        return {"Communication is not hidden",
            f.gainNs < f.timeNs ? msg("While nothing computes: %1; gain: if as much of it were hidden as there is compute without it, %2",
                ofWindow(f), formatDuration(f.gainNs))
                                : msg("While nothing computes: %1; gain: if all of it were hidden", ofWindow(f)),
            "Overlap it with computation, or change what is sharded where; see the table collectives."};
    case FindingKind::Waiting:
        return {"Much time is spent waiting for transfers or other devices",
            msg("In operations that wait, or with transfers in flight alone: %1; gain: if none of it were waited for",
                ofWindow(f)),
            "Start transfers earlier, keep the data on the device, or even out the work of the devices."};
    case FindingKind::Idle:
        return {"The device idles", msg("No operation runs: %1; gain: if none of it were idle", ofWindow(f)),
            "Look at what the host does before launches; see the gaps by cause and by what follows them."};
    case FindingKind::HotOperation:
        return hotWords(f, subject);
    case FindingKind::GapBefore:
        return {"Long gaps before one operation",
            msg(f.count == 1 ? "Before %1: %2 gap, %3; longest %4; gain: if there were none"
                             : "Before %1: %2 gaps, %3; longest %4; gain: if there were none",
                subject, f.count, ofWindow(f), formatDuration(f.extraNs)),
            "Find what it waits for: input, a host callback, or the launch of its program."};
    case FindingKind::StepJitter:
        return {"Steps differ in length",
            msg("%1 steps: median %2, P90 %3, ratio %4; gain: if every step took the median", f.count, formatDuration(f.timeNs),
                formatDuration(f.extraNs), oneDecimal(f.value)),
            "Compare a slow step with a typical one; look for checkpoints, evaluation and input at a fixed distance."};
    case FindingKind::DeviceSkew:
        return {"Devices compute unequally long",
            msg("Busiest %1, least busy %2; gain: if those two shared the difference", formatDuration(f.timeNs),
                formatDuration(f.extraNs)),
            "Even out shards, experts or sequence lengths."};
    case FindingKind::None:
        break;
    }
    return {"Nothing stands out", "No part, operation, gap or spread of steps is above its threshold",
        "Look at the first rows of ops; compare with another recording."};
}

constexpr const char *kNoFinding = "nothing stands out";

struct FindingRow {
    const Finding &found;
    std::string_view subject; // name of the operation; empty = none
    Words words;
};

std::vector<Column<FindingRow>> findingColumns(const TableInput *input)
{
    using namespace columns;
    using Row = FindingRow;
    return {onRequest(text("finding", "Finding", "Stable name", [](const Row &r) { return findingId(r.found.kind); })),
        text("title", "What", "In words", [](const Row &r) { return r.words.title; }),
        integer("device", "Device", "Device number as recorded",
            [input](const Row &r) -> OrMissing<std::int64_t> {
                if (!r.found.device.valid())
                    return Missing{"over all devices"};
                return input->deviceNumber(r.found.device);
            }),
        text("subject", "Operation", "That it is about",
            [](const Row &r) { return textOr(std::string(r.subject), "of no single operation"); }),
        duration("time_ns", "Time", "That it is about",
            [](const Row &r) { return valueIf(r.found.kind != FindingKind::None, r.found.timeNs, kNoFinding); }),
        share("share", "Share", "Of the window of the device, without idle time at the edges of the capture",
            [](const Row &r) { return valueOr(r.found.share, "no share of a window"); }),
        duration("gain_ns", "Gain at most", "Estimate of the time it could give back, on that device",
            [](const Row &r) { return valueIf(r.found.kind != FindingKind::None, r.found.gainNs, kNoFinding); }),
        ifRoom(text("evidence", "Evidence", "The figures that it is based on, and what the gain assumes",
            [](const Row &r) { return r.words.evidence; })),
        ifRoom(text("advice", "What to do", "Where to look next", [](const Row &r) { return r.words.advice; }))};
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

CaptureEdges edgesOf(const ProgramModel &program, DeviceId device)
{
    return device.value < program.edges.size() ? program.edges[device.value] : CaptureEdges();
}

// How near the operations of a name are to the roofline. Kernels of one call are as near as the call.
class NearRoofline {
public:
    NearRoofline(const TableInput &input, std::shared_ptr<const Roofline> roofline)
        : m_sums(input.document->devices.size())
    {
        const KernelTable &kernels = input.document->kernels;
        std::vector<std::unordered_map<StringId, Sum *>> ofName(m_sums.size());
        for (std::uint32_t k = 0; roofline && k < kernels.size(); ++k) {
            const DeviceId device = input.document->deviceOf(KernelId(k));
            const auto [found, added] = ofName[device.value].try_emplace(kernels.name[k], nullptr);
            if (added)
                found->second = &m_sums[device.value][std::string(canonicalOpName(input.document->text(kernels.name[k])))];
            const WorkCall &call = roofline->calls[roofline->callOf[k]];
            Sum &sum = *found->second;
            sum.work.addKernel(*roofline, KernelId(k), kernels.duration[k], roofline->peaks[device.value].hardware);
            sum.borrowed = sum.borrowed || (call.longest == KernelId(k) && roofline->kindOf(call).cost.why == kAsSameKernel);
        }
    }
    [[nodiscard]] PeakShare operator()(DeviceId device, std::string_view name) const
    {
        const auto found = m_sums[device.value].find(std::string(name));
        if (found == m_sums[device.value].end())
            return {};
        const RooflineSum &work = found->second.work;
        if (work.floorCallsNs <= 0 || work.durationNs <= 0)
            return {};
        return {static_cast<double>(work.modelledNs) / static_cast<double>(work.durationNs),
            work.floorNs / static_cast<double>(work.floorCallsNs), found->second.borrowed};
    }

private:
    struct Sum {
        RooflineSum work;
        bool borrowed = false;
    };
    std::vector<std::unordered_map<std::string, Sum>> m_sums; // by device and canonical name; a node stays where it is
};

// Findings cover the whole trace and all its devices.
Result<std::vector<Finding>> allFindings(const TableInput &input)
{
    const ProgramModel &program = *input.program;
    const TraceDocument &document = *input.document;
    const Steps steps = stepsOf(program.runs, input.request.skip);
    std::vector<OperationsOfDevice> devices;
    for (std::uint32_t d = 0; d < document.devices.size(); ++d) {
        const DeviceId device(d);
        ScopeRequest whole;
        whole.pass = "trace";
        whole.device = std::to_string(document.devices[d].number);
        const auto scope = resolveScope(document, *input.segmentation, whole);
        if (!scope)
            return scope.error();
        auto sums = input.parts->opSums({device}, input);
        if (!sums)
            return sums.error();
        devices.push_back(
            {device, std::move(*sums), gapsBeforeOperations(input.analysis(), *scope, device, edgesOf(program, device))});
    }
    const auto roofline = rooflineIfAny(input);
    if (!roofline)
        return roofline.error();
    return findings({document, program.ops, program.runs, steps, program.breakdown, devices, NearRoofline(input, *roofline)});
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
    if (table.rowCount() == 0)
        table.addNote("The chosen part of the trace has no GPU work.");
    const std::size_t devices = input.document->devices.size();
    for (std::uint32_t d = 0; d < devices; ++d) {
        const CaptureEdges edges = edgesOf(*input.program, DeviceId(d));
        if (edges.idleNs() == 0)
            continue;
        Message note = msg("Idle time at the edges of the capture is no finding and left out of the window: %1 before the first "
                           "pass, %2 after the last.",
            formatDuration(edges.before.length().value), formatDuration(edges.after.length().value));
        table.addNote(devices > 1 ? msg("Device %1: %2", input.deviceNumber(DeviceId(d)), note) : note);
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
