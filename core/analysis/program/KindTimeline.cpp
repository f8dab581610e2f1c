// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/KindTimeline.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::size_t kSpansOfABlock = 64;

struct Edge {
    std::int64_t time = 0;
    std::int8_t step = 0;
    DeviceState state = DeviceState::Idle;
    bool operator<(const Edge &other) const { return time < other.time; }
};

DeviceState stateOf(const OpClass &what)
{
    if (what.async)
        return DeviceState::InFlight;
    return static_cast<DeviceState>(what.traits.kind);
}

void addSpan(std::vector<Edge> &edges, std::int64_t start, std::int64_t end, DeviceState state)
{
    if (end <= start)
        return;
    edges.push_back({start, 1, state});
    edges.push_back({end, -1, state});
}

// Each moment of a line belongs to the innermost operation.
void addLine(const DeviceOps &ops, const std::vector<const DeviceOp *> &line, std::vector<Edge> &edges)
{
    struct Open {
        const DeviceOp *op = nullptr;
        std::int64_t from = 0; // what of it is not accounted for yet
    };
    std::vector<Open> open;
    const auto close = [&](std::int64_t until) {
        while (!open.empty() && open.back().op->end() <= until) {
            const Open done = open.back();
            open.pop_back();
            addSpan(edges, done.from, done.op->end(), stateOf(ops.classOf(*done.op)));
            if (!open.empty())
                open.back().from = std::max(open.back().from, done.op->end());
        }
    };
    for (const DeviceOp *op : line) {
        close(op->start);
        if (!open.empty() && op->end() > open.back().op->end()) {
            addSpan(edges, op->start, op->end(), stateOf(ops.classOf(*op))); // beside it, not inside of it
            continue;
        }
        if (!open.empty()) {
            addSpan(edges, open.back().from, op->start, stateOf(ops.classOf(*open.back().op)));
            open.back().from = op->end();
        }
        open.push_back({op, op->start});
    }
    close(INT64_MAX);
}

} // namespace

std::vector<StateSpan> stateTimeline(const DeviceOps &ops, DeviceId device)
{
    std::vector<Edge> edges;
    std::vector<std::vector<const DeviceOp *>> lines;
    for (const DeviceOp &op : ops.of(device)) {
        const OpClass &what = ops.classOf(op);
        if (!what.nests) {
            addSpan(edges, op.start, op.end(), stateOf(what));
            continue;
        }
        if (op.stream.value >= lines.size())
            lines.resize(op.stream.value + 1);
        lines[op.stream.value].push_back(&op);
    }
    for (const auto &line : lines)
        addLine(ops, line, edges);
    std::sort(edges.begin(), edges.end());
    std::vector<StateSpan> spans;
    std::array<std::int64_t, kDeviceStates> running{};
    for (std::size_t i = 0; i < edges.size();) {
        const std::int64_t now = edges[i].time;
        for (; i < edges.size() && edges[i].time == now; ++i)
            running[static_cast<std::size_t>(edges[i].state)] += edges[i].step;
        const auto first = std::find_if(running.begin(), running.end(), [](std::int64_t n) { return n > 0; });
        if (first == running.end() || i == edges.size())
            continue;
        const auto state = static_cast<DeviceState>(first - running.begin());
        if (!spans.empty() && spans.back().end == now && spans.back().state == state)
            spans.back().end = edges[i].time;
        else
            spans.push_back({now, edges[i].time, state});
    }
    return spans;
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
