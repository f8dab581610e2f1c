// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendTimeline.h"

#include "core/base/Saturate.h"
#include "core/import/FilesBeside.h"
#include "core/import/TimestampParser.h"
#include "core/import/chrome/ChromeImporter.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::int64_t kSlackNs = 1; // the two files may differ in the last rounded digit

bool isBoard(const Track &track)
{
    return track.processName == "Ascend Hardware";
}

bool isCollectives(const Track &track)
{
    return (track.processName == "HCCL" || track.processName == "Communication") && track.threadName.starts_with("Group");
}

// False for lanes that are derived from the device work or duplicate it.
bool isHost(const Track &track)
{
    return !isBoard(track) && track.processName != "HCCL" && track.processName != "Communication"
        && track.processName != "Overlap Analysis";
}

} // namespace

std::string AscendTimeline::beside(const std::string &kernelTable)
{
    std::string path = pathBeside(kernelTable, "trace_view.json");
    return isFileAt(path) ? path : std::string{};
}

Result<AscendTimeline> AscendTimeline::read(const std::string &path, const ImportOptions &options, const JobControl &control)
{
    ImportOptions quiet = options;
    quiet.preview = nullptr; // the work is that of the table
    Result<std::shared_ptr<const TraceDocument>> document = ChromeImporter().read(path, quiet, control);
    if (!document)
        return document.error();
    AscendTimeline timeline;
    timeline.m_document = std::move(*document);
    timeline.m_fileBytes = timeline.m_document->source.fileBytes;
    return timeline;
}

void AscendTimeline::collectWork()
{
    const std::vector<AscendArrow> arrows = ascendArrows(*m_document);
    for (const EventChunk &chunk : m_document->events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const TrackId track = chunk.track[row];
            if (chunk.phase[row] != 'X' || !track.valid() || chunk.start[row] == EventTable::kNoTime)
                continue;
            const Track &lane = m_document->tracks[track.value];
            if (!isBoard(lane) && !isCollectives(lane))
                continue;
            Work work;
            work.start = chunk.start[row];
            work.track = track;
            if (isBoard(lane))
                work.stream = parseInteger(lane.thread);
            const auto arrow = std::lower_bound(arrows.begin(), arrows.end(), std::pair(work.start, track.value),
                [](const AscendArrow &a, const auto &place) { return std::pair(a.time, a.track.value) < place; });
            if (arrow != arrows.end() && arrow->time == work.start && arrow->track == track) {
                work.call = arrow->call;
                work.op = arrow->op;
                work.connection = arrow->connection;
            }
            m_work.push_back(work);
        }
    }
    std::stable_sort(m_work.begin(), m_work.end(),
        [](const Work &a, const Work &b) { return std::tie(a.start, a.stream) < std::tie(b.start, b.stream); });
}

void AscendTimeline::addHost(DocumentBuilder &builder)
{
    const std::uint64_t taken = m_document->memoryBytes() + m_document->events.size() * sizeof(EventId);
    builder.memory().hold(taken);
    collectWork();
    builder.memory().hold(m_work.capacity() * sizeof(Work));
    const TraceDocument &from = *m_document;
    std::vector<TrackId> tracks(from.tracks.size());
    std::vector<EventId> events(from.events.size()); // builder's event for each event of the timeline
    std::vector<StringId> names(from.strings.size());
    const auto text = [&](StringId id) {
        StringId &known = names[id.value];
        if (!known.valid())
            known = builder.intern(from.text(id));
        return known;
    };
    for (const EventChunk &chunk : from.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size() && !builder.full(); ++row) {
            const TrackId lane = chunk.track[row];
            if (chunk.phase[row] != 'X' || !lane.valid() || chunk.duration[row] < 0 || chunk.start[row] == EventTable::kNoTime
                || !isHost(from.tracks[lane.value]))
                continue;
            TrackId &track = tracks[lane.value];
            if (!track.valid()) {
                const Track &old = from.tracks[lane.value];
                track = builder.track(old.process, old.thread);
                Track &made = builder.at(track);
                made.processName = old.processName;
                made.threadName = old.threadName;
                made.sortIndex = old.sortIndex;
                made.kind = TrackKind::Cpu;
            }
            events[chunk.firstEvent + row] = builder.add(
                {chunk.start[row], chunk.duration[row], text(chunk.name[row]), text(chunk.category[row]), track, 'X'});
            for (const SparseKey key : {SparseKey::InputDims, SparseKey::InputTypes}) {
                if (const auto value = chunk.sparseValue(key, row))
                    builder.setValue(key, static_cast<std::int64_t>(text(StringId{static_cast<std::uint32_t>(*value)}).value));
            }
            for (const SparseKey key : {SparseKey::ExternalId, SparseKey::Sequence}) {
                if (const auto value = chunk.sparseValue(key, row))
                    builder.setValue(key, *value);
            }
            ++m_hostSpans;
        }
    }
    for (Work &work : m_work) {
        work.call = work.call.valid() ? events[work.call.value] : EventId{};
        work.op = work.op.valid() ? events[work.op.value] : EventId{};
    }
    m_document.reset();
    builder.memory().release(taken);
}

const AscendTimeline::Work *AscendTimeline::find(std::int64_t start, std::optional<std::int64_t> stream) const
{
    // Many streams may start work at the same time, so look up each candidate time with the stream.
    for (std::int64_t slack = -kSlackNs; slack <= kSlackNs; ++slack) {
        const std::int64_t time = addSaturated(start, slack);
        const auto it = std::lower_bound(m_work.begin(), m_work.end(), std::tie(time, stream),
            [](const Work &work, const auto &place) { return std::tie(work.start, work.stream) < place; });
        if (it != m_work.end() && it->start == time && it->stream == stream)
            return &*it;
    }
    const auto first = std::lower_bound(m_work.begin(), m_work.end(), subtractSaturated(start, kSlackNs),
        [](const Work &work, std::int64_t time) { return work.start < time; });
    const auto near = [&](auto it) { return it != m_work.end() && it->start <= addSaturated(start, kSlackNs); };
    return near(first) && !near(std::next(first)) ? &*first : nullptr;
}

} // namespace lamella::core
