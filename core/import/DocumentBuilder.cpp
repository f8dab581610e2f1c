// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DocumentBuilder.h"

#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/base/StoppableSort.h"
#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/KernelDiagnostics.h"
#include "core/model/MemoryLog.h"

#include <algorithm>
#include <cassert>
#include <compare>
#include <deque>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kChunkRows = 65536;
constexpr std::uint32_t kRowsBetweenCounts = 4096;
constexpr std::uint64_t kTextsBetweenCounts = std::uint64_t{1} << 20; // bytes

// 16 bytes each: a capture of hours has tens of millions.
struct LaunchCall {
    std::uint32_t process = 0; // index by first use
    EventId event;
    std::int64_t correlation = 0;
    auto operator<=>(const LaunchCall &other) const
    {
        return std::tie(process, correlation, event) <=> std::tie(other.process, other.correlation, other.event);
    }
    bool operator==(const LaunchCall &) const = default;
};

} // namespace

struct DocumentBuilder::Launches {
    std::unordered_map<std::uint64_t, std::uint32_t> processes;
    std::deque<LaunchCall> calls; // a deque grows without copying

    std::uint32_t index(std::uint64_t process)
    {
        return processes.try_emplace(process, static_cast<std::uint32_t>(processes.size())).first->second;
    }
    // Call once, after the last add.
    bool sort(const std::stop_token &stop) { return stoppableSort(calls.begin(), calls.end(), std::less<>(), stop); }
    // The first call with the id; later ones (a driver call inside a runtime call) belong to it. Invalid if not recorded.
    [[nodiscard]] EventId find(std::uint32_t process, std::int64_t correlation) const
    {
        const auto call = std::lower_bound(calls.begin(), calls.end(), LaunchCall{process, EventId(0), correlation});
        return call != calls.end() && call->process == process && call->correlation == correlation ? call->event : EventId();
    }
};

// RecordedWork compressed to 32 bytes; values common to many pieces are stored once.
struct DocumentBuilder::Pieces {
    struct Piece {
        EventId event;
        EventId launch;
        std::uint32_t stream = 0; // row of streams
        std::uint32_t shape = 0; // row of shapes; 0 = none
        std::uint32_t process = 0; // Launches::index
        KernelKind kind = KernelKind::Kernel;
        std::int64_t correlation = 0;
    };
    struct Place {
        TrackId track; // of the first piece of work
        StreamId id; // set once all streams are known
    };
    std::deque<Piece> all;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> streamOf; // (device, stream) -> row of streams
    std::vector<Place> streams;
    std::vector<std::pair<TrackId, std::uint32_t>> tracks; // with the stream of their first work, in order of first work
    std::unordered_map<TrackId, std::uint32_t> trackSeen;
    std::map<LaunchShape, std::uint32_t> shapeOf;
    std::vector<LaunchShape> shapes{LaunchShape{}};

    void add(const RecordedWork &work, std::uint32_t process)
    {
        const auto [stream, newStream] =
            streamOf.try_emplace({work.device, work.stream}, static_cast<std::uint32_t>(streams.size()));
        if (newStream)
            streams.push_back({work.track, {}});
        if (trackSeen.try_emplace(work.track, stream->second).second)
            tracks.emplace_back(work.track, stream->second);
        std::uint32_t shape = 0;
        if (work.shape.recorded()) {
            const auto [known, added] = shapeOf.try_emplace(work.shape, static_cast<std::uint32_t>(shapes.size()));
            if (added)
                shapes.push_back(work.shape);
            shape = known->second;
        }
        all.push_back({work.event, work.launch, stream->second, shape, process, work.kind, work.correlation});
    }
};

DocumentBuilder::DocumentBuilder(const ImportLimits &limits)
    : m_document(std::make_shared<TraceDocument>())
    , m_maxEvents(limits.maxEvents != 0 ? limits.maxEvents : ImportLimits().maxEvents)
    , m_memory(limits)
    , m_pieces(std::make_unique<Pieces>())
    , m_launches(std::make_unique<Launches>())
{
}

