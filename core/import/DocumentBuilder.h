// SPDX-License-Identifier: GPL-3.0-or-later
// For formats that provide single records (databases, tables, protobuf): collects tracks, events, GPU work and launches, and
// builds the document from them. Kernels end up in start order, devices and streams sorted by number, and launches are joined per
// process.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/MemoryBudget.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

struct RecordedEvent {
    std::int64_t start = 0; // ns on the clock of the file
    std::int64_t duration = -1; // ns; -1 = none
    StringId name;
    StringId category;
    TrackId track;
    char phase = 'X'; // as in Chrome traces: X span, b span without nesting, i instant
};

// One GPU operation; its event must have been added before.
struct RecordedWork {
    EventId event;
    std::int64_t device = 0; // numbers as recorded
    std::int64_t stream = 0;
    TrackId track; // of the stream
    KernelKind kind = KernelKind::Kernel;
    LaunchShape shape;
    std::uint64_t process = 0; // scope of the correlation id
    std::int64_t correlation = 0; // 0 = none
    EventId launch; // the launch, if known by other means than a correlation
};

class DocumentBuilder {
public:
    explicit DocumentBuilder(const ImportLimits &limits = {});
    ~DocumentBuilder();

    [[nodiscard]] TraceDocument &document() { return *m_document; } // for metadata, source and diagnostics
    StringId intern(std::string_view text);
    // The track of that process and thread. Its names and kind can be set until finish().
    TrackId track(std::string_view process, std::string_view thread);
    [[nodiscard]] Track &at(TrackId track) { return m_document->tracks[track.value]; }
    void nameDevice(std::int64_t number, std::string name) { m_deviceFacts[number].name = std::move(name); }
    // As the profiler recorded them; 0 = not recorded.
    void setPeaks(std::int64_t number, double flopsPerSecond, double bytesPerSecond);
    // The row equal to `operation`, added if new.
    OperationId operation(const Operation &operation);

    // Counts the memory of the document; importers add their own buffers to it.
    [[nodiscard]] MemoryBudget &memory() { return m_memory; }
    // True if no more events may be added, because of the limits on events or memory; limitError() tells which one.
    [[nodiscard]] bool full() const { return m_events >= m_maxEvents || m_memory.exceeded(); }
    [[nodiscard]] Error limitError(const std::string &path) const;

    [[nodiscard]] std::uint32_t events() const { return m_events; }
    // Times beyond the bound are not stored but counted (core/base/TimeBound.h).
    EventId add(const RecordedEvent &event);
    // Sets the duration of an event that was added without one, once its end is known.
    void setDuration(EventId event, std::int64_t duration);
    [[nodiscard]] std::int64_t durationOf(EventId event) const;
    void setValue(SparseKey key, std::int64_t value); // for the event added last
    void setCategory(StringId category); // of the event added last
    // Position of the last event's text in the file; it must be after those of all events added before.
    void setText(std::uint32_t offset, std::uint32_t length);
    // Position of the last event's text in the (inflated) source. Its meaning depends on the format; see EventTextReader.
    void setPlace(std::int64_t offset, std::uint32_t length);
    void addWork(const RecordedWork &work); // not for an event without a duration
    void addLaunch(std::uint64_t process, std::int64_t correlation, EventId call);

    // Zero is the earliest start, as for all formats that Perfetto does not read (help/measures.md). Null if stopped.
    [[nodiscard]] std::shared_ptr<const TraceDocument> finish(const JobControl &control);

private:
    struct Launches;
    struct Pieces;
    RecordedEvent bounded(RecordedEvent event);
    void buildStreams();
    bool buildKernels(const JobControl &control);
    void buildBounds();
    void count();

    std::shared_ptr<TraceDocument> m_document;
    std::map<std::pair<std::string, std::string>, TrackId, std::less<>> m_tracks;
    std::map<std::int64_t, Device> m_deviceFacts;
    std::unordered_map<Operation, std::uint32_t, OperationHash> m_operationIndex;
    std::vector<EventChunk> m_chunks;
    std::uint32_t m_events = 0;
    std::uint32_t m_maxEvents;
    std::uint64_t m_values = 0; // in sparse columns
    MemoryBudget m_memory;
    std::uint64_t m_counted = 0; // bytes of the document that m_memory counts
    std::uint64_t m_textsCounted = 0; // part of m_counted
    bool m_placed = false; // true if an event of the last chunk has a position
    std::unique_ptr<Pieces> m_pieces; // of GPU work
    std::unique_ptr<Launches> m_launches;
};

} // namespace lamella::core
