// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/LaneLayout.h"

#include "core/base/ParallelFor.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kStopCheckRows = 1u << 16;

Error cancelled()
{
    return {ErrorCode::Cancelled, "cancelled", {}, -1};
}

bool drawnBefore(const LaneSpan &a, const LaneSpan &b)
{
    if (a.start != b.start)
        return a.start < b.start;
    if (a.end != b.end)
        return a.end > b.end; // outer span first
    return a.item < b.item;
}

// Lane of each span, by index. Spans must be sorted.
std::vector<std::uint32_t> laneOfSpans(const std::vector<LaneSpan> &spans, std::uint32_t &laneCount)
{
    using Active = std::pair<std::int64_t, std::uint32_t>; // end, lane
    std::priority_queue<Active, std::vector<Active>, std::greater<>> active;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
    std::vector<std::uint32_t> lanes(spans.size());
    laneCount = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        while (!active.empty() && active.top().first <= spans[i].start) {
            free.push(active.top().second);
            active.pop();
        }
        std::uint32_t lane = laneCount;
        if (free.empty()) {
            ++laneCount;
        } else {
            lane = free.top();
            free.pop();
        }
        lanes[i] = lane;
        active.emplace(spans[i].end, lane);
    }
    return lanes;
}

// End of a row that can be drawn, or a value below its start if it cannot.
std::int64_t drawnEnd(const EventChunk &chunk, std::uint32_t row, std::int64_t traceEnd)
{
    const std::int64_t start = chunk.start[row];
    if (start == EventTable::kNoTime)
        return start;
    std::int64_t end = 0;
    if (chunk.duration[row] >= 0)
        return __builtin_add_overflow(start, chunk.duration[row], &end) ? INT64_MAX : end;
    return chunk.phase[row] == 'B' ? std::max(start, traceEnd) : start - 1;
}

bool isDrawn(const EventChunk &chunk, std::uint32_t row, std::int64_t traceEnd)
{
    return chunk.start[row] != EventTable::kNoTime && drawnEnd(chunk, row, traceEnd) >= chunk.start[row];
}

std::vector<bool> gpuWork(const TraceDocument &document)
{
    std::vector<bool> work(document.events.size(), false);
    for (const EventId event : document.kernels.event) {
        if (event.valid() && event.value < work.size())
            work[event.value] = true;
    }
    return work;
}

// All spans that are not GPU work, bucketed by track in two passes over the chunks (count, then fill).
Result<std::vector<std::vector<LaneSpan>>> bucketEvents(const TraceDocument &document, const JobControl &control)
{
    const std::vector<bool> work = gpuWork(document);
    const std::int64_t traceEnd = document.bounds.exactEnd;
    const auto eachDrawn = [&](auto &&visit) {
        for (const EventChunk &chunk : document.events.chunks()) {
            if (control.stopRequested())
                return false;
            for (std::uint32_t row = 0; row < chunk.size(); ++row) {
                const TrackId track = chunk.track[row];
                if (track.value < document.tracks.size() && isDrawn(chunk, row, traceEnd) && !work[chunk.firstEvent + row])
                    visit(chunk, row, track);
            }
        }
        return true;
    };
    std::vector<std::size_t> counts(document.tracks.size(), 0);
    if (!eachDrawn([&](const EventChunk &, std::uint32_t, TrackId track) { ++counts[track.value]; }))
        return cancelled();
    std::vector<std::vector<LaneSpan>> buckets(document.tracks.size());
    for (std::size_t i = 0; i < buckets.size(); ++i)
        buckets[i].reserve(counts[i]);
    if (!eachDrawn([&](const EventChunk &chunk, std::uint32_t row, TrackId track) {
            buckets[track.value].push_back({chunk.start[row], drawnEnd(chunk, row, traceEnd), chunk.firstEvent + row});
        }))
        return cancelled();
    return buckets;
}

} // namespace

