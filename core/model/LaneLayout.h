// SPDX-License-Identifier: GPL-3.0-or-later
// Assigns spans to non-overlapping rows for drawing: per track, each span goes to the lowest lane that is free at its start. For
// properly nested spans the lane is the depth; overlapping work of one stream (programmatic dependent launch) gets extra lanes.
// Starts and ends ascend within a lane, so a view can find visible spans by binary search.
#pragma once

#include "core/base/Ids.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/SpanColumn.h"
#include "core/model/TraceDocument.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// The spans of one lane, each ending before the next begins. 12 bytes per span.
class Lane {
public:
    Lane() = default;
    // Columns of equal length.
    Lane(const std::vector<std::int64_t> &starts, const std::vector<std::int64_t> &ends, std::vector<std::uint32_t> items);

    void reserve(std::size_t spans);
    void append(std::int64_t start, std::int64_t end, std::uint32_t item); // as SpanColumn::append
    [[nodiscard]] std::uint32_t size() const { return m_spans.size(); }
    [[nodiscard]] std::int64_t start(std::uint32_t row) const { return m_spans.start(row); } // ns, clock of the file
    [[nodiscard]] std::int64_t end(std::uint32_t row) const { return m_spans.end(row); }
    [[nodiscard]] std::int64_t length(std::uint32_t row) const { return m_spans.length(row); }
    // KernelId or EventId, depending on the list that holds the lane.
    [[nodiscard]] std::uint32_t item(std::uint32_t row) const { return m_items[row]; }
    // First row at or after `from` that starts at or after `time`; size() if there is none.
    [[nodiscard]] std::uint32_t firstFrom(std::uint32_t from, std::int64_t time) const { return m_spans.firstFrom(from, time); }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    SpanColumn m_spans;
    std::vector<std::uint32_t> m_items;
};

struct TrackLanes {
    TrackId track;
    StreamId stream; // of a GPU stream, else invalid
    std::vector<Lane> kernels; // lane 0 first; items are KernelId
    std::vector<Lane> events; // by depth; on a GPU stream the annotations recorded on it; items are EventId
};

struct LaneSpan {
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t item = 0;
};

// Lanes of one track, filled in the order (start, longer first, item).
[[nodiscard]] std::vector<Lane> layOutLanes(std::vector<LaneSpan> spans);

// Row = StreamId. Reads only the kernel table, so it is fast even for large traces. Error: Cancelled.
Result<std::vector<TrackLanes>> layOutStreams(const TraceDocument &document, const JobControl &control = {});

// Row = TrackId; every span that is not GPU work (open ones end with the trace). `kernels` stays empty. Uses `workers` threads (0
// = as many as are free, at most 16); the result does not depend on their number. Error: Cancelled.
Result<std::vector<TrackLanes>> layOutEvents(const TraceDocument &document, const JobControl &control = {}, unsigned workers = 0);

[[nodiscard]] std::size_t memoryBytes(std::span<const TrackLanes> tracks);

} // namespace lamella::core
