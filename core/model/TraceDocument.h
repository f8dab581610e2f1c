// SPDX-License-Identifier: GPL-3.0-or-later
// One imported trace, immutable. Passed as std::shared_ptr<const TraceDocument>; thread-safe.
#pragma once

#include "core/base/PerfettoTime.h"
#include "core/base/Time.h"
#include "core/model/EventTable.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/KernelTable.h"
#include "core/model/Operation.h"
#include "core/model/StringPool.h"
#include "core/model/TraceMetadata.h"
#include "core/model/TrackTable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct MemoryLog;

struct TraceSource {
    std::string path;
    std::uint64_t fileBytes = 0; // on disk
    std::int64_t modifiedNs = 0; // modification time; with fileBytes it shows whether offsets into the file are still valid
    std::uint64_t rawBytes = 0; // after inflating
    bool compressed = false;
    bool protobuf = false; // the text of an event is an XSpace message, not JSON
};

// Start and end of what Perfetto imports from the same file (help/measures.md lists the events that count).
struct TraceBounds {
    std::int64_t exactBegin = 0; // exact ns of the earliest such event: the zero of all tables and views
    std::int64_t exactEnd = 0;
    std::int64_t perfettoBegin = 0; // the same through Perfetto's double arithmetic: zero_ns / end_ns of `info`, links
    std::int64_t perfettoEnd = 0;
    bool empty = true;
    bool perfettoExact = false; // the file holds nanoseconds, which Perfetto stores as they are

    // The value that Perfetto computes for a duration of the same file.
    [[nodiscard]] std::int64_t perfetto(std::int64_t exactNs) const { return perfettoExact ? exactNs : perfettoNs(exactNs); }
    // The same of a time. In traces that Lamella wrote all times may be moved, because Perfetto has none below 0.
    [[nodiscard]] std::int64_t perfettoTime(std::int64_t exactNs) const
    {
        return perfettoExact ? exactNs + (perfettoBegin - exactBegin) : perfettoNs(exactNs);
    }
};

struct TraceDocument {
    std::shared_ptr<const void> storage; // memory borrowed by columns of events and kernels; first member, so destroyed last
    TraceSource source;
    TraceMetadata metadata;
    StringPool strings;
    EventTable events;
    std::vector<Track> tracks; // row = TrackId
    std::vector<Device> devices; // row = DeviceId, sorted by number
    std::vector<Stream> streams; // row = StreamId, sorted by (device, number)
    KernelTable kernels;
    std::vector<Operation> operations; // row = OperationId, by first use in the file
    TraceBounds bounds;
    ImportDiagnostics diagnostics;
    std::shared_ptr<const MemoryLog> memory; // of files that are about memory alone; null for traces

    // Shown time = absolute - zero.
    [[nodiscard]] std::int64_t zero() const { return bounds.exactBegin; }
    [[nodiscard]] std::string_view text(StringId id) const { return strings.view(id); }
    [[nodiscard]] DeviceId deviceOf(KernelId kernel) const { return streams[kernels.stream[kernel.value].value].device; }
    [[nodiscard]] std::size_t memoryBytes() const;
};

} // namespace lamella::core
