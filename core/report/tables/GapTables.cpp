// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/GapTables.h"

#include "core/analysis/program/RegionTree.h"
#include "core/analysis/source/HostStacks.h"
#include "core/base/Counted.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/OriginCells.h"
#include "core/report/tables/SampleNotes.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr const char *kNoLaunch = "no launch recorded";
constexpr const char *kNoSystemCall = "no call of the operating system recorded on the launching thread at that time";

struct GapRow {
    const Gap &gap;
    const GapHost &host;
    std::int64_t rank; // 1 = longest
    std::int64_t launchNs; // only valid with a launch
    SampledIn sampled = {}; // the launching thread, during the gap
    HostCalls::Inside system = {}; // its longest call of the operating system in the wait
};

class GapLookup {
public:
    explicit GapLookup(const TableInput &asked)
        : input(asked)
        , document(*asked.document)
    {
    }
    [[nodiscard]] KeptText shortName(KernelId kernel) const
    {
        return {(*input.names)[document.kernels.name[kernel.value]].shortName};
    }
    [[nodiscard]] OrMissing<KeptText> eventName(EventId event, std::string_view missing) const
    {
        if (event.valid())
            return KeptText{document.text(document.events.row(event).name)};
        return Missing{missing};
    }
    [[nodiscard]] OrMissing<std::string> region(const GapRow &row) const;
    [[nodiscard]] OrMissing<KeptText> evidence(const Gap &gap) const;
    [[nodiscard]] OrMissing<std::int64_t> pass(const Gap &gap) const;
    [[nodiscard]] OrMissing<Message> why(const GapRow &row) const;
    [[nodiscard]] OrMissing<Message> sampled(const GapRow &row) const;
    [[nodiscard]] OrMissing<std::string> systemSource(const GapRow &row) const;

    const TableInput &input;
    const TraceDocument &document;
    const HostSamples *samples = nullptr;
    const HostStacks *stacks = nullptr;
};

// Samples say where the thread was, not why nothing ran.
OrMissing<Message> GapLookup::sampled(const GapRow &row) const
{
    if (!samples->whyNone.empty())
        return Missing{"the CPU samples could not be read"};
    if (samples->samples.empty())
        return Missing{"no CPU samples recorded"};
    if (!row.host.launch.valid())
        return Missing{kNoLaunch};
    if (row.sampled.all == 0)
        return Missing{"no sample of the launching thread in the gap"};
    if (row.sampled.functions.empty())
        return Missing{"its samples have no call chain"};
    const SampledIn::Function &most = row.sampled.functions.front();
    return msg("%1, %2 of %3 samples", stacks->text(most.function), std::to_string(most.samples), std::to_string(row.sampled.all));
}

OrMissing<std::string> GapLookup::systemSource(const GapRow &row) const
{
    if (!row.system.call.valid())
        return Missing{row.host.launch.valid() ? kNoSystemCall : kNoLaunch};
    if (!samples->whyNone.empty())
        return Missing{"the call chains could not be read"};
    const std::uint32_t source = stacks->sourceOf(row.system.call);
    if (source == HostSamples::kNone)
        return Missing{"no call chain of it recorded"};
    return stacks->text(source);
}

OrMissing<std::int64_t> GapLookup::pass(const Gap &gap) const
{
    const std::vector<std::int32_t> &passOf = input.segmentation->passOf;
    const bool between = passOf[gap.before.value] != passOf[gap.after.value];
    return valueIf(
        gap.pass != kNoPass, gap.pass, between ? "between two passes, or a pass and work outside" : "outside of passes");
}

OrMissing<std::string> GapLookup::region(const GapRow &row) const
{
    if (!row.host.launch.valid())
        return textOr(recordedScope(document, row.gap.after), "no launch recorded");
    if (row.host.region.valid())
        return std::string(document.text(document.events.row(row.host.region).name));
    return Missing{"no module, annotation or operator recorded around the launch"};
}

OrMissing<KeptText> GapLookup::evidence(const Gap &gap) const
{
    return gap.evidenceKernel.valid() ? shortName(gap.evidenceKernel) : eventName(gap.evidenceEvent, "none recorded");
}

