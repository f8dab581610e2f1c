// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/GapTables.h"

#include "core/analysis/program/RegionTree.h"
#include "core/base/Counted.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lamella::core {

namespace {

enum Column : std::size_t {
    kRank,
    kPass,
    kLayer,
    kDevice,
    kStream,
    kStart,
    kDuration,
    kBefore,
    kAfter,
    kCause,
    kLaunch,
    kRegion,
    kLate,
    kDelay,
    kEvidence,
    kHostCall,
    kHostFrame,
    kCount,
    kBeforeIndex,
    kAfterIndex,
    kEvidenceIndex,
    kEvidenceEvent,
    kWhy,
    kColumns
};

class GapRows {
public:
    GapRows(const TableInput &input, ReportTable &table)
        : m_input(input)
        , m_document(*input.document)
        , m_table(table)
    {
    }
    void append(const Gap &gap, const GapHost &host, std::int64_t rank);

private:
    void setPlace(const Gap &gap);
    void setLaunch(const Gap &gap, const GapHost &host);
    void setEvidence(const Gap &gap);
    void setWhy(const Gap &gap, const GapHost &host);
    void setEvent(Column column, EventId event, const char *missing);
    [[nodiscard]] std::string_view shortName(KernelId kernel) const
    {
        return (*m_input.names)[m_document.kernels.name[kernel.value]].shortName;
    }

    const TableInput &m_input;
    const TraceDocument &m_document;
    ReportTable &m_table;
};

void GapRows::setPlace(const Gap &gap)
{
    const std::vector<std::int32_t> &passOf = m_input.segmentation->passOf;
    if (gap.pass != kNoPass) {
        m_table.setInteger(kPass, gap.pass);
        if (gap.layer == kNoLayer)
            m_table.setMissing(kLayer, "in no layer of its pass");
        else
            m_table.setInteger(kLayer, gap.layer);
    } else {
        const bool between = passOf[gap.before.value] != passOf[gap.after.value];
        m_table.setMissing(kPass, between ? "between two passes, or a pass and work outside" : "outside of passes");
        m_table.setMissing(kLayer, "not in a pass");
    }
    m_table.setInteger(kDevice, m_input.deviceNumber(gap.device));
    m_table.setInteger(kStream, m_document.streams[m_document.kernels.stream[gap.after.value].value].number);
}

void GapRows::setEvent(Column column, EventId event, const char *missing)
{
    if (event.valid())
        m_table.setTextView(column, m_document.text(m_document.events.row(event).name));
    else
        m_table.setMissing(column, missing);
}

void GapRows::setLaunch(const Gap &gap, const GapHost &host)
{
    if (!host.launch.valid()) {
        for (const Column c : {kLaunch, kRegion, kLate, kDelay, kHostCall, kHostFrame})
            m_table.setMissing(c, "no launch recorded");
        if (const std::string scope = recordedScope(m_document, gap.after); !scope.empty())
            m_table.setText(kRegion, scope);
        return;
    }
    const std::int64_t launched = m_document.events.row(host.launch).start;
    m_table.setInteger(kLaunch, launched - m_input.zero());
    m_table.setInteger(kLate, launched - gap.range.begin.value);
    m_table.setInteger(kDelay, gap.range.end.value - launched);
    setEvent(kRegion, host.region, "no module, annotation or operator recorded around the launch");
    setEvent(kHostCall, host.during.call, "no call or operator recorded at that time");
    setEvent(kHostFrame, host.during.frame, "no python frame recorded at that time");
}

void GapRows::setEvidence(const Gap &gap)
{
    if (gap.evidenceKernel.valid()) {
        m_table.setTextView(kEvidence, shortName(gap.evidenceKernel));
        m_table.setInteger(kEvidenceIndex, gap.evidenceKernel.value);
    } else {
        m_table.setMissing(kEvidenceIndex, gap.evidenceEvent.valid() ? "the evidence is on the host" : "none recorded");
        setEvent(kEvidence, gap.evidenceEvent, "none recorded");
    }
    if (gap.evidenceEvent.valid())
        m_table.setInteger(kEvidenceEvent, gap.evidenceEvent.value);
    else
        m_table.setMissing(kEvidenceEvent, gap.evidenceKernel.valid() ? "the evidence is on the GPU" : "none recorded");
}

// What is known of a gap without a cause.
void GapRows::setWhy(const Gap &gap, const GapHost &host)
{
    if (gap.cause != GapCause::Unknown) {
        m_table.setMissing(kWhy, "the cause is known");
        return;
    }
    if (!host.launch.valid()) {
        m_table.setText(kWhy, "no launch recorded");
        return;
    }
    const EventRow launch = m_document.events.row(host.launch);
    const TimeRange &range = gap.range;
    if (launch.start > range.end.value) {
        m_table.setText(kWhy,
            "launch recorded " + formatDuration(launch.start - range.end.value) + " after the work began: its clock differs");
        return;
    }
    std::string text = "launched " + formatDuration(range.begin.value - launch.start) + " before the gap began";
    const std::int64_t callEnd = addSaturated(launch.start, std::max<std::int64_t>(0, launch.duration));
    if (callEnd > range.begin.value)
        text +=
            "; the launch call went on for " + formatDuration(std::min(callEnd, range.end.value) - range.begin.value) + " of it";
    m_table.setText(kWhy, std::move(text));
}

void GapRows::append(const Gap &gap, const GapHost &host, std::int64_t rank)
{
    m_table.appendRow(RangeSelection{gap.range});
    m_table.setInteger(kRank, rank);
    setPlace(gap);
    m_table.setInteger(kStart, gap.range.begin.value - m_input.zero());
    m_table.setInteger(kDuration, gap.lengthNs());
    m_table.setTextView(kBefore, shortName(gap.before));
    m_table.setTextView(kAfter, shortName(gap.after));
    m_table.setTextView(kCause, info(gap.cause).id);
    setLaunch(gap, host);
    setEvidence(gap);
    setWhy(gap, host);
    m_table.setInteger(kCount, 1);
    m_table.setInteger(kBeforeIndex, gap.before.value);
    m_table.setInteger(kAfterIndex, gap.after.value);
}

void appendShorter(ReportTable &table, const GapSum &shorter, std::int64_t minNs)
{
    table.appendRow();
    for (std::size_t c = 0; c < kColumns; ++c)
        table.setMissing(c, "the gaps shorter than the threshold, together");
    table.setInteger(kDuration, shorter.sumNs);
    table.setText(kCause, "< " + formatDuration(minNs));
    table.setInteger(kCount, static_cast<std::int64_t>(shorter.count));
}

} // namespace

