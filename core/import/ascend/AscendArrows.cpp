// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/AscendArrows.h"

#include "core/base/Saturate.h"
#include "core/import/TimestampParser.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

struct Place {
    TrackId track;
    std::int64_t time = 0;
};

struct Span {
    std::int64_t start = 0;
    std::int64_t end = 0;
    EventId event;
    bool isOp = false;
};

// The innermost spans around a position: of any kind, and of operators.
struct Around {
    EventId call;
    EventId op;
};

using PlaceKey = std::pair<std::uint32_t, std::int64_t>; // (track, time)

class Reader {
public:
    explicit Reader(const TraceDocument &document)
        : m_document(document)
        , m_toDevice(document.strings.find("HostToDevice"))
        , m_toNpu(document.strings.find("async_npu"))
        , m_cpuOp(document.strings.find("cpu_op"))
        , m_python(document.strings.find("python_function"))
    {
    }
    [[nodiscard]] bool hasArrows() const { return m_toDevice.valid() || m_toNpu.valid(); }
    std::vector<AscendArrow> read();

private:
    struct End {
        Place place;
        std::int64_t id = 0;
        bool toDevice = false;
    };
    void collectFlows();
    void collectSpans();
    void sweep(std::uint32_t track, std::vector<Span> &spans);
    [[nodiscard]] std::int64_t connectionOf(std::int64_t flowId) const;

    const TraceDocument &m_document;
    StringId m_toDevice;
    StringId m_toNpu;
    StringId m_cpuOp;
    StringId m_python;
    std::unordered_map<std::int64_t, Place> m_deviceStarts; // by flow id
    std::unordered_map<std::int64_t, Place> m_npuStarts;
    std::vector<End> m_ends;
    std::map<PlaceKey, Around> m_around; // for the positions where arrows begin
};

void Reader::collectFlows()
{
    for (const EventChunk &chunk : m_document.events.chunks()) {
        const SparseColumn &ids = chunk.sparse[static_cast<std::size_t>(SparseKey::FlowId)];
        for (std::size_t i = 0; i < ids.rows.size(); ++i) {
            const std::uint32_t row = ids.rows[i];
            const StringId category = chunk.category[row];
            const bool toDevice = category == m_toDevice && m_toDevice.valid();
            if ((!toDevice && (category != m_toNpu || !m_toNpu.valid())) || chunk.start[row] == EventTable::kNoTime
                || !chunk.track[row].valid())
                continue;
            const Place place{chunk.track[row], chunk.start[row]};
            if (chunk.phase[row] == 's') {
                (toDevice ? m_deviceStarts : m_npuStarts).try_emplace(ids.values[i], place);
                m_around.try_emplace({place.track.value, place.time});
            } else if (chunk.phase[row] == 'f') {
                m_ends.push_back({place, ids.values[i], toDevice});
            }
        }
    }
}

// Resolves the positions of one track. m_around is sorted; the spans are sorted here.
void Reader::sweep(std::uint32_t track, std::vector<Span> &spans)
{
    std::sort(spans.begin(), spans.end(), [](const Span &a, const Span &b) {
        return std::tuple(a.start, -a.end, a.event.value) < std::tuple(b.start, -b.end, b.event.value);
    });
    // Operators have their own stack, otherwise each look-up would walk down through all other spans. An ended span below a
    // running one is only removed once it is on top.
    std::vector<Span> open;
    std::vector<Span> ops;
    const auto dropEnded = [](std::vector<Span> &stack, std::int64_t time) {
        while (!stack.empty() && stack.back().end < time)
            stack.pop_back();
    };
    std::size_t next = 0;
    for (auto it = m_around.lower_bound({track, INT64_MIN}); it != m_around.end() && it->first.first == track; ++it) {
        const std::int64_t time = it->first.second;
        for (; next < spans.size() && spans[next].start <= time; ++next) {
            dropEnded(open, spans[next].start);
            open.push_back(spans[next]);
            if (spans[next].isOp) {
                dropEnded(ops, spans[next].start);
                ops.push_back(spans[next]);
            }
        }
        dropEnded(open, time);
        dropEnded(ops, time);
        it->second = {open.empty() ? EventId{} : open.back().event, ops.empty() ? EventId{} : ops.back().event};
    }
}

void Reader::collectSpans()
{
    std::vector<std::vector<Span>> spans(m_document.tracks.size());
    std::vector<char> wanted(m_document.tracks.size(), 0);
    for (const auto &[place, unused] : m_around)
        wanted[place.first] = 1;
    for (const EventChunk &chunk : m_document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            const TrackId track = chunk.track[row];
            if (!track.valid() || wanted[track.value] == 0 || chunk.duration[row] < 0 || chunk.phase[row] != 'X'
                || chunk.start[row] == EventTable::kNoTime || (chunk.category[row] == m_python && m_python.valid()))
                continue;
            spans[track.value].push_back({chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]),
                EventId{chunk.firstEvent + row}, chunk.category[row] == m_cpuOp && m_cpuOp.valid()});
        }
    }
    for (std::uint32_t track = 0; track < spans.size(); ++track)
        sweep(track, spans[track]);
}