// A hint for a gap without a known cause.
OrMissing<Message> GapLookup::why(const GapRow &row) const
{
    const TimeRange &range = row.gap.range;
    if (row.gap.cause != GapCause::Unknown)
        return Missing{"the cause is known"};
    if (!row.host.launch.valid())
        return Message("no launch recorded");
    if (row.launchNs > range.end.value)
        return msg("launch recorded %1 after the work began: its clock differs", formatDuration(row.launchNs - range.end.value));
    if (row.launchNs > range.begin.value)
        return msg("launched %1 after the gap began; the work began %2 later", formatDuration(row.launchNs - range.begin.value),
            formatDuration(range.end.value - row.launchNs));
    const std::string before = formatDuration(range.begin.value - row.launchNs);
    const std::int64_t duration = document.events.row(row.host.launch).duration;
    const std::int64_t callEnd = addSaturated(row.launchNs, std::max<std::int64_t>(0, duration));
    if (callEnd <= range.begin.value)
        return msg("launched %1 before the gap began", before);
    return msg("launched %1 before the gap began; the launch call went on for %2 of it", before,
        formatDuration(std::min(callEnd, range.end.value) - range.begin.value));
}

std::vector<Column<GapRow>> placeColumns(const GapLookup *look)
{
    using namespace columns;
    return {integer("rank", "#", "1 = longest", &GapRow::rank),
        column(columns::pass(), [look](const GapRow &r) { return look->pass(r.gap); }),
        column(layer(),
            [](const GapRow &r) {
                return valueIf(r.gap.pass != kNoPass && r.gap.layer != kNoLayer, r.gap.layer,
                    r.gap.pass != kNoPass ? "in no layer of its pass" : "not in a pass");
            }),
        column(device(), [look](const GapRow &r) { return look->input.deviceNumber(r.gap.device); }),
        ifRoom(integer("stream", "Stream", "Stream of the work after the gap",
            [look](const GapRow &r) { return streamNumber(look->document, r.gap.after); })),
        ifRoom(time("start_ns", "Start", "Begin of the gap, from the zero that Perfetto shows",
            [look](const GapRow &r) { return r.gap.range.begin.value - look->input.zero(); })),
        duration("dur_ns", "Length", "Until the next work started", [](const GapRow &r) { return r.gap.lengthNs(); }),
        text("before", "Before", "Work whose end opens the gap",
            [look](const GapRow &r) { return look->shortName(r.gap.before); }),
        text("after", "After", "Work whose start ends the gap", [look](const GapRow &r) { return look->shortName(r.gap.after); }),
        text("cause", "Cause",
            "host-late, launch-latency, dependency, sync, memcpy, graph-boundary, between-passes, capture-edge, other-work, "
            "launch-blocked, unknown",
            [](const GapRow &r) { return KeptText{info(r.gap.cause).id}; })};
}

std::vector<Column<GapRow>> hostColumns(const GapLookup *look)
{
    using namespace columns;
    const auto ofLaunch = [](auto ns) {
        return [ns](const GapRow &r) { return valueIf(r.host.launch.valid(), ns(r), kNoLaunch); };
    };
    const auto ofMoment = [look](auto member, const char *missing) {
        return [look, member, missing](const GapRow &r) -> OrMissing<KeptText> {
            if (!r.host.launch.valid())
                return Missing{kNoLaunch};
            return look->eventName(r.host.during.*member, missing);
        };
    };
    return {onRequest(time("launch_ns", "Launched", "Begin of the call that launched the work after",
                ofLaunch([look](const GapRow &r) { return r.launchNs - look->input.zero(); }))),
        ifRoom(text("region", "Region",
            "Innermost module around that launch, else annotation, else operator; without launch the scope of the work after",
            [look](const GapRow &r) { return look->region(r); })),
        ifRoom(duration("late_ns", "Launch \u2212 gap start", "Above zero: the launch call began after the gap",
            ofLaunch([](const GapRow &r) { return r.launchNs - r.gap.range.begin.value; }))),
        ifRoom(duration("delay_ns", "Launch delay", "From the launch call to the start of the work after",
            ofLaunch([](const GapRow &r) { return r.gap.range.end.value - r.launchNs; }))),
        ifRoom(text("evidence", "Evidence", "Call or kernel that is the evidence of the cause",
            [look](const GapRow &r) { return look->evidence(r.gap); })),
        ifRoom(text("host_call", "Host call", "Innermost call or operator on the launching thread in the middle of the wait",
            ofMoment(&HostState::call, "no call or operator recorded at that time"))),
        ifRoom(text("host_frame", "Host frame", "Innermost python frame there at that time",
            ofMoment(&HostState::frame, "no python frame recorded at that time")))};
}

