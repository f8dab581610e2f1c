// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/NativeTrace.h"

#include "core/analysis/KernelScope.h"
#include "core/base/Saturate.h"
#include "core/base/StoppableSort.h"
#include "core/import/memory/MemoryEvents.h"
#include "core/import/nsys/NsysSamples.h"
#include "core/model/EventCursor.h"
#include "core/session/ascend/AscendOutputs.h"
#include "core/session/memory/MemoryReader.h"
#include "core/session/perfetto/AnalysisTracks.h"
#include "core/session/perfetto/CounterValues.h"
#include "core/session/perfetto/DocumentFactsJson.h"
#include "core/session/perfetto/MemoryTracks.h"
#include "core/session/perfetto/PacketWriter.h"
#include "core/session/perfetto/SliceLanes.h"
#include "core/session/perfetto/TrackNames.h"

#include <queue>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace lamella::core {

namespace pftrace {

namespace {

constexpr std::uint64_t kEventsBetweenPolls = 4096;

// An event that is no GPU work.
struct HostEvent {
    std::int64_t start = 0;
    EventId event;
};

enum class Form : std::uint8_t { None, Span, OpenSpan, Instant, Counter };

Form formOf(const EventChunk &chunk, std::uint32_t row)
{
    const char phase = chunk.phase[row];
    if (chunk.start[row] == EventTable::kNoTime)
        return Form::None;
    if (phase == 'C')
        return Form::Counter;
    if (chunk.duration[row] >= 0)
        return Form::Span;
    if (phase == 'B' || phase == 'b')
        return Form::OpenSpan;
    return phase == 'i' || phase == 'I' || phase == 'R' || phase == 'n' ? Form::Instant : Form::None;
}

// Ends, names of tracks and flows have other forms in the written trace.
bool isLeftOut(char phase)
{
    return phase == 'X' || phase == 'B' || phase == 'b' || phase == 'i' || phase == 'I' || phase == 'R' || phase == 'C';
}

class Chosen {
public:
    Chosen(const TraceDocument &document, const std::optional<TimeRange> &window)
        : m_document(document)
        , m_window(window)
    {
    }
    // False if stopped.
    bool collect(NativeTraceSummary &summary, const JobControl &control);

    std::vector<HostEvent> host; // in the order of writing
    std::vector<std::pair<EventId, std::uint32_t>> launches; // (launch, kernel), sorted
    std::vector<EventId> launchEvents; // those, without repetition
    [[nodiscard]] bool holds(std::int64_t start, std::int64_t duration) const
    {
        return !m_window
            || (start <= m_window->end.value
                && addSaturated(start, std::max<std::int64_t>(duration, 0)) >= m_window->begin.value);
    }
    // Number of the launch, from 1; 0 = none.
    [[nodiscard]] std::uint32_t launchNumber(EventId event) const
    {
        const auto found = std::lower_bound(launchEvents.begin(), launchEvents.end(), event);
        return event.valid() && found != launchEvents.end() && *found == event
            ? static_cast<std::uint32_t>(found - launchEvents.begin()) + 1
            : 0;
    }

private:
    bool collectHost(NativeTraceSummary &summary, const JobControl &control);
    bool sortHost(const JobControl &control);

    const TraceDocument &m_document;
    const std::optional<TimeRange> &m_window;
    std::vector<bool> m_isWork;
};

bool Chosen::collect(NativeTraceSummary &summary, const JobControl &control)
{
    const KernelTable &kernels = m_document.kernels;
    m_isWork.resize(m_document.events.size());
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (kernels.event[k].valid())
            m_isWork[kernels.event[k].value] = true;
        if (kernels.launch[k].valid() && holds(kernels.start[k], kernels.duration[k]))
            launches.emplace_back(kernels.launch[k], k);
    }
    if (!stoppableSort(launches.begin(), launches.end(), std::less<>(), control.stop))
        return false;
    for (const auto &[event, kernel] : launches)
        if (launchEvents.empty() || launchEvents.back() != event)
            launchEvents.push_back(event);
    return collectHost(summary, control) && sortHost(control);
}

bool Chosen::collectHost(NativeTraceSummary &summary, const JobControl &control)
{
    bool zero = !m_window; // the earliest event is always written, so that both traces have the same zero
    for (const EventChunk &chunk : m_document.events.chunks()) {
        if (control.stopRequested())
            return false;
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const EventId id{chunk.firstEvent + row};
            if (m_isWork[id.value])
                continue;
            if (formOf(chunk, row) == Form::None) {
                summary.withoutTime += isLeftOut(chunk.phase[row]) ? 1 : 0;
                continue;
            }
            bool chosen = holds(chunk.start[row], chunk.duration[row]) || launchNumber(id) != 0;
            if (!chosen && !zero && chunk.start[row] == m_document.zero())
                chosen = zero = true;
            if (chosen)
                host.push_back({chunk.start[row], id});
        }
    }
    return true;
}

