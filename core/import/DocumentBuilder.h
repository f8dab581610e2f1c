// SPDX-License-Identifier: GPL-3.0-or-later
// For formats that give records one by one (databases, tables, protobuf): gathers tracks, events, GPU work and launches, and
// makes the frozen document of them. Kernels come out in start order, devices and streams by number, launches joined per process.
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
    char phase = 'X'; // as in Chrome traces: X span, b span that nests in nothing, i instant
};

// One GPU operation of an event that was added before.
struct RecordedWork {
    EventId event;
    std::int64_t device = 0; // numbers as recorded
    std::int64_t stream = 0;
    TrackId track; // of the stream
    KernelKind kind = KernelKind::Kernel;
    LaunchShape shape;
    std::uint64_t process = 0; // whose correlation ids
    std::int64_t correlation = 0; // 0 = none
    EventId launch; // where the call is known otherwise than by a correlation
};

class DocumentBuilder {
public:
    explicit DocumentBuilder(const ImportLimits &limits = {});
    ~DocumentBuilder();

    [[nodiscard]] TraceDocument &document() { return *m_document; } // metadata, source, diagnostics
    StringId intern(std::string_view text);
    // The track of that process and thread; its names and kind can be set until finish().
    TrackId track(std::string_view process, std::string_view thread);
    [[nodiscard]] Track &at(TrackId track) { return m_document->tracks[track.value]; }
    void nameDevice(std::int64_t number, std::string name) { m_deviceFacts[number].name = std::move(name); }
    // As the profiler recorded them; 0 = not recorded.
    void setPeaks(std::int64_t number, double flopsPerSecond, double bytesPerSecond);
    // The row that says the same, added when there is none.
    OperationId operation(const Operation &operation);

    // What the document takes is counted here; who keeps more beside it says so.
    [[nodiscard]] MemoryBudget &memory() { return m_memory; }
    // No event more may be added: there are as many as the limits allow, or the memory is exceeded. limitError() says which.
    [[nodiscard]] bool full() const { return m_events >= m_mostEvents || m_memory.exceeded(); }
    [[nodiscard]] Error limitError(const std::string &path) const;

    [[nodiscard]] std::uint32_t events() const { return m_events; }
    // What lies beyond the bound of times is kept without them and counted (core/base/TimeBound.h).
    EventId add(const RecordedEvent &event);
    void setValue(SparseKey key, std::int64_t value); // of the event added last
    void setText(std::uint32_t offset, std::uint32_t length); // of the event added last: where it stands in the file,
                                                              // behind all events added before
    // Where the event added last stands in the (inflated) source; what that means, only EventTextReader knows of each format.
    void setPlace(std::int64_t offset, std::uint32_t length);
    void addWork(const RecordedWork &work); // not for an event without a duration
    void addLaunch(std::uint64_t process, std::int64_t correlation, EventId call);

    // Zero is the earliest start, as for all formats that Perfetto does not read (help/measures.md). Null when stopped.
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
    std::uint32_t m_mostEvents;
    std::uint64_t m_values = 0; // of sparse columns
    MemoryBudget m_memory;
    std::uint64_t m_counted = 0; // bytes of the document that m_memory holds
    std::uint64_t m_textsCounted = 0; // of these
    bool m_placed = false; // whether an event of the last chunk has a place
    std::unique_ptr<Pieces> m_pieces; // of GPU work
    std::unique_ptr<Launches> m_launches;
};

} // namespace lamella::core