std::vector<Column<GapRow>> indexColumns(const GapLookup *look)
{
    using namespace columns;
    return {ifRoom(integer("gaps", "Gaps", "1; more where shorter ones are added up", [](const GapRow &) { return 1; })),
        onRequest(
            integer("before_index", "Before, index", "Of kernels --each", [](const GapRow &r) { return r.gap.before.value; })),
        onRequest(integer("after_index", "After, index", "Of kernels --each", [](const GapRow &r) { return r.gap.after.value; })),
        onRequest(integer("evidence_index", "Evidence, index", "Of kernels --each, where the evidence is GPU work",
            [](const GapRow &r) {
                return valueIf(r.gap.evidenceKernel.valid(), r.gap.evidenceKernel.value,
                    r.gap.evidenceEvent.valid() ? "the evidence is on the host" : "none recorded");
            })),
        onRequest(
            integer("evidence_event", "Evidence, event", "Number of the event in the file, where the evidence is on the host",
                [](const GapRow &r) {
                    return valueIf(r.gap.evidenceEvent.valid(), r.gap.evidenceEvent.value,
                        r.gap.evidenceKernel.valid() ? "the evidence is on the GPU" : "none recorded");
                })),
        ifRoom(text("why", "Why unknown", "What is known of the gap where the cause is unknown",
            [look](const GapRow &r) { return look->why(r); })),
        ifRoom(text("host_work", "Host work",
            "What the launching thread did then: sync, copy, garbage-collection, data-loader, compile, scheduler, launch, "
            "operator, "
            "python",
            [](const GapRow &r) -> OrMissing<KeptText> {
                if (!r.host.launch.valid())
                    return Missing{"no launch recorded"};
                if (r.host.during.work == HostWork::Unknown)
                    return Missing{"nothing recorded on the host at that time"};
                return KeptText{hostWorkName(r.host.during.work)};
            })),
        ifRoom(text("source_line", "Source line", "Innermost line of your own code there, else the innermost line",
            [look](const GapRow &r) -> OrMissing<std::string> {
                return textOr(hostLine(look->document, r.host.during),
                    r.host.launch.valid() ? "no Python frame recorded at that time" : "no launch recorded");
            })),
        ifRoom(text("sampled", "Sampled in", "Function that most CPU samples of the launching thread in the gap are in",
            [look](const GapRow &r) { return look->sampled(r); }))};
}

std::vector<Column<GapRow>> systemColumns(const GapLookup *look)
{
    using namespace columns;
    const auto missing = [](const GapRow &r) { return Missing{r.host.launch.valid() ? kNoSystemCall : kNoLaunch}; };
    return {ifRoom(text("os_call", "OS call", "Longest call of the operating system on the launching thread in the wait",
                [look, missing](const GapRow &r) -> OrMissing<KeptText> {
                    if (!r.system.call.valid())
                        return missing(r);
                    return KeptText{look->document.text(look->document.events.row(r.system.call).name)};
                })),
        ifRoom(duration("os_ns", "In OS call", "Part of the wait that it takes",
            [missing](const GapRow &r) -> OrMissing<std::int64_t> {
                if (!r.system.call.valid())
                    return missing(r);
                return r.system.ns;
            })),
        ifRoom(text("os_source", "Called from", "Innermost function of your own code in its call chain, else the innermost",
            [look](const GapRow &r) { return look->systemSource(r); }))};
}

std::vector<Column<GapRow>> gapColumns(const GapLookup *look)
{
    std::vector<Column<GapRow>> all = placeColumns(look);
    for (auto part : {hostColumns, indexColumns, systemColumns})
        for (Column<GapRow> &column : part(look))
            all.push_back(std::move(column));
    return all;
}

void appendShorter(ReportTable &table, const GapSum &shorter, std::int64_t minNs)
{
    table.appendRow();
    for (std::size_t c = 0; c < table.columns().size(); ++c)
        table.setMissing(c, "the gaps shorter than the threshold, together");
    table.setInteger("dur_ns", shorter.sumNs);
    table.setText("cause", "< " + formatDuration(minNs));
    table.setInteger("gaps", static_cast<std::int64_t>(shorter.count));
}