Lane::Lane(const std::vector<std::int64_t> &starts, const std::vector<std::int64_t> &ends, std::vector<std::uint32_t> items)
    : m_items(std::move(items))
{
    m_spans.reserve(starts.size());
    for (std::size_t row = 0; row < starts.size(); ++row)
        m_spans.append(starts[row], ends[row]);
}

void Lane::reserve(std::size_t spans)
{
    m_spans.reserve(spans);
    m_items.reserve(spans);
}

void Lane::append(std::int64_t start, std::int64_t end, std::uint32_t item)
{
    m_spans.append(start, end);
    m_items.push_back(item);
}

std::size_t Lane::memoryBytes() const
{
    return m_spans.memoryBytes() + m_items.capacity() * sizeof(std::uint32_t);
}

std::vector<Lane> layOutLanes(std::vector<LaneSpan> spans)
{
    if (!std::is_sorted(spans.begin(), spans.end(), drawnBefore))
        std::sort(spans.begin(), spans.end(), drawnBefore);
    std::uint32_t laneCount = 0;
    const std::vector<std::uint32_t> laneOf = laneOfSpans(spans, laneCount);
    std::vector<std::size_t> counts(laneCount, 0);
    for (const std::uint32_t lane : laneOf)
        ++counts[lane];
    std::vector<Lane> lanes(laneCount);
    for (std::uint32_t i = 0; i < laneCount; ++i)
        lanes[i].reserve(counts[i]);
    for (std::size_t i = 0; i < spans.size(); ++i)
        lanes[laneOf[i]].append(spans[i].start, spans[i].end, spans[i].item);
    return lanes;
}

Result<std::vector<TrackLanes>> layOutStreams(const TraceDocument &document, const JobControl &control)
{
    const KernelTable &kernels = document.kernels;
    std::vector<std::vector<LaneSpan>> buckets(document.streams.size());
    std::vector<std::size_t> counts(document.streams.size(), 0);
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
        if (kernels.stream[i].value < counts.size())
            ++counts[kernels.stream[i].value];
    }
    for (std::size_t i = 0; i < buckets.size(); ++i)
        buckets[i].reserve(counts[i]);
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
        if (i % kStopCheckRows == 0 && control.stopRequested())
            return cancelled();
        if (kernels.stream[i].value < buckets.size())
            buckets[kernels.stream[i].value].push_back({kernels.start[i], kernels.end(i), i});
    }
    std::vector<TrackLanes> result(document.streams.size());
    for (std::uint32_t i = 0; i < result.size(); ++i) {
        if (control.stopRequested())
            return cancelled();
        result[i].stream = StreamId{i};
        result[i].track = document.streams[i].track;
        result[i].kernels = layOutLanes(std::move(buckets[i]));
    }
    return result;
}

Result<std::vector<TrackLanes>> layOutEvents(const TraceDocument &document, const JobControl &control, unsigned workers)
{
    Result<std::vector<std::vector<LaneSpan>>> bucketed = bucketEvents(document, control);
    if (!bucketed)
        return bucketed.error();
    std::vector<std::vector<LaneSpan>> &buckets = *bucketed;
    std::vector<TrackLanes> result(document.tracks.size());
    // The longest tracks first, so that the last worker does not start with the longest one.
    std::vector<std::uint32_t> order(buckets.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(
        order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return buckets[a].size() > buckets[b].size(); });
    parallelFor(workersWanted(workers), order.size(), control.stop, [&](std::size_t i, unsigned) {
        const std::uint32_t track = order[i];
        result[track].track = TrackId{track};
        result[track].stream = document.tracks[track].stream;
        result[track].events = layOutLanes(std::exchange(buckets[track], {}));
    });
    if (control.stopRequested())
        return cancelled();
    return result;
}

std::size_t memoryBytes(std::span<const TrackLanes> tracks)
{
    std::size_t bytes = 0;
    const auto add = [&](const std::vector<Lane> &lanes) {
        for (const Lane &lane : lanes)
            bytes += lane.memoryBytes() + sizeof(Lane);
    };
    for (const TrackLanes &track : tracks) {
        add(track.kernels);
        add(track.events);
    }
    return bytes;
}

} // namespace lamella::core
