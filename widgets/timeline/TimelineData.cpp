// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineData.h"

#include "core/analysis/InFlight.h"
#include "core/analysis/ranges/RangeStatistics.h"
#include "core/base/Saturate.h"
#include "core/session/DiffNotes.h"
#include "widgets/common/UiText.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace lamella::ui {

namespace {

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

EventTag tagOfCategory(std::string_view category)
{
    if (category == "python_function")
        return EventTag::Python;
    if (category == "cpu_op" || category == "operator" || category == "Op")
        return EventTag::CpuOp;
    if (core::isRangeCategory(category) || category.find("annotation") != std::string_view::npos)
        return EventTag::Range;
    if (category.find("runtime") != std::string_view::npos || category.find("driver") != std::string_view::npos)
        return EventTag::Runtime;
    return EventTag::Other;
}

// Reads the tags of a lane's events. Neighbours in a lane are usually neighbours in the file, so the last chunk is tried first.
class EventTagReader {
public:
    explicit EventTagReader(const core::TraceDocument &document)
        : m_document(document)
    {
    }

    std::vector<std::uint8_t> tagsOf(const core::Lane &lane)
    {
        std::vector<std::uint8_t> tags(lane.size());
        for (std::uint32_t i = 0; i < lane.size(); ++i)
            tags[i] = static_cast<std::uint8_t>(tagOf(lane.item(i)));
        return tags;
    }

private:
    EventTag tagOf(std::uint32_t event)
    {
        if (m_chunk == nullptr || event < m_chunk->firstEvent || event - m_chunk->firstEvent >= m_chunk->size()) {
            const auto chunks = m_document.events.chunks();
            const auto it = std::upper_bound(chunks.begin(), chunks.end(), event,
                [](std::uint32_t id, const core::EventChunk &chunk) { return id < chunk.firstEvent; });
            m_chunk = &*(it - 1);
        }
        const core::StringId category = m_chunk->category[event - m_chunk->firstEvent];
        const auto [it, isNew] = m_tags.try_emplace(category, EventTag::Other);
        if (isNew)
            it->second = tagOfCategory(m_document.text(category));
        return it->second;
    }

    const core::TraceDocument &m_document;
    const core::EventChunk *m_chunk = nullptr;
    std::unordered_map<core::StringId, EventTag> m_tags;
};

core::Error cancelled()
{
    return {core::ErrorCode::Cancelled, "cancelled", {}, -1};
}

std::size_t spanCount(const std::vector<core::LodLane> &lanes)
{
    return std::accumulate(lanes.begin(), lanes.end(), std::size_t{0},
        [](std::size_t sum, const core::LodLane &lod) { return sum + lod.lane().size(); });
}

// Kernels are in start order, so one pass finds the union for each device. As for gaps, a device is idle while work is in flight.
std::vector<BusyTime> busyOfDevices(const core::TraceDocument &document)
{
    const std::vector<bool> inFlight = core::inFlightStreams(document);
    std::vector<BusyTime> busy(document.devices.size());
    for (std::uint32_t i = 0; i < document.kernels.size(); ++i) {
        const core::DeviceId device = document.deviceOf(core::KernelId{i});
        if (device.value < busy.size() && (inFlight.empty() || !inFlight[document.kernels.stream[i].value]))
            busy[device.value].add({{document.kernels.start[i]}, {document.kernels.end(i)}});
    }
    for (BusyTime &device : busy)
        device.finish();
    return busy;
}

} // namespace

core::Result<std::shared_ptr<LaneSet>> layOutStreamLanes(const core::TraceDocument &document, const core::JobControl &control)
{
    core::Result<std::vector<core::TrackLanes>> laid = core::layOutStreams(document, control);
    if (!laid)
        return laid.error();
    auto set = std::make_shared<LaneSet>();
    set->tracks = *std::move(laid);
    set->kernels.resize(set->tracks.size());
    set->events.resize(set->tracks.size());
    set->busy = busyOfDevices(document);
    return set;
}

core::Result<LaneSetPtr> addStreamLevels(std::shared_ptr<LaneSet> lanes, const core::TraceDocument &document,
    const core::KernelNames &names, const core::JobControl &control)
{
    for (std::size_t i = 0; i < lanes->tracks.size(); ++i) {
        for (const core::Lane &lane : lanes->tracks[i].kernels) {
            if (control.stopRequested())
                return cancelled();
            std::vector<std::uint8_t> tags(lane.size());
            for (std::uint32_t row = 0; row < lane.size(); ++row)
                tags[row] = static_cast<std::uint8_t>(names.category(document.kernels.name[lane.item(row)]));
            lanes->kernels[i].emplace_back(lane, std::move(tags), static_cast<unsigned>(core::kCategories));
        }
    }
    return LaneSetPtr(std::move(lanes));
}