bool Chosen::sortHost(const JobControl &control)
{
    const EventTable &events = m_document.events;
    const auto before = [&events](const HostEvent &a, const HostEvent &b) {
        if (a.start != b.start)
            return a.start < b.start;
        const auto length = [&events](EventId id) {
            const EventRow row = events.row(id);
            return row.duration >= 0 ? row.duration : row.phase == 'B' || row.phase == 'b' ? SliceLanes::kOpenEnd : 0;
        };
        const std::int64_t lengthA = length(a.event);
        const std::int64_t lengthB = length(b.event);
        return lengthA != lengthB ? lengthA > lengthB : a.event < b.event;
    };
    return stoppableSort(host.begin(), host.end(), before, control.stop);
}

class Writing {
public:
    // `memory`: of the document's events, or of others, or null.
    Writing(const TraceDocument &document, const MemoryLog *memory, const Chosen &selection, const CounterValues &counters,
        PacketWriter &writer, NativeTraceSummary &summary)
        : m_document(document)
        , m_selection(selection)
        , m_counters(counters)
        , m_writer(writer)
        , m_summary(summary)
        , m_names(document, writer)
        , m_args(document, memory)
        , m_cursor(document.events)
    {
    }
    // Both are grouped as "Lamella".
    void analysis(const std::vector<AnalysisTrack> &tracks);
    void memory(const std::vector<MemoryTrack> &tracks);
    // A mark at the zero, if no event is there.
    void zero(std::int64_t time);
    // False if stopped, or if the file could not be written.
    bool events(const JobControl &control);

private:
    struct End {
        std::int64_t time = 0;
        std::uint64_t track = 0;
        bool operator>(const End &other) const { return std::tie(time, track) > std::tie(other.time, other.track); }
    };
    std::uint64_t group();
    void endUntil(std::int64_t time);
    void slice(std::int64_t start, std::int64_t end, std::uint64_t track, const EventChunk &chunk, std::uint32_t row,
        KernelId kernel, bool flowsEnd);
    void kernel(std::uint32_t k);
    void hostEvent(EventId event);
    void counter(const EventChunk &chunk, std::uint32_t row, EventId event);
    void count(std::int64_t start, std::int64_t end);
    SliceLanes &lanes(TrackId track, TrackArea area) { return m_lanes[{track, area}]; }

    const TraceDocument &m_document;
    const Chosen &m_selection;
    const CounterValues &m_counters;
    PacketWriter &m_writer;
    NativeTraceSummary &m_summary;
    TrackNames m_names;
    ColumnArgs m_args;
    EventCursor m_cursor;
    std::map<std::pair<TrackId, TrackArea>, SliceLanes> m_lanes;
    std::priority_queue<End, std::vector<End>, std::greater<>> m_ends;
    std::vector<std::uint64_t> m_flows; // reused
    std::map<std::tuple<TrackId, StringId>, std::uint32_t> m_counterNumbers; // track, name
    std::uint32_t m_ownTracks = 0; // of the group
};

void Writing::count(std::int64_t start, std::int64_t end)
{
    TraceBounds &bounds = m_summary.bounds;
    bounds.exactBegin = bounds.empty ? start : std::min(bounds.exactBegin, start);
    bounds.exactEnd = bounds.empty ? end : std::max(bounds.exactEnd, end);
    bounds.empty = false;
}

std::uint64_t Writing::group()
{
    const std::uint64_t root = trackUuid(TrackUse::Analysis, 0);
    if (m_ownTracks == 0)
        m_writer.describe({root, 0, "Lamella", 0, 0, 0, false});
    return root;
}

void Writing::memory(const std::vector<MemoryTrack> &tracks)
{
    for (const MemoryTrack &track : tracks) {
        const std::uint64_t root = group();
        const std::uint64_t uuid = trackUuid(TrackUse::Analysis, ++m_ownTracks);
        m_writer.describe({uuid, root, track.name, 0, 0, static_cast<std::int64_t>(m_ownTracks), true, true});
        for (const auto &[time, bytes] : track.values) {
            m_writer.counter(time, uuid, bytes);
            count(time, time);
            m_writer.flush();
        }
    }
}

