// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LaunchChain.h"

#include "core/analysis/TrackSpans.h"
#include "core/analysis/gaps/HostMoments.h"

#include <algorithm>

namespace lamella::core {

namespace {

StringId sparseText(const TraceDocument &document, EventId event, SparseKey key)
{
    if (!event.valid())
        return {};
    const auto value = document.events.sparse(event, key);
    return value ? StringId(static_cast<std::uint32_t>(*value)) : StringId();
}

// Spans of the track that contain the time, outermost first.
std::vector<EventId> stackAt(
    const TraceDocument &document, TrackId track, std::int64_t time, EventId without, const JobControl &control)
{
    HostEventKinds kinds(document);
    std::vector<HostSpan> holding;
    for (const EventChunk &chunk : document.events.chunks()) {
        if (control.stopRequested())
            break;
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.track[row] != track || chunk.start[row] > time || chunk.duration[row] < 0
                || chunk.start[row] == EventTable::kNoTime)
                continue;
            std::int64_t end = 0;
            if (__builtin_add_overflow(chunk.start[row], chunk.duration[row], &end))
                end = INT64_MAX;
            const HostSpan span{chunk.start[row], end, EventId(chunk.firstEvent + row)};
            if (!isOver(span, time) && span.event != without && kinds.of(chunk.category[row]) != HostEvent::None)
                holding.push_back(span);
        }
    }
    std::sort(holding.begin(), holding.end());
    if (holding.size() > LaunchChain::kDeepest)
        holding.erase(holding.begin(), holding.end() - static_cast<std::ptrdiff_t>(LaunchChain::kDeepest));
    std::vector<EventId> events;
    events.reserve(holding.size());
    for (const HostSpan &span : holding)
        events.push_back(span.event);
    return events;
}

} // namespace

LaunchChain launchChain(const TraceDocument &document, const LaunchJoin &launches, KernelId kernel, const JobControl &control)
{
    const KernelTable &kernels = document.kernels;
    const std::size_t k = kernel.value;
    LaunchChain chain;
    chain.kernel = kernel;
    chain.cpuOp = k < launches.cpuOp.size() ? launches.cpuOp[k] : EventId();
    chain.module = k < launches.module.size() ? launches.module[k] : EventId();
    chain.inputDims = k < launches.inputDims.size() ? launches.inputDims[k] : StringId();
    chain.inputTypes = sparseText(document, chain.cpuOp, SparseKey::InputTypes);
    const EventId launch = kernels.launch[k];
    if (launch.value >= document.events.size())
        return chain;
    chain.launch = launch;
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
        if (kernels.launch[i] != launch)
            continue;
        chain.place += i < k ? 1 : 0;
        ++chain.launched;
    }
    const EventRow row = document.events.row(launch);
    if (row.start == EventTable::kNoTime)
        return chain;
    chain.delayNs = kernels.start[k] - row.start;
    if (row.duration >= 0)
        chain.queuedNs = kernels.start[k] - row.start - row.duration;
    chain.stack = stackAt(document, row.track, row.start, launch, control);
    // Operators that only call others record no types; use the nearest enclosing one that does.
    for (auto it = chain.stack.rbegin(); it != chain.stack.rend() && !chain.inputTypes.valid(); ++it)
        chain.inputTypes = sparseText(document, *it, SparseKey::InputTypes);
    return chain;
}

std::vector<std::uint32_t> launchedTogether(const TraceDocument &document)
{
    const ColumnVector<EventId> &launch = document.kernels.launch;
    std::vector<std::uint32_t> counts(document.events.size(), 0); // by launch
    const auto known = [&counts](EventId event) { return event.valid() && event.value < counts.size(); };
    for (const EventId event : launch)
        if (known(event))
            ++counts[event.value];
    std::vector<std::uint32_t> together(launch.size(), 0);
    for (std::size_t k = 0; k < launch.size(); ++k)
        if (known(launch[k]))
            together[k] = counts[launch[k].value];
    return together;
}

} // namespace lamella::core
