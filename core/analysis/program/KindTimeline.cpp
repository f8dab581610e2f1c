// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/KindTimeline.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

constexpr std::size_t kSpansOfABlock = 64;

struct Edge {
    std::int64_t time = 0;
    DeviceState state = DeviceState::Idle;
};

DeviceState stateOf(const OpClass &what)
{
    if (what.async)
        return DeviceState::InFlight;
    return static_cast<DeviceState>(what.traits.kind);
}

// Builds the timeline from intervals with a device state. A single line of operations without overlap yields its intervals in
// order, and they are the spans; otherwise a sweep over begins and ends merges them.
class SpanBuilder {
public:
    // pieces: expected number of intervals, to avoid growth by doubling.
    explicit SpanBuilder(std::size_t pieces)
        : m_pieces(pieces)
    {
        m_spans.reserve(pieces);
    }
    void add(std::int64_t start, std::int64_t end, DeviceState state)
    {
        if (end <= start)
            return;
        if (!m_overlap && (m_spans.empty() || start >= m_spans.back().end)) {
            append(start, end, state);
            return;
        }
        if (!m_overlap)
            takeApart();
        m_begins.push_back({start, state});
        m_ends.push_back({end, state});
    }
    std::vector<StateSpan> finish()
    {
        if (m_overlap)
            sweep();
        return std::move(m_spans);
    }

private:
    void append(std::int64_t start, std::int64_t end, DeviceState state)
    {
        if (!m_spans.empty() && m_spans.back().end == start && m_spans.back().state == state)
            m_spans.back().end = end;
        else
            m_spans.push_back({start, end, state});
    }
    void takeApart()
    {
        m_overlap = true;
        m_begins.reserve(m_pieces);
        m_ends.reserve(m_pieces);
        for (const StateSpan &span : m_spans) {
            m_begins.push_back({span.start, span.state});
            m_ends.push_back({span.end, span.state});
        }
        m_spans = {};
    }
    void sweep();

    std::size_t m_pieces;
    std::vector<StateSpan> m_spans;
    bool m_overlap = false;
    std::vector<Edge> m_begins;
    std::vector<Edge> m_ends;
};

void SpanBuilder::sweep()
{
    const auto earlier = [](const Edge &a, const Edge &b) { return a.time < b.time; };
    for (std::vector<Edge> *edges : {&m_begins, &m_ends})
        if (!std::is_sorted(edges->begin(), edges->end(), earlier))
            std::sort(edges->begin(), edges->end(), earlier);
    std::array<std::int64_t, kDeviceStates> running{};
    std::size_t begin = 0;
    std::size_t end = 0;
    while (end < m_ends.size()) { // each interval ends after it begins, so the last edge is an end
        const bool begins = begin < m_begins.size();
        const std::int64_t now = begins ? std::min(m_begins[begin].time, m_ends[end].time) : m_ends[end].time;
        for (; begin < m_begins.size() && m_begins[begin].time == now; ++begin)
            ++running[static_cast<std::size_t>(m_begins[begin].state)];
        for (; end < m_ends.size() && m_ends[end].time == now; ++end)
            --running[static_cast<std::size_t>(m_ends[end].state)];
        const auto first = std::find_if(running.begin(), running.end(), [](std::int64_t n) { return n > 0; });
        if (first == running.end() || end == m_ends.size())
            continue;
        const std::int64_t next = begin < m_begins.size() ? std::min(m_begins[begin].time, m_ends[end].time) : m_ends[end].time;
        append(now, next, static_cast<DeviceState>(first - running.begin()));
    }
}

struct Open {
    const DeviceOp *op = nullptr;
    std::int64_t from = 0; // start of the part not yet accounted for
};

// Nested operations of one line: each moment belongs to the innermost.
class Line {
public:
    void add(const DeviceOps &ops, const DeviceOp &op, SpanBuilder &spans)
    {
        close(ops, op.start, spans);
        if (!m_open.empty() && op.end() > m_open.back().op->end()) {
            spans.add(op.start, op.end(), stateOf(ops.classOf(op))); // overlaps but is not nested
            return;
        }
        if (!m_open.empty()) {
            spans.add(m_open.back().from, op.start, stateOf(ops.classOf(*m_open.back().op)));
            m_open.back().from = op.end();
        }
        m_open.push_back({&op, op.start});
    }
    void close(const DeviceOps &ops, std::int64_t until, SpanBuilder &spans)
    {
        while (!m_open.empty() && m_open.back().op->end() <= until) {
            const Open done = m_open.back();
            m_open.pop_back();
            spans.add(done.from, done.op->end(), stateOf(ops.classOf(*done.op)));
            if (!m_open.empty())
                m_open.back().from = std::max(m_open.back().from, done.op->end());
        }
    }

private:
    std::vector<Open> m_open;
};

} // namespace

std::vector<StateSpan> stateTimeline(const DeviceOps &ops, DeviceId device)
{
    SpanBuilder spans(ops.of(device).size());
    std::map<std::uint32_t, Line> lines; // by stream
    for (const DeviceOp &op : ops.of(device)) {
        const OpClass &what = ops.classOf(op);
        if (!what.nests) {
            spans.add(op.start, op.end(), stateOf(what));
            continue;
        }
        lines[op.stream.value].add(ops, op, spans);
    }
    for (auto &[stream, line] : lines)
        line.close(ops, INT64_MAX, spans);
    return spans.finish();
}

StateSums::StateSums(std::span<const StateSpan> spans)
    : m_spans(spans)
{
    StateTimes sum{};
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (i % kSpansOfABlock == 0)
            m_sums.push_back(sum);
        sum[static_cast<std::size_t>(spans[i].state)] += spans[i].end - spans[i].start;
    }
    if (spans.size() % kSpansOfABlock == 0)
        m_sums.push_back(sum);
}

StateTimes StateSums::before(std::int64_t time) const
{
    const auto open =
        std::partition_point(m_spans.begin(), m_spans.end(), [time](const StateSpan &span) { return span.end <= time; });
    const auto last = static_cast<std::size_t>(open - m_spans.begin());
    StateTimes sum = m_sums[last / kSpansOfABlock];
    for (std::size_t i = last / kSpansOfABlock * kSpansOfABlock; i < last; ++i)
        sum[static_cast<std::size_t>(m_spans[i].state)] += m_spans[i].end - m_spans[i].start;
    if (open != m_spans.end() && open->start < time)
        sum[static_cast<std::size_t>(open->state)] += time - open->start;
    return sum;
}

StateTimes StateSums::of(const TimeRange &range) const
{
    if (range.end <= range.begin)
        return {};
    StateTimes times = before(range.end.value);
    const StateTimes until = before(range.begin.value);
    std::int64_t covered = 0;
    for (std::size_t state = 0; state < kDeviceStates; ++state) {
        times[state] -= until[state];
        covered += times[state];
    }
    times[static_cast<std::size_t>(DeviceState::Idle)] = std::max<std::int64_t>(0, range.length().value - covered);
    return times;
}

} // namespace lamella::core