core::Result<LaneSetPtr> buildStreamLanes(
    const core::TraceDocument &document, const core::KernelNames &names, const core::JobControl &control)
{
    core::Result<std::shared_ptr<LaneSet>> lanes = layOutStreamLanes(document, control);
    return lanes ? addStreamLevels(*std::move(lanes), document, names, control) : lanes.error();
}

core::Result<LaneSetPtr> buildEventLanes(const core::TraceDocument &document, const core::JobControl &control)
{
    core::Result<std::vector<core::TrackLanes>> laid = core::layOutEvents(document, control);
    if (!laid)
        return laid.error();
    auto set = std::make_shared<LaneSet>();
    set->tracks = *std::move(laid);
    set->kernels.resize(set->tracks.size());
    set->events.resize(set->tracks.size());
    EventTagReader reader(document);
    for (std::size_t i = 0; i < set->tracks.size(); ++i) {
        for (const core::Lane &lane : set->tracks[i].events) {
            if (control.stopRequested())
                return cancelled();
            set->events[i].emplace_back(lane, reader.tagsOf(lane), kEventTags);
        }
    }
    return LaneSetPtr(std::move(set));
}

void BusyTime::add(core::TimeRange range)
{
    if (range.end <= range.begin)
        return;
    if (m_last && range.begin <= m_last->end) {
        m_last->end = std::max(m_last->end, range.end);
        return;
    }
    closeLast();
    m_last = range;
}

void BusyTime::finish()
{
    closeLast();
    m_ranges.shrink();
    m_before.shrink_to_fit();
}

void BusyTime::closeLast()
{
    if (!m_last)
        return;
    if (m_ranges.size() % core::SpanColumn::kBlock == 0)
        m_before.push_back(m_total);
    m_ranges.append(m_last->begin.value, m_last->end.value);
    m_total = core::addSaturated(m_total, m_last->length().value);
    m_last.reset();
}

std::int64_t BusyTime::before(std::int64_t timeNs) const
{
    const std::uint32_t next = m_ranges.firstFrom(0, timeNs);
    if (next == 0)
        return 0;
    const std::uint32_t row = next - 1; // the last one with an earlier begin
    const std::uint32_t block = row / core::SpanColumn::kBlock;
    std::int64_t sum = m_before[block];
    for (std::uint32_t i = block * core::SpanColumn::kBlock; i < row; ++i)
        sum += m_ranges.length(i);
    return sum + std::min(timeNs, m_ranges.end(row)) - m_ranges.start(row);
}

std::int64_t BusyTime::within(core::TimeRange range) const
{
    return before(range.end.value) - before(range.begin.value);
}

std::optional<core::TimeRange> BusyTime::idleAfter(std::int64_t timeNs, std::int64_t minNs) const
{
    const std::uint32_t next = m_ranges.firstFrom(0, timeNs);
    for (std::uint32_t row = next > 0 ? next - 1 : 0; row + 1 < m_ranges.size(); ++row) {
        const core::TimeRange idle{{m_ranges.end(row)}, {m_ranges.start(row + 1)}};
        if (idle.begin.value >= timeNs && idle.length().value >= minNs)
            return idle;
    }
    return std::nullopt;
}

std::optional<core::TimeRange> BusyTime::idleBefore(std::int64_t timeNs, std::int64_t minNs) const
{
    const std::uint32_t last = m_ranges.size() > 0 ? m_ranges.size() - 1 : 0;
    for (std::uint32_t row = std::min(m_ranges.firstFrom(0, timeNs), last); row > 0; --row) {
        const core::TimeRange idle{{m_ranges.end(row - 1)}, {m_ranges.start(row)}};
        if (idle.end.value <= timeNs && idle.length().value >= minNs)
            return idle;
    }
    return std::nullopt;
}

const core::DeviceSegmentation *TimelineData::device(core::DeviceId id) const
{
    if (!segmentation || id.value >= segmentation->devices.size())
        return nullptr;
    return &segmentation->devices[id.value];
}

