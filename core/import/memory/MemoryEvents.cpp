// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/MemoryEvents.h"

#include <algorithm>
#include <cstdlib>

namespace lamella::core {

std::int16_t memoryDevice(std::int64_t number)
{
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(number, MemoryLog::kHost, INT16_MAX));
}

void addMemoryEvent(
    MemoryLog &log, const MemoryEvent &recorded, std::string_view name, EventId event, TrackId track, std::int64_t time)
{
    constexpr std::int64_t kMaxBytes = std::int64_t{1} << 56;
    const std::int64_t bytes = std::clamp(*recorded.bytes, -kMaxBytes, kMaxBytes);
    const bool alloc = name == kXlaAlloc || (name != kXlaFree && bytes >= 0);
    log.time.push_back(time);
    log.address.push_back(recorded.address);
    log.bytes.push_back(std::abs(bytes));
    log.device.push_back(recorded.device);
    log.action.push_back(alloc ? MemoryAction::Alloc : MemoryAction::Free);
    log.event.push_back(event);
    log.track.push_back(track);
    log.allocated.push_back(recorded.allocated);
    log.reserved.push_back(recorded.reserved);
}

} // namespace lamella::core