void Writing::analysis(const std::vector<AnalysisTrack> &tracks)
{
    for (const AnalysisTrack &made : tracks) {
        const std::uint64_t root = group();
        const std::uint32_t t = ++m_ownTracks;
        SliceLanes lanes;
        std::uint32_t described = 0; // lanes
        for (const AnalysisSlice &slice : made.slices) {
            const std::int64_t begin = slice.range.begin.value;
            const std::int64_t end = slice.range.end.value;
            const std::uint32_t lane = std::min(lanes.apart(begin, end), kMaxLane);
            const std::uint64_t track = trackUuid(TrackUse::Analysis, t, {}, lane);
            for (; described <= lane; ++described)
                m_writer.describe({trackUuid(TrackUse::Analysis, t, {}, described), root, made.name, 0, 0,
                    static_cast<std::int64_t>(t), false});
            m_writer.beginSlice(begin, track, slice.name, slice.category, slice.args);
            m_writer.endSlice(end, track);
            count(begin, end);
        }
        m_writer.flush();
    }
}

void Writing::zero(std::int64_t time)
{
    const std::uint64_t track = trackUuid(TrackUse::Analysis, std::numeric_limits<std::uint32_t>::max());
    m_writer.describe({track, 0, "Zero of the trace", 0, 0, 0, false});
    m_writer.instant(time, track, "zero");
    count(time, time);
}

void Writing::endUntil(std::int64_t time)
{
    for (; !m_ends.empty() && m_ends.top().time <= time; m_ends.pop())
        m_writer.endSlice(m_ends.top().time, m_ends.top().track);
}

void Writing::slice(std::int64_t start, std::int64_t end, std::uint64_t track, const EventChunk &chunk, std::uint32_t row,
    KernelId kernel, bool flowsEnd)
{
    m_writer.beginSlice(start, track, chunk.name[row], chunk.category[row], m_args.of(chunk, row, kernel), m_flows, flowsEnd);
    count(start, end == SliceLanes::kOpenEnd ? start : end);
    if (end == start)
        m_writer.endSlice(end, track);
    else if (end != SliceLanes::kOpenEnd)
        m_ends.push({end, track});
}

void Writing::kernel(std::uint32_t k)
{
    const KernelTable &kernels = m_document.kernels;
    const EventId event = kernels.event[k];
    const EventChunk &chunk = m_cursor.chunkOf(event);
    const std::uint32_t row = event.value - chunk.firstEvent;
    const std::int64_t start = kernels.start[k];
    const std::int64_t end = kernels.end(k);
    const TrackId track = chunk.track[row];
    m_flows.clear();
    if (const std::uint32_t launch = m_selection.launchNumber(kernels.launch[k]); launch != 0)
        m_flows.push_back(launchFlow(launch, k));
    const std::uint32_t lane = lanes(track, TrackArea::Work).apart(start, end);
    slice(start, end, m_names.lane(track, TrackArea::Work, lane), chunk, row, KernelId{k}, true);
    ++m_summary.kernels;
}

void Writing::hostEvent(EventId event)
{
    const EventChunk &chunk = m_cursor.chunkOf(event);
    const std::uint32_t row = event.value - chunk.firstEvent;
    const std::int64_t start = chunk.start[row];
    const TrackId track = chunk.track[row];
    if (!track.valid() || track.value >= m_document.tracks.size()) {
        ++m_summary.withoutTime;
        return;
    }
    const Form form = formOf(chunk, row);
    if (form == Form::Counter)
        return counter(chunk, row, event);
    const bool onStream = m_document.tracks[track.value].stream.valid();
    const bool async = chunk.phase[row] == 'b' || chunk.phase[row] == 'n';
    const TrackArea area = async ? TrackArea::Async : onStream ? TrackArea::Ranges : TrackArea::Work;
    if (form == Form::Instant) {
        const std::uint64_t uuid = m_names.lane(track, area, 0);
        m_writer.instant(start, uuid, chunk.name[row], chunk.category[row], m_args.of(chunk, row, {}));
        count(start, start);
        return;
    }
    m_flows.clear();
    if (const std::uint32_t launch = m_selection.launchNumber(event); launch != 0) {
        const auto &launches = m_selection.launches;
        for (auto at = std::lower_bound(launches.begin(), launches.end(), std::pair(event, 0u));
             at != launches.end() && at->first == event; ++at)
            m_flows.push_back(launchFlow(launch, at->second));
    }
    const std::int64_t end = form == Form::OpenSpan ? SliceLanes::kOpenEnd : addSaturated(start, chunk.duration[row]);
    const std::uint32_t lane = async ? lanes(track, area).apart(start, end) : lanes(track, area).nested(start, end);
    slice(start, end, m_names.lane(track, area, lane), chunk, row, {}, false);
}