namespace {

// Name of a thread without the number that stands beside it: "python3" of Kineto's "thread 25286 (python3)", "py_xla_callback" of
// XLA's "py_xla_callback/8799"; without a name the number.
QString threadLabel(const QString &name, const QString &number)
{
    const QString kineto = QStringLiteral("thread %1").arg(number);
    if (name.isEmpty() || name.compare(kineto, Qt::CaseInsensitive) == 0)
        return number;
    if (const QString begin = kineto + QStringLiteral(" ("); name.startsWith(begin) && name.endsWith(u')'))
        return name.sliced(begin.size()).chopped(1);
    return name.endsWith(u'/' + number) ? name.chopped(number.size() + 1) : name;
}

class Assembler {
public:
    explicit Assembler(TimelineData &data)
        : m_data(data)
        , m_document(*data.document)
    {
        findLaunchers();
    }

    void addDevice(core::DeviceId device)
    {
        TimelineGroup group;
        group.device = device;
        const core::Device &info = m_document.devices[device.value];
        const std::string_view processor = core::processorOf(m_document);
        group.title = (processor == "TPU"   ? TimelineText::tr("TPU %1")
                : processor == "Ascend NPU" ? TimelineText::tr("NPU %1")
                                            : TimelineText::tr("GPU %1"))
                          .arg(info.number);
        group.note = QString::fromStdString(info.name);
        const core::DeviceSegmentation *segmentation = m_data.device(device);
        const core::StreamId mainStream = segmentation != nullptr ? segmentation->mainStream : core::StreamId{};
        std::vector<core::StreamId> streams;
        for (std::uint32_t i = 0; i < m_document.streams.size(); ++i) {
            if (m_document.streams[i].device == device)
                streams.emplace_back(i);
        }
        std::stable_partition(streams.begin(), streams.end(), [&](core::StreamId id) { return id == mainStream; });
        for (const core::StreamId stream : streams)
            addStream(group, stream, stream == mainStream);
        if (!group.tracks.empty())
            m_data.groups.push_back(std::move(group));
    }

    void addProcesses(core::TrackKind kind)
    {
        std::vector<std::string> order;
        std::unordered_map<std::string, std::vector<std::uint32_t>> tracksOf;
        for (std::uint32_t i = 0; i < m_document.tracks.size(); ++i) {
            if (m_document.tracks[i].kind != kind || m_data.events->events[i].empty())
                continue;
            std::vector<std::uint32_t> &list = tracksOf[m_document.tracks[i].process];
            if (list.empty())
                order.push_back(m_document.tracks[i].process);
            list.push_back(i);
        }
        for (const std::string &process : order)
            addProcess(tracksOf[process], kind);
    }

private:
    // Tracks that a device has beside its streams, as the collectives of an NPU, stand with the streams.
    TimelineGroup *deviceOf(const std::string &process)
    {
        for (const core::Stream &stream : m_document.streams)
            if (stream.track.value < m_document.tracks.size() && m_document.tracks[stream.track.value].process == process)
                for (TimelineGroup &group : m_data.groups)
                    if (group.device == stream.device)
                        return &group;
        return nullptr;
    }

    // For each stream, the process of the first launch found.
    void findLaunchers()
    {
        m_launchers.resize(m_document.streams.size());
        std::size_t open = m_launchers.size();
        for (std::uint32_t k = 0; k < m_document.kernels.size() && open > 0; ++k) {
            QString &process = m_launchers[m_document.kernels.stream[k].value];
            const core::EventId launch = m_document.kernels.launch[k];
            if (!process.isEmpty() || launch.value >= m_document.events.size())
                continue;
            const core::TrackId track = m_document.events.row(launch).track;
            if (track.value >= m_document.tracks.size())
                continue;
            process = QStringLiteral("p") + QString::fromStdString(m_document.tracks[track.value].process);
            --open;
        }
    }

    void addStream(TimelineGroup &group, core::StreamId stream, bool main)
    {
        TimelineTrack track;
        const core::Stream &recorded = m_document.streams[stream.value];
        track.label = recorded.recorded() ? TimelineText::tr("Stream %1").arg(recorded.number)
                                          : qtext(m_document.tracks[recorded.track.value].thread);
        track.note = main ? TimelineText::tr("compute") : TimelineText::tr("side");
        track.key = QStringLiteral("d%1/s%2")
                        .arg(m_document.devices[m_document.streams[stream.value].device.value].number)
                        .arg(m_document.streams[stream.value].number);
        if (stream.value < m_launchers.size())
            track.process = m_launchers[stream.value];
        const core::TrackId trackId = m_document.streams[stream.value].track;
        for (const core::LodLane &lod : m_data.streams->kernels[stream.value])
            track.lanes.push_back({LaneKind::Kernels, main && track.lanes.empty(), track.lanes.empty(), &lod, trackId, stream});
        if (m_data.events && trackId.value < m_data.events->events.size()) {
            for (const core::LodLane &lod : m_data.events->events[trackId.value])
                track.lanes.push_back({LaneKind::Ranges, false, track.lanes.empty(), &lod, trackId, stream});
        }
        if (!track.lanes.empty())
            group.tracks.push_back(std::move(track));
    }

