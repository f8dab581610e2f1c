// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/DocumentBuilder.h"

#include "core/base/Saturate.h"
#include "core/import/KernelOddities.h"

#include <algorithm>
#include <cassert>

namespace lamella::core {

namespace {

constexpr std::uint32_t kChunkRows = 65536;

struct LaunchKey {
    std::uint64_t process = 0;
    std::int64_t correlation = 0;
    bool operator==(const LaunchKey &) const = default;
};

struct LaunchKeyHash {
    std::size_t operator()(const LaunchKey &key) const noexcept
    {
        // Both parts are small dense numbers in practice; the multiplier is that of Fibonacci hashing.
        return static_cast<std::size_t>((key.process * 0x9E3779B97F4A7C15u) ^ static_cast<std::uint64_t>(key.correlation));
    }
};

} // namespace

struct DocumentBuilder::Launches {
    std::unordered_map<LaunchKey, EventId, LaunchKeyHash> calls;
};

DocumentBuilder::DocumentBuilder()
    : m_document(std::make_shared<TraceDocument>())
    , m_launches(std::make_unique<Launches>())
{
}

DocumentBuilder::~DocumentBuilder() = default;

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

EventId DocumentBuilder::add(const RecordedEvent &event)
{
    if (m_chunks.empty() || m_chunks.back().size() == kChunkRows) {
        m_chunks.emplace_back();
        m_chunks.back().firstEvent = m_events;
        m_placed = false;
    }
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

void DocumentBuilder::setValue(SparseKey key, std::int64_t value)
{
    assert(!m_chunks.empty());
    EventChunk &chunk = m_chunks.back();
    SparseColumn &column = chunk.sparse[static_cast<std::size_t>(key)];
    column.rows.push_back(chunk.size() - 1);
    column.values.push_back(value);
}

void DocumentBuilder::setText(std::uint32_t offset, std::uint32_t length)
{
    assert(!m_chunks.empty());
    EventChunk &chunk = m_chunks.back();
    if (chunk.size() == 1)
        chunk.textOffset = offset;
    assert(offset >= chunk.textOffset);
    chunk.offset.back() = static_cast<std::uint32_t>(offset - chunk.textOffset);
    chunk.length.back() = length;
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
        return; // an event without a text
    chunk.offset.back() = static_cast<std::uint32_t>(distance);
    chunk.length.back() = length;
}

void DocumentBuilder::addWork(const RecordedWork &work)
{
    m_work.push_back(work);
    m_streams.try_emplace({work.device, work.stream});
}

void DocumentBuilder::addLaunch(std::uint64_t process, std::int64_t correlation, EventId call)
{
    // The first call of an id launches; later ones of the same id (a driver call inside a runtime call) belong to it.
    m_launches->calls.try_emplace({process, correlation}, call);
}

void DocumentBuilder::buildStreams()
{
    for (auto &[place, id] : m_streams) {
        const auto &[device, stream] = place;
        if (m_document->devices.empty() || m_document->devices.back().number != device) {
            const auto facts = m_deviceFacts.find(device);
            m_document->devices.push_back(facts == m_deviceFacts.end() ? Device{} : facts->second);
            m_document->devices.back().number = device;
        }
        id = StreamId{static_cast<std::uint32_t>(m_document->streams.size())};
        m_document->streams.push_back({DeviceId{static_cast<std::uint32_t>(m_document->devices.size() - 1)}, stream, TrackId{}});
    }
    for (const RecordedWork &work : m_work) {
        const StreamId id = m_streams.at({work.device, work.stream});
        Stream &stream = m_document->streams[id.value];
        if (!stream.track.valid())
            stream.track = work.track;
        Track &track = at(work.track);
        track.kind = TrackKind::GpuStream;
        if (!track.stream.valid())
            track.stream = id;
    }
}

bool DocumentBuilder::buildKernels(const JobControl &control)
{
    KernelTable &table = m_document->kernels;
    const EventTable &events = m_document->events;
    std::vector<std::pair<std::int64_t, std::uint32_t>> order; // (start, row of m_work); rows are in order of their events
    order.reserve(m_work.size());
    std::sort(m_work.begin(), m_work.end(), [](const RecordedWork &a, const RecordedWork &b) { return a.event < b.event; });
    for (std::uint32_t i = 0; i < m_work.size(); ++i)
        order.emplace_back(events.row(m_work[i].event).start, i);
    if (control.stopRequested())
        return false;
    std::sort(order.begin(), order.end());
    std::map<LaunchShape, ShapeId> shapes;
    for (const auto &[start, row] : order) {
        const RecordedWork &work = m_work[row];
        const EventRow event = events.row(work.event);
        table.start.push_back(start);
        table.duration.push_back(std::max<std::int64_t>(event.duration, 0));
        table.name.push_back(event.name);
        table.event.push_back(work.event);
        table.stream.push_back(m_streams.at({work.device, work.stream}));
        table.kind.push_back(work.kind);
        ShapeId shape;
        if (work.shape.recorded()) {
            const auto [it, added] = shapes.try_emplace(work.shape, ShapeId{static_cast<std::uint32_t>(table.shapes.size())});
            if (added)
                table.shapes.push_back(work.shape);
            shape = it->second;
        }
        table.shape.push_back(shape);
        table.correlation.push_back(work.correlation);
        const auto call =
            work.correlation == 0 ? m_launches->calls.end() : m_launches->calls.find({work.process, work.correlation});
        table.launch.push_back(call == m_launches->calls.end() ? work.launch : call->second);
    }
    return !control.stopRequested();
}

void DocumentBuilder::buildBounds()
{
    TraceBounds bounds;
    for (const EventChunk &chunk : m_document->events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.start[row] == EventTable::kNoTime)
                continue;
            const std::int64_t end = addSaturated(chunk.start[row], std::max<std::int64_t>(chunk.duration[row], 0));
            bounds.exactBegin = bounds.empty ? chunk.start[row] : std::min(bounds.exactBegin, chunk.start[row]);
            bounds.exactEnd = bounds.empty ? end : std::max(bounds.exactEnd, end);
            bounds.empty = false;
        }
    }
    bounds.perfettoBegin = bounds.exactBegin;
    bounds.perfettoEnd = bounds.exactEnd;
    m_document->bounds = bounds;
}

std::shared_ptr<const TraceDocument> DocumentBuilder::finish(const JobControl &control)
{
    m_document->events = EventTable(std::move(m_chunks));
    buildStreams();
    if (!buildKernels(control))
        return nullptr;
    buildBounds();
    noteKernelOddities(*m_document);
    return m_document;
}

} // namespace lamella::core