DocumentBuilder::~DocumentBuilder() = default;

StringId DocumentBuilder::intern(std::string_view text)
{
    const StringId id = m_document->strings.intern(text);
    if (m_document->strings.memoryBytes() >= m_textsCounted + kTextsBetweenCounts)
        count();
    return id;
}

// Updates the memory count: the document so far, plus what finish() will build before it frees the pieces.
void DocumentBuilder::count()
{
    constexpr std::uint64_t kEvent = 36;
    constexpr std::uint64_t kValue = sizeof(std::uint32_t) + sizeof(std::int64_t);
    constexpr std::uint64_t kWork = sizeof(Pieces::Piece) + 16 + 40; // a sort key and a row of the kernel table
    constexpr std::uint64_t kTrack = 512; // with names and the map node
    m_textsCounted = m_document->strings.memoryBytes();
    const std::uint64_t bytes = m_events * kEvent + m_values * kValue + m_pieces->all.size() * kWork
        + m_pieces->shapes.size() * 4 * sizeof(LaunchShape) + m_launches->calls.size() * sizeof(LaunchCall) + m_textsCounted
        + m_document->tracks.size() * kTrack + m_document->operations.size() * 4 * sizeof(Operation);
    m_memory.hold(bytes - std::min(bytes, m_counted));
    m_counted = std::max(bytes, m_counted);
}

Error DocumentBuilder::limitError(const std::string &path) const
{
    if (m_memory.exceeded())
        return m_memory.limitError(path);
    return Error{ErrorCode::Limit, msg("more than %1 events; record a shorter trace", m_maxEvents), path};
}

TrackId DocumentBuilder::track(std::string_view process, std::string_view thread)
{
    const auto [it, added] = m_tracks.try_emplace(
        {std::string(process), std::string(thread)}, TrackId{static_cast<std::uint32_t>(m_document->tracks.size())});
    if (added) {
        Track track;
        track.process = process;
        track.thread = thread;
        m_document->tracks.push_back(std::move(track));
    }
    return it->second;
}

RecordedEvent DocumentBuilder::bounded(RecordedEvent event)
{
    if (!isWithinBound(event.start)) {
        m_document->diagnostics.add(diagnostics::kBadTimestamp, -1, m_document->text(event.name));
        event.start = EventTable::kNoTime;
        event.duration = -1;
    } else if (!endsWithinBound(event.start, event.duration)) {
        m_document->diagnostics.add(diagnostics::kBadDuration, -1, m_document->text(event.name));
        event.duration = -1;
    }
    return event;
}

EventId DocumentBuilder::add(const RecordedEvent &recorded)
{
    if (m_chunks.empty() || m_chunks.back().size() == kChunkRows) {
        m_chunks.emplace_back();
        m_chunks.back().firstEvent = m_events;
        m_placed = false;
    }
    if (m_events % kRowsBetweenCounts == 0)
        count();
    const RecordedEvent event = bounded(recorded);
    EventChunk &chunk = m_chunks.back();
    chunk.start.push_back(event.start);
    chunk.duration.push_back(event.duration);
    chunk.name.push_back(event.name);
    chunk.category.push_back(event.category);
    chunk.track.push_back(event.track);
    chunk.offset.push_back(0);
    chunk.length.push_back(0);
    chunk.phase.push_back(event.phase);
    return EventId{m_events++};
}

void DocumentBuilder::setDuration(EventId event, std::int64_t duration)
{
    EventChunk &chunk = m_chunks[event.value / kChunkRows];
    const std::uint32_t row = event.value % kChunkRows;
    if (chunk.start[row] == EventTable::kNoTime)
        return;
    chunk.duration[row] = bounded({chunk.start[row], duration, chunk.name[row], {}, {}, 'X'}).duration;
}

