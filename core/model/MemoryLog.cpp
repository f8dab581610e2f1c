// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/MemoryLog.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lamella::core {

namespace {

template <class Value> std::size_t bytesOf(const std::vector<Value> &column)
{
    return column.capacity() * sizeof(Value);
}

template <class Value> void reorder(std::vector<Value> &column, const std::vector<std::uint32_t> &order)
{
    if (column.empty())
        return;
    std::vector<Value> ordered;
    ordered.reserve(column.size());
    for (const std::uint32_t row : order)
        ordered.push_back(column[row]);
    column = std::move(ordered);
}

} // namespace

const char *memoryActionName(MemoryAction action)
{
    switch (action) {
    case MemoryAction::Alloc:
        return "alloc";
    case MemoryAction::Free:
        return "free";
    case MemoryAction::FreeRequest:
        return "free_requested";
    case MemoryAction::SegmentAlloc:
        return "segment_alloc";
    case MemoryAction::SegmentFree:
        return "segment_free";
    case MemoryAction::SegmentMap:
        return "segment_map";
    case MemoryAction::SegmentUnmap:
        return "segment_unmap";
    case MemoryAction::OutOfMemory:
        return "oom";
    case MemoryAction::Snapshot:
        return "snapshot";
    case MemoryAction::Change:
        return "change";
    case MemoryAction::Move:
        return "move";
    case MemoryAction::Existing:
        return "existing";
    case MemoryAction::Total:
        return "total";
    case MemoryAction::UserDefined:
        return "user_defined";
    case MemoryAction::Other:
        break;
    }
    return "other";
}

std::span<const std::uint32_t> MemoryLog::framesOf(std::uint32_t stackId) const
{
    if (stackId + 1 >= stackBegin.size())
        return {};
    return std::span(stackFrames).subspan(stackBegin[stackId], stackBegin[stackId + 1] - stackBegin[stackId]);
}

TimeRange MemoryLog::range() const
{
    const auto first = std::find_if(time.begin(), time.end(), [](std::int64_t t) { return t != kNone; });
    return first == time.end() ? TimeRange{} : TimeRange{{*first}, {time.back()}};
}

std::size_t MemoryLog::memoryBytes() const
{
    return bytesOf(time) + bytesOf(address) + bytesOf(bytes) + bytesOf(device) + bytesOf(action) + bytesOf(stack) + bytesOf(stream)
        + bytesOf(name) + bytesOf(event) + bytesOf(track) + bytesOf(allocated) + bytesOf(reserved) + bytesOf(active) + bytesOf(frames)
        + bytesOf(stackFrames) + bytesOf(stackBegin) + bytesOf(segments) + bytesOf(blocks);
}

void MemoryLog::keepOrderOfDevices()
{
    std::map<std::int16_t, std::int64_t> last; // kNone is below all times
    for (std::size_t row = 0; row < time.size(); ++row) {
        std::int64_t &latest = last.try_emplace(device[row], kNone).first->second;
        latest = time[row] = std::max(latest, time[row]);
    }
}

void MemoryLog::sortByTime()
{
    if (std::is_sorted(time.begin(), time.end()))
        return;
    std::vector<std::uint32_t> order(time.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) { return time[a] < time[b]; });
    reorder(time, order);
    reorder(address, order);
    reorder(bytes, order);
    reorder(device, order);
    reorder(action, order);
    reorder(stack, order);
    reorder(stream, order);
    reorder(name, order);
    reorder(event, order);
    reorder(track, order);
    reorder(allocated, order);
    reorder(reserved, order);
    reorder(active, order);
}

} // namespace lamella::core