std::vector<ReportColumn> gapsColumns()
{
    using namespace columns;
    return {integer("rank", "#", "1 = longest"), columns::pass(), columns::layer(), device(),
        integer("stream", "Stream", "Stream of the work after the gap"),
        time("start_ns", "Start", "When nothing ran any more, from the zero that Perfetto shows"),
        duration("dur_ns", "Length", "Until the next work started"), text("before", "Before", "Work whose end opens the gap"),
        text("after", "After", "Work whose start ends the gap"),
        text("cause", "Cause", "host-late, launch-latency, dependency, sync, memcpy, graph-boundary, between-passes, unknown"),
        time("launch_ns", "Launched", "When the call began that launched the work after"),
        text("region", "Region",
            "Innermost module around that launch, else annotation, else operator; without launch the scope of the work after"),
        duration("late_ns", "Launch \u2212 gap start", "Above zero: the launch call began after the gap had"),
        duration("delay_ns", "Launch delay", "From the launch call to the start of the work after"),
        text("evidence", "Evidence", "Call or kernel that the cause rests on"),
        text("host_call", "Host call", "Innermost call or operator on the launching thread in the middle of the wait"),
        text("host_frame", "Host frame", "Innermost python frame there at that time"),
        integer("gaps", "Gaps", "1; more where shorter ones are added up"),
        integer("before_index", "Before, index", "Of kernels --each"),
        integer("after_index", "After, index", "Of kernels --each"),
        integer("evidence_index", "Evidence, index", "Of kernels --each, where the evidence is GPU work"),
        integer("evidence_event", "Evidence, event", "Number of the event in the file, where the evidence is on the host"),
        text("why", "Why unknown", "What is known of the gap where the cause is unknown")};
}

void noteIdle(ReportTable &table, const TableInput &input, const GapList &list)
{
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    table.addNote("Idle: " + formatDuration(list.idleNs) + " in " + counted(list.gaps.size(), "gap", "gaps")
        + (list.perStream             ? ", each stream by itself."
                : input.scope.streams ? " of the chosen stream."
                                      : "."));
}

ReportTable gapsTable(
    const TableInput &input, const GapList &list, const LaunchJoin &launches, std::int64_t minNs, const JobControl &control)
{
    ReportTable table("gaps", "Gaps", gapsColumns());
    table.keepAlive(input.names);
    table.keepAlive(input.document);
    GapSum shorter;
    std::vector<Gap> shown;
    for (const Gap &gap : list.gaps) {
        if (gap.lengthNs() < minNs)
            shorter.add(gap);
        else
            shown.push_back(gap);
    }
    std::stable_sort(shown.begin(), shown.end(), [](const Gap &a, const Gap &b) { return a.lengthNs() > b.lengthNs(); });
    const std::vector<GapHost> hosts = gapHosts(*input.document, launches, shown, control);
    table.reserveRows(shown.size() + 1);
    GapRows rows(input, table);
    for (std::size_t i = 0; i < shown.size() && !control.stopRequested(); ++i)
        rows.append(shown[i], hosts[i], static_cast<std::int64_t>(i) + 1);
    if (shorter.count > 0)
        appendShorter(table, shorter, minNs);
    noteIdle(table, input, list);
    return table;
}

namespace {

Result<ReportTable> chosenGaps(const TableInput &input)
{
    const auto gaps = input.parts->gaps(input);
    if (!gaps)
        return gaps.error();
    const std::string &by = input.request.by;
    std::shared_ptr<const LaunchJoin> joined;
    if (by.empty() || by == "region" || by == "after") {
        auto found = input.parts->launches(input.control);
        if (!found)
            return found.error();
        joined = std::move(*found);
    }
    if (by.empty())
        return gapsTable(input, **gaps, *joined, input.request.minGapNs, input.control);
    return gapSumsTable(input, **gaps, joined, input.request.minGapNs, by, input.control);
}

constexpr std::array<std::string_view, 2> kOptions{"--by", "--min-gap"};

} // namespace

extern const TableSpec kGapsTable{
    .name = "gaps",
    .help = "when and why nothing runs",
    .example = "trace.json.gz --pass 3 --min-gap 5us --by cause",
    .columns = gapsColumns,
    .build = chosenGaps,
    .layers = LayerUse::Range,
    .options = kOptions,
    .by = "cause|layer|after|region|length",
};

} // namespace lamella::core