std::int64_t DocumentBuilder::durationOf(EventId event) const
{
    return m_chunks[event.value / kChunkRows].duration[event.value % kChunkRows];
}

void DocumentBuilder::setValue(SparseKey key, std::int64_t value)
{
    assert(!m_chunks.empty());
    EventChunk &chunk = m_chunks.back();
    SparseColumn &column = chunk.sparse[static_cast<std::size_t>(key)];
    column.rows.push_back(chunk.size() - 1);
    column.values.push_back(value);
    ++m_values;
}

void DocumentBuilder::setCategory(StringId category)
{
    assert(!m_chunks.empty());
    m_chunks.back().category.set(m_chunks.back().size() - 1, category);
}

void DocumentBuilder::setText(std::uint32_t offset, std::uint32_t length)
{
    assert(!m_chunks.empty());
    EventChunk &chunk = m_chunks.back();
    if (chunk.size() == 1)
        chunk.textOffset = offset;
    assert(offset >= chunk.textOffset);
    chunk.offset.back() = static_cast<std::uint32_t>(offset - chunk.textOffset);
    chunk.length.set(chunk.size() - 1, length);
}

void DocumentBuilder::setPeaks(std::int64_t number, double flopsPerSecond, double bytesPerSecond)
{
    m_deviceFacts[number].peakFlopsPerSecond = flopsPerSecond;
    m_deviceFacts[number].peakBytesPerSecond = bytesPerSecond;
}

OperationId DocumentBuilder::operation(const Operation &operation)
{
    std::vector<Operation> &rows = m_document->operations;
    const auto [it, added] = m_operationIndex.try_emplace(operation, static_cast<std::uint32_t>(rows.size()));
    if (added)
        rows.push_back(operation);
    return OperationId{it->second};
}

void DocumentBuilder::setPlace(std::int64_t offset, std::uint32_t length)
{
    assert(!m_chunks.empty());
    EventChunk &chunk = m_chunks.back();
    if (!m_placed)
        chunk.textOffset = offset > UINT32_MAX ? offset : 0;
    m_placed = true;
    const std::int64_t distance = subtractSaturated(offset, chunk.textOffset);
    if (distance < 0 || distance > UINT32_MAX)
        return; // an event without text
    chunk.offset.back() = static_cast<std::uint32_t>(distance);
    chunk.length.set(chunk.size() - 1, length);
}

void DocumentBuilder::addWork(const RecordedWork &work)
{
    // An event without a duration has times beyond the bound.
    if (m_chunks[work.event.value / kChunkRows].duration[work.event.value % kChunkRows] < 0)
        return;
    m_pieces->add(work, work.correlation == 0 ? 0 : m_launches->index(work.process));
    if (m_pieces->all.size() % kRowsBetweenCounts == 0)
        count();
}

void DocumentBuilder::addLaunch(std::uint64_t process, std::int64_t correlation, EventId call)
{
    m_launches->calls.push_back({m_launches->index(process), call, correlation});
}

void DocumentBuilder::buildStreams()
{
    for (const auto &[numbers, row] : m_pieces->streamOf) {
        const auto &[device, stream] = numbers;
        if (m_document->devices.empty() || m_document->devices.back().number != device) {
            const auto facts = m_deviceFacts.find(device);
            m_document->devices.push_back(facts == m_deviceFacts.end() ? Device{} : facts->second);
            m_document->devices.back().number = device;
        }
        Pieces::Place &place = m_pieces->streams[row];
        place.id = StreamId{static_cast<std::uint32_t>(m_document->streams.size())};
        m_document->streams.push_back(
            {DeviceId{static_cast<std::uint32_t>(m_document->devices.size() - 1)}, stream, place.track});
    }
    for (const auto &[id, row] : m_pieces->tracks) {
        Track &track = at(id);
        track.kind = TrackKind::GpuStream;
        if (!track.stream.valid())
            track.stream = m_pieces->streams[row].id;
    }
}

