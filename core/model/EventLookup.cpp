// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/EventLookup.h"

#include <algorithm>

namespace lamella::core {

EventId eventAtOffset(const EventTable &events, std::int64_t offset)
{
    const auto chunks = events.chunks();
    auto chunk = std::upper_bound(
        chunks.begin(), chunks.end(), offset, [](std::int64_t at, const EventChunk &c) { return at < c.textOffset; });
    while (chunk != chunks.begin()) {
        --chunk;
        if (chunk->size() == 0)
            continue;
        const std::int64_t local = offset - chunk->textOffset;
        const auto after = std::upper_bound(chunk->offset.begin(), chunk->offset.end(), local,
            [](std::int64_t at, std::uint32_t begin) { return at < static_cast<std::int64_t>(begin); });
        if (after == chunk->offset.begin())
            return {};
        const auto row = static_cast<std::uint32_t>(after - chunk->offset.begin() - 1);
        if (local >= static_cast<std::int64_t>(chunk->offset[row]) + chunk->length[row])
            return {};
        return EventId{chunk->firstEvent + row};
    }
    return {};
}

Selection selectionOfEvent(const TraceDocument &document, EventId event)
{
    if (!event.valid() || event.value >= document.events.size())
        return {};
    const KernelTable &kernels = document.kernels;
    const EventRow row = document.events.row(event);
    if (row.start == EventTable::kNoTime)
        return {};
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), row.start);
    for (auto k = static_cast<std::uint32_t>(first - kernels.start.begin()); k < kernels.size() && kernels.start[k] == row.start;
         ++k) {
        if (kernels.event[k] == event)
            return KernelSelection{KernelId{k}};
    }
    return EventSelection{event};
}

} // namespace lamella::core