// Longest first. Gaps below --min-gap are one row at the end, so that the column adds up to the idle time.
Result<ReportTable> eachGap(const TableInput &input, const GapList &list, const LaunchJoin &launches)
{
    GapLookup look(input);
    const auto samples = input.parts->hostSamples(input.control);
    if (!samples)
        return samples.error();
    const auto calls = input.parts->hostCalls(input.control);
    if (!calls)
        return calls.error();
    const HostStacks stacks(**samples, SourceRule(input.yours));
    look.samples = samples->get();
    look.stacks = &stacks;
    RowTable<GapRow> table("gaps", "Gaps", gapColumns(&look));
    const std::int64_t minNs = input.request.minGapNs;
    auto [shown, shorter] = longEnough(list, minNs);
    std::stable_sort(shown.begin(), shown.end(), [](const Gap &a, const Gap &b) { return a.lengthNs() > b.lengthNs(); });
    const std::vector<GapHost> hosts = gapHosts(*input.document, launches, shown, input.control, SourceRule(input.yours));
    table.reserveRows(shown.size() + 1);
    for (std::size_t i = 0; i < shown.size() && !input.stopped(); ++i) {
        const EventId launch = hosts[i].launch;
        const EventRow call = launch.valid() ? input.document->events.row(launch) : EventRow();
        GapRow row{shown[i], hosts[i], static_cast<std::int64_t>(i) + 1, launch.valid() ? call.start : 0};
        row.sampled = stacks.during(hosts[i].thread, shown[i].range);
        row.system = (*calls)->longestIn(hosts[i].thread, HostCall::System, hosts[i].wait);
        table.append(row,
            shown[i].isIdle() ? Selection(GapSelection{shown[i].range, shown[i].before, shown[i].after})
                              : Selection(RangeSelection{shown[i].range}));
    }
    if (shorter.count > 0)
        appendShorter(table, shorter, minNs);
    noteSamples(table, **samples);
    return table;
}

Result<ReportTable> gapsTable(const TableInput &input)
{
    const auto gaps = input.parts->gaps(input);
    if (!gaps)
        return gaps.error();
    const std::string &by = input.request.by;
    std::shared_ptr<const LaunchJoin> joined;
    if (by.empty() || by == "region" || by == "after" || by == "line") {
        auto found = input.parts->launches(input.control);
        if (!found)
            return found.error();
        joined = std::move(*found);
    }
    auto table = by.empty() ? eachGap(input, **gaps, *joined) : gapSumsTable(input, **gaps, joined.get());
    if (!table)
        return table;
    table->keepAlive(input.names);
    table->keepAlive(input.document);
    noteScope(*table, input);
    const char *const pattern = (*gaps)->perStream ? "Idle: %1 in %2, each stream by itself."
        : input.scope.streams                      ? "Idle: %1 in %2 of the chosen stream."
                                                   : "Idle: %1 in %2.";
    table->addNote(msg(pattern, formatDuration((*gaps)->idleNs), counted((*gaps)->idleGaps, "%1 gap", "%1 gaps")));
    if (const std::int64_t otherNs = (*gaps)->sumNs - (*gaps)->idleNs; otherNs > 0)
        table->addNote(
            msg("Not idle: for another %1 work runs that is not of the chosen part (other-work).", formatDuration(otherNs)));
    return table;
}

} // namespace

std::string hostLine(const TraceDocument &document, const HostState &state)
{
    const EventId event = state.yours.valid() ? state.yours : state.line;
    if (!event.valid())
        return {};
    const FrameLabel label = labelOfFrame(document.text(document.events.row(event).name), SourceRule());
    return label.text.empty() ? placeText(label) : placeText(label) + " " + label.text;
}

std::pair<std::vector<Gap>, GapSum> longEnough(const GapList &list, std::int64_t minNs)
{
    std::pair<std::vector<Gap>, GapSum> parts;
    for (const Gap &gap : list.gaps) {
        if (gap.lengthNs() < minNs)
            parts.second.add(gap);
        else
            parts.first.push_back(gap);
    }
    return parts;
}

extern const TableSpec kGapsTable{
    .name = "gaps",
    .help = "when and why nothing runs",
    .example = "trace.json.gz --pass 3 --min-gap 5us --by cause",
    .columns = headings<gapColumns>,
    .build = gapsTable,
    .layers = LayerUse::Range,
    .options = "--by --min-gap --yours",
    .by = "cause|layer|after|region|line|length",
    .forms = kGapForms,
};

} // namespace lamella::core