// Ids of HostToDevice are recorded as text, so the table has them as StringId values.
std::int64_t Reader::connectionOf(std::int64_t flowId) const
{
    if (flowId < 0 || flowId >= static_cast<std::int64_t>(m_document.strings.size()))
        return 0;
    return parseInteger(m_document.text(StringId{static_cast<std::uint32_t>(flowId)})).value_or(0);
}

std::vector<AscendArrow> Reader::read()
{
    collectFlows();
    collectSpans();
    std::map<std::pair<std::int64_t, std::uint32_t>, AscendArrow> byEnd; // both kinds of arrow lead to the same work
    for (const End &end : m_ends) {
        const auto &starts = end.toDevice ? m_deviceStarts : m_npuStarts;
        const auto start = starts.find(end.id);
        if (start == starts.end())
            continue;
        const Around &around = m_around.at({start->second.track.value, start->second.time});
        AscendArrow &arrow = byEnd[{end.place.time, end.place.track.value}];
        arrow.track = end.place.track;
        arrow.time = end.place.time;
        if (around.call.valid() && (end.toDevice || !arrow.call.valid()))
            arrow.call = around.call;
        if (around.op.valid() && !arrow.op.valid())
            arrow.op = around.op;
        if (end.toDevice)
            arrow.connection = connectionOf(end.id);
    }
    std::vector<AscendArrow> arrows;
    arrows.reserve(byEnd.size());
    for (const auto &[place, arrow] : byEnd)
        arrows.push_back(arrow);
    return arrows;
}

// Adds values of events, in any order but once per event, to the sparse columns; existing values stay.
void addSparse(EventTable &events, SparseKey key, std::map<std::uint32_t, std::int64_t> values)
{
    auto next = values.begin();
    for (EventChunk &chunk : events.mutableChunks()) {
        SparseColumn &old = chunk.sparse[static_cast<std::size_t>(key)];
        SparseColumn merged;
        std::size_t at = 0;
        const auto keepUntil = [&](std::uint32_t row) {
            for (; at < old.rows.size() && old.rows[at] <= row; ++at) {
                merged.rows.push_back(old.rows[at]);
                merged.values.push_back(old.values[at]);
            }
        };
        for (; next != values.end() && next->first < chunk.firstEvent + chunk.size(); ++next) {
            const std::uint32_t row = next->first - chunk.firstEvent;
            keepUntil(row);
            if (!merged.rows.empty() && merged.rows[merged.rows.size() - 1] == row)
                continue;
            merged.rows.push_back(row);
            merged.values.push_back(next->second);
        }
        if (merged.rows.empty())
            continue;
        keepUntil(UINT32_MAX);
        old = std::move(merged);
    }
}

} // namespace

std::vector<AscendArrow> ascendArrows(const TraceDocument &document)
{
    Reader reader(document);
    return reader.hasArrows() ? reader.read() : std::vector<AscendArrow>{};
}

void joinAscendLaunches(TraceDocument &document)
{
    const std::vector<AscendArrow> arrows = ascendArrows(document);
    if (arrows.empty())
        return;
    std::map<std::uint32_t, std::int64_t> ids; // an operator's id is its ordinal, from 1
    for (const AscendArrow &arrow : arrows) {
        if (!arrow.op.valid() || !arrow.call.valid())
            continue;
        const auto id = static_cast<std::int64_t>(arrow.op.value) + 1;
        ids.try_emplace(arrow.op.value, id);
        ids.try_emplace(arrow.call.value, id);
    }
    KernelTable &kernels = document.kernels;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (kernels.launch[k].valid())
            continue;
        const std::uint32_t track = document.events.row(kernels.event[k]).track.value;
        const auto arrow = std::lower_bound(arrows.begin(), arrows.end(), std::pair(kernels.start[k], track),
            [](const AscendArrow &a, const auto &place) { return std::pair(a.time, a.track.value) < place; });
        if (arrow == arrows.end() || arrow->time != kernels.start[k] || arrow->track.value != track)
            continue;
        kernels.launch[k] = arrow->call;
        if (kernels.correlation[k] == 0)
            kernels.correlation.set(k, arrow->connection);
    }
    addSparse(document.events, SparseKey::ExternalId, std::move(ids));
}

} // namespace lamella::core