void Writing::counter(const EventChunk &chunk, std::uint32_t row, EventId event)
{
    const TrackId track = chunk.track[row];
    const auto [known, added] =
        m_counterNumbers.try_emplace({track, chunk.name[row]}, static_cast<std::uint32_t>(m_counterNumbers.size()));
    const std::uint32_t number = known->second;
    const auto &values = m_counters.values;
    if (number >= (kMaxLane + 1) / kSeriesPerCounter)
        return;
    std::uint32_t order = 0; // within the event
    for (auto at = std::lower_bound(
             values.begin(), values.end(), event, [](const CounterValue &value, EventId id) { return value.event < id; });
         at != values.end() && at->event == event && order < kSeriesPerCounter; ++at, ++order) {
        const std::string &series = m_counters.series[at->series];
        std::string name(m_document.text(chunk.name[row]));
        if (series != "value")
            name += " " + series;
        const std::uint64_t uuid = m_names.counter(track, number * kSeriesPerCounter + order, name);
        m_writer.counter(chunk.start[row], uuid, chunk.name[row], chunk.category[row], at->value);
        count(chunk.start[row], chunk.start[row]);
    }
}

bool Writing::events(const JobControl &control)
{
    const KernelTable &kernels = m_document.kernels;
    const std::vector<HostEvent> &host = m_selection.host;
    const std::uint64_t all = std::uint64_t{kernels.size()} + host.size();
    std::uint32_t k = 0;
    std::size_t h = 0;
    for (std::uint64_t done = 0; done < all; ++done) {
        if (done % kEventsBetweenPolls == 0) {
            if (control.stopRequested())
                return false;
            control.report(done, all);
        }
        const bool fromHost = k >= kernels.size() || (h < host.size() && host[h].start <= kernels.start[k]);
        if (fromHost) {
            endUntil(host[h].start);
            hostEvent(host[h++].event);
            ++m_summary.events;
        } else {
            if (m_selection.holds(kernels.start[k], kernels.duration[k])) {
                endUntil(kernels.start[k]);
                kernel(k);
                ++m_summary.events;
            }
            ++k;
        }
        if (!m_writer.flush())
            return false;
    }
    endUntil(SliceLanes::kOpenEnd);
    return m_writer.flush(true);
}

// True if an event that will be written begins at the zero.
bool zeroIsWritten(const TraceDocument &document, const Chosen &selection)
{
    const KernelTable &kernels = document.kernels;
    const bool kernel =
        kernels.size() > 0 && kernels.start[0] == document.zero() && selection.holds(kernels.start[0], kernels.duration[0]);
    return kernel || (!selection.host.empty() && selection.host.front().start == document.zero());
}

// Events of memory that will be written and made no row of the log; none if the log is not of events.
std::optional<std::uint64_t> unreadMemory(const TraceDocument &document, const MemoryLog *memory, const Chosen &selection)
{
    if (memory == nullptr || memory->source != MemorySource::Events)
        return std::nullopt;
    std::uint64_t unread = 0;
    if (memory->unread == 0)
        return unread;
    std::vector<bool> isRead(document.events.size());
    for (const EventId event : memory->event)
        if (event.valid())
            isRead[event.value] = true;
    const std::array names{
        document.strings.find(kTorchMemory), document.strings.find(kXlaAlloc), document.strings.find(kXlaFree)};
    for (const HostEvent &host : selection.host) {
        const StringId name = document.events.row(host.event).name;
        const bool named = name.valid() && name.value != 0 && std::ranges::count(names, name) > 0;
        unread += named && !isRead[host.event.value] ? 1 : 0;
    }
    return unread;
}

} // namespace

} // namespace pftrace

std::vector<Message> lossesOf(const NativeTraceSummary &summary)
{
    std::vector<Message> losses;
    if (summary.withoutTime > 0)
        losses.push_back(msg("%1 events without a time or a duration are left out, as Perfetto does.", summary.withoutTime));
    if (summary.withoutValue > 0)
        losses.push_back(
            msg("%1 counter events are left out: their values cannot be read again from this file.", summary.withoutValue));
    return losses;
}