    void addProcess(std::vector<std::uint32_t> &tracks, core::TrackKind kind)
    {
        const auto &events = m_data.events->events;
        std::stable_sort(tracks.begin(), tracks.end(),
            [&](std::uint32_t a, std::uint32_t b) { return spanCount(events[a]) > spanCount(events[b]); });
        const core::Track &first = m_document.tracks[tracks.front()];
        if (TimelineGroup *device = kind == core::TrackKind::Other ? deviceOf(first.process) : nullptr; device != nullptr)
            return addThreads(*device, tracks);
        TimelineGroup group;
        const QString process = qtext(first.process);
        group.note = QString::fromStdString(first.processName);
        // XLA names its processes itself: /host:CPU, and /device:TPU:0 for the lines of a device without operations.
        const bool named = group.note.startsWith(QLatin1Char('/'));
        group.title = named ? group.note : kind == core::TrackKind::Cpu ? TimelineText::tr("CPU %1").arg(process) : process;
        if (group.note == group.title)
            group.note.clear();
        group.process = QStringLiteral("p") + process;
        addThreads(group, tracks);
        m_data.groups.push_back(std::move(group));
    }

    void addThreads(TimelineGroup &group, const std::vector<std::uint32_t> &tracks) const
    {
        for (const std::uint32_t id : tracks) {
            TimelineTrack track;
            const core::Track &info = m_document.tracks[id];
            track.label = threadLabel(qtext(info.threadName), qtext(info.thread));
            if (track.label != qtext(info.thread) && !track.label.endsWith(u' ' + qtext(info.thread)))
                track.note = qtext(info.thread);
            track.key = QStringLiteral("p%1/t%2").arg(qtext(info.process), qtext(info.thread));
            for (const core::LodLane &lod : m_data.events->events[id])
                track.lanes.push_back({LaneKind::Frames, false, track.lanes.empty(), &lod, core::TrackId{id}, {}});
            group.tracks.push_back(std::move(track));
        }
    }

    TimelineData &m_data;
    const core::TraceDocument &m_document;
    std::vector<QString> m_launchers; // row = StreamId
};

} // namespace

TimelineDataPtr assembleTimeline(std::shared_ptr<const core::TraceDocument> document,
    std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names, LaneSetPtr streams,
    LaneSetPtr events)
{
    auto data = std::make_shared<TimelineData>();
    data->document = std::move(document);
    data->segmentation = std::move(segmentation);
    data->names = std::move(names);
    data->streams = std::move(streams);
    data->events = std::move(events);
    Assembler assembler(*data);
    for (std::uint32_t i = 0; i < data->document->devices.size(); ++i)
        assembler.addDevice(core::DeviceId{i});
    if (data->events) {
        assembler.addProcesses(core::TrackKind::Cpu);
        assembler.addProcesses(core::TrackKind::Other);
    }
    return data;
}

void addTraffic(TimelineData &data, TrafficLanesPtr traffic)
{
    static const core::Lane none;
    static const core::LodLane withoutSpans(none, {}, 1);
    data.traffic = std::move(traffic);
    for (TimelineGroup &group : data.groups) {
        if (!group.device.valid() || !data.traffic->devices[group.device.value].coversMost())
            continue;
        TimelineTrack track;
        track.label = TimelineText::tr("Modelled traffic");
        const double peak = data.traffic->bytesPerSecond[group.device.value] / 1e12;
        track.note = TimelineText::tr("100 % = %1 TB/s").arg(QString::number(peak, 'g', 3));
        track.key = QStringLiteral("d%1/traffic").arg(data.document->devices[group.device.value].number);
        track.lanes.push_back({LaneKind::Traffic, false, true, &withoutSpans, {}, {}, group.device});
        group.tracks.push_back(std::move(track));
    }
}

QString frameLabel(const QString &name)
{
    const qsizetype suffix = name.indexOf(QLatin1String(".py("));
    const qsizetype colon = suffix < 0 ? -1 : name.indexOf(QLatin1String("): "), suffix);
    if (colon < 0)
        return name;
    const qsizetype slash = name.lastIndexOf(u'/', suffix);
    return name.mid(slash + 1, suffix + 3 - slash - 1) + QStringLiteral(" · ") + name.mid(colon + 3);
}

} // namespace lamella::ui