bool DocumentBuilder::buildKernels(const JobControl &control)
{
    KernelTable &table = m_document->kernels;
    const EventTable &events = m_document->events;
    std::deque<Pieces::Piece> &pieces = m_pieces->all;
    const auto byEvent = [](const Pieces::Piece &a, const Pieces::Piece &b) { return a.event < b.event; };
    if (!stoppableSort(pieces.begin(), pieces.end(), byEvent, control.stop))
        return false;
    std::vector<std::pair<std::int64_t, std::uint32_t>> order; // (start, row of pieces); rows are in event order
    order.reserve(pieces.size());
    for (std::uint32_t i = 0; i < pieces.size(); ++i)
        order.emplace_back(events.row(pieces[i].event).start, i);
    if (!stoppableSort(order.begin(), order.end(), std::less<>(), control.stop))
        return false;
    if (!m_launches->sort(control.stop))
        return false;
    for (auto *column : {&table.start, &table.duration})
        column->reserve(order.size()); // growth by doubling would briefly hold three times the memory
    for (auto *column : {&table.event, &table.launch})
        column->reserve(order.size());
    table.name.reserve(order.size());
    table.stream.reserve(order.size());
    table.kind.reserve(order.size());
    table.shape.reserve(order.size());
    table.correlation.reserve(order.size());
    std::vector<ShapeId> shapes(m_pieces->shapes.size()); // by first use in start order
    for (const auto &[start, row] : order) {
        const Pieces::Piece &work = pieces[row];
        const EventRow event = events.row(work.event);
        table.start.push_back(start);
        table.duration.push_back(event.duration);
        table.name.push_back(event.name);
        table.event.push_back(work.event);
        table.stream.push_back(m_pieces->streams[work.stream].id);
        table.kind.push_back(work.kind);
        ShapeId &shape = shapes[work.shape];
        if (work.shape != 0 && !shape.valid()) {
            shape = ShapeId{static_cast<std::uint32_t>(table.shapes.size())};
            table.shapes.push_back(m_pieces->shapes[work.shape]);
        }
        table.shape.push_back(shape);
        table.correlation.push_back(work.correlation);
        const EventId call = work.correlation == 0 ? EventId() : m_launches->find(work.process, work.correlation);
        table.launch.push_back(call.valid() ? call : work.launch);
    }
    return !control.stopRequested();
}

void DocumentBuilder::buildBounds()
{
    TraceBounds bounds = m_document->bounds; // empty, unless the file states its zero
    bounds.perfettoExact = true; // Perfetto gets these formats as traces that Lamella writes
    for (const EventChunk &chunk : m_document->events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.start[row] == EventTable::kNoTime)
                continue;
            const std::int64_t end = chunk.start[row] + std::max<std::int64_t>(chunk.duration[row], 0);
            bounds.exactBegin = bounds.empty ? chunk.start[row] : std::min(bounds.exactBegin, chunk.start[row]);
            bounds.exactEnd = bounds.empty ? end : std::max(bounds.exactEnd, end);
            bounds.empty = false;
        }
    }
    if (m_document->memory && bounds.empty) {
        const TimeRange range = m_document->memory->range();
        bounds.empty = range == TimeRange{};
        bounds.exactBegin = range.begin.value;
        bounds.exactEnd = range.end.value;
    }
    const std::int64_t shift = m_document->bounds.perfettoBegin - m_document->bounds.exactBegin; // 0, unless the file states one
    bounds.perfettoBegin = bounds.exactBegin + shift;
    bounds.perfettoEnd = bounds.exactEnd + shift;
    m_document->bounds = bounds;
}

std::shared_ptr<const TraceDocument> DocumentBuilder::finish(const JobControl &control)
{
    m_document->events = EventTable(std::move(m_chunks));
    buildStreams();
    if (!buildKernels(control))
        return nullptr;
    buildBounds();
    addKernelDiagnostics(*m_document);
    return m_document;
}

} // namespace lamella::core