Result<NativeTraceSummary> writeNativeTrace(
    const TraceDocument &document, const NativeTraceRequest &request, const JobControl &control)
{
    const Error cancelled{ErrorCode::Cancelled, "cancelled", request.output};
    NativeTraceSummary summary;
    pftrace::Chosen selection(document, request.window);
    if (!selection.collect(summary, control))
        return cancelled;
    const TimeRange all{{document.bounds.exactBegin}, {document.bounds.exactEnd}};
    const TimeRange window = request.window.value_or(all);
    const Result<CounterValues> counters = readCounterValues(document, window, control);
    if (!counters)
        return counters.error();
    summary.withoutValue = counters->withoutValue;
    const std::int64_t shift = document.zero() < 0 ? -document.zero() : 0;
    const MemoryLog *const memory = request.memory != nullptr ? request.memory->log.get() : nullptr;
    const Result<void> written = writeFileAtomically(request.output, [&](const ByteSink &sink) {
        pftrace::PacketWriter writer(document, shift, sink);
        pftrace::Writing writing(document, memory, selection, *counters, writer, summary);
        writer.begin(documentFactsJson(document, shift, pftrace::unreadMemory(document, memory, selection)), document.zero());
        if (!pftrace::zeroIsWritten(document, selection))
            writing.zero(document.zero());
        if (request.segmentation != nullptr)
            writing.analysis(pftrace::analysisTracks(document, *request.segmentation, request.roles, window));
        if (request.memory != nullptr)
            writing.memory(pftrace::memoryTracks(*request.memory, window));
        return writing.events(control);
    });
    if (control.stopRequested())
        return cancelled;
    if (!written)
        return written.error();
    TraceBounds &bounds = summary.bounds;
    bounds.perfettoExact = true;
    bounds.perfettoBegin = addSaturated(bounds.exactBegin, shift);
    bounds.perfettoEnd = addSaturated(bounds.exactEnd, shift);
    return summary;
}

namespace {

// The written trace has what the columns and memory events hold, and totals of memory that is recorded elsewhere as counters.
Result<std::vector<std::string>> unansweredBy(
    const TraceDocument &document, const std::optional<MemoryData> &memory, const JobControl &control)
{
    std::vector<std::string> commands;
    if (memory && memory->log->source != MemorySource::Events)
        commands.emplace_back("memory");
    if (!ascendKernelTableOf(document).empty())
        commands.insert(commands.end(), {"op-statistic", "step-trace-time", "consistency", "pipes"});
    if (document.metadata.format.find("JSON") != std::string::npos && document.events.size() > 0)
        commands.emplace_back("search --args");
    const Result<HostSamples> samples = readHostSamples(document, control);
    if (!samples && samples.error().code == ErrorCode::Cancelled)
        return samples.error();
    if (samples && !samples->frames.empty())
        commands.emplace_back("source");
    return commands;
}

} // namespace

Result<NativeTraceSummary> writeNativeTrace(
    AnalysisSession &session, const std::string &output, const std::optional<TimeRange> &window, const JobControl &control)
{
    if (session.document().bounds.empty && session.document().memory == nullptr)
        return Error{ErrorCode::NotATrace, "has no event with a time: there is nothing that Perfetto could show",
            session.document().source.path};
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    const auto roles = session.roles(control);
    if (!roles)
        return roles.error();
    std::optional<MemoryData> memory;
    if (recordsMemory(session.document())) {
        Result<MemoryData> read = readMemory(session.sharedDocument(), control);
        if (!read)
            return read.error();
        memory = std::move(*read);
    }
    Result<std::vector<std::string>> unanswered = unansweredBy(session.document(), memory, control);
    if (!unanswered)
        return unanswered.error();
    Result<NativeTraceSummary> written = writeNativeTrace(
        session.document(), {output, window, segmentation->get(), roles->get(), memory ? &*memory : nullptr}, control);
    if (written)
        written->unanswered = std::move(*unanswered);
    return written;
}

Result<std::optional<TimeRange>> passWindow(
    AnalysisSession &session, const std::string &pass, const std::string &device, const JobControl &control)
{
    if (pass == "auto" || pass == "trace")
        return std::optional<TimeRange>();
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    ScopeRequest request;
    request.pass = pass;
    request.device = device;
    const Result<KernelScope> scope = resolveScope(session.document(), **segmentation, request);
    if (!scope)
        return scope.error();
    std::optional<TimeRange> window;
    for (const PassRef &ref : scope->passes)
        window = window ? window->united(ref.pass->range) : ref.pass->range;
    return window;
}

} // namespace lamella::core
