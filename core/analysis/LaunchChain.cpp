// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LaunchChain.h"

#include "core/analysis/TrackSpans.h"
#include "core/analysis/gaps/HostMoments.h"
#include "core/base/Saturate.h"

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
    const TraceDocument &document, const EventTimes &times, TrackId track, std::int64_t time, EventId without)
{
    HostEventKinds kinds(document);
    std::vector<HostSpan> holding;
    times.forEachAt(time, [&](const EventChunk &chunk, std::uint32_t row) {
        const EventId event(chunk.firstEvent + row);
        if (chunk.track[row] == track && event != without && kinds.of(chunk.category[row]) != HostEvent::None)
            holding.push_back({chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]), event});
    });
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

LaunchChain launchChain(const TraceDocument &document, const LaunchJoin &launches, const KernelsByLaunch &byLaunch,
    const EventTimes &times, KernelId kernel)
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
    const std::span<const KernelId> together = byLaunch.of(launch);
    chain.launched = static_cast<std::uint32_t>(together.size());
    chain.place = static_cast<std::uint32_t>(std::lower_bound(together.begin(), together.end(), kernel) - together.begin());
    const EventRow row = document.events.row(launch);
    if (row.start == EventTable::kNoTime)
        return chain;
    chain.delayNs = kernels.start[k] - row.start;
    if (row.duration >= 0)
        chain.queuedNs = kernels.start[k] - row.start - row.duration;
    chain.stack = stackAt(document, times, row.track, row.start, launch);
    // Operators that only call others record no types; use the nearest enclosing one that does.
    for (auto it = chain.stack.rbegin(); it != chain.stack.rend() && !chain.inputTypes.valid(); ++it)
        chain.inputTypes = sparseText(document, *it, SparseKey::InputTypes);
    return chain;
}

} // namespace lamella::core
