// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/FreeSpace.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kRowsBetweenPolls = 1U << 16;
constexpr std::int64_t kRounding = 512; // of sizes in PyTorch's allocator

using Ranges = std::map<std::uint64_t, std::uint64_t>; // begin to end, of segments: neighbours are not joined

void remove(Ranges &ranges, std::uint64_t begin, std::uint64_t end)
{
    auto at = ranges.upper_bound(begin);
    if (at != ranges.begin())
        --at;
    while (at != ranges.end() && at->first < end) {
        const auto [from, to] = *at;
        if (to <= begin) {
            ++at;
            continue;
        }
        at = ranges.erase(at);
        if (from < begin)
            ranges.emplace(from, begin);
        if (to > end)
            at = ranges.emplace(end, to).first;
    }
}

std::uint64_t endOf(std::uint64_t begin, std::int64_t bytes)
{
    const auto length = static_cast<std::uint64_t>(bytes);
    return begin > UINT64_MAX - length ? UINT64_MAX : begin + length;
}

// The segments of the device after `row`: those at the end, with later changes undone.
Ranges segmentsAfter(const MemoryLog &log, const DeviceParts &parts, std::uint32_t row, const JobControl &control)
{
    Ranges ranges;
    for (const std::uint32_t s : parts.segments)
        ranges[log.segments[s].address] = endOf(log.segments[s].address, log.segments[s].bytes);
    for (std::size_t at = parts.rows.size(); at-- > 0 && parts.rows[at] > row;) {
        if (at % kRowsBetweenPolls == 0 && control.stopRequested())
            break;
        const std::uint32_t r = parts.rows[at];
        const std::uint64_t end = endOf(log.address[r], log.bytes[r]);
        if (log.action[r] == MemoryAction::SegmentAlloc || log.action[r] == MemoryAction::SegmentMap)
            remove(ranges, log.address[r], end);
        else if (log.action[r] == MemoryAction::SegmentFree || log.action[r] == MemoryAction::SegmentUnmap)
            ranges[log.address[r]] = end;
    }
    return ranges;
}

// A freed block took up more than was asked for.
std::int64_t roundedBytes(const MemoryUse &use, const MemoryBlock &block)
{
    if (!use.requestedSizes || block.segmentBlock != MemoryBlock::kOutside)
        return block.bytes;
    return (block.bytes + kRounding - 1) / kRounding * kRounding;
}

// Where blocks of the device lie at any time, neighbours joined.
Ranges everUsed(const MemoryData &data, const DeviceParts &parts)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    for (const std::uint32_t b : parts.blocks) {
        const MemoryBlock &block = data.use.blocks[b];
        all.emplace_back(block.address, endOf(block.address, roundedBytes(data.use, block)));
    }
    for (const std::uint32_t s : parts.segments) { // with those that wait to be freed
        const MemorySegment &segment = data.log->segments[s];
        for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b)
            if (const SegmentBlock &block = data.log->blocks[b]; block.state != BlockState::Free)
                all.emplace_back(block.address, endOf(block.address, block.bytes));
    }
    std::sort(all.begin(), all.end());
    Ranges joined;
    for (const auto &[begin, end] : all) {
        if (!joined.empty() && begin <= std::prev(joined.end())->second)
            std::prev(joined.end())->second = std::max(std::prev(joined.end())->second, end);
        else
            joined.emplace_hint(joined.end(), begin, end);
    }
    return joined;
}

// Segments that are there at a moment and in which no block lies at any time.
class UnusedSegments {
public:
    explicit UnusedSegments(Ranges used)
        : m_used(std::move(used))
    {
    }
    void add(std::uint64_t address, std::int64_t bytes)
    {
        if (!isUsed(address, endOf(address, bytes)) && m_there.emplace(address, bytes).second)
            m_bytes = addSaturated(m_bytes, bytes);
    }
    void remove(std::uint64_t address)
    {
        const auto at = m_there.find(address);
        if (at == m_there.end())
            return;
        m_bytes = subtractSaturated(m_bytes, at->second);
        m_there.erase(at);
    }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    [[nodiscard]] bool isUsed(std::uint64_t begin, std::uint64_t end) const
    {
        const auto behind = m_used.lower_bound(end);
        return behind != m_used.begin() && std::prev(behind)->second > begin;
    }

    Ranges m_used;
    std::map<std::uint64_t, std::int64_t> m_there; // bytes by address
    std::int64_t m_bytes = 0;
};

} // namespace

std::map<std::int16_t, DeviceParts> partsByDevice(const MemoryData &data, const JobControl &control)
{
    std::map<std::int16_t, DeviceParts> parts;
    const MemoryLog &log = *data.log;
    for (std::uint32_t row = 0; row < log.size(); ++row) {
        if (row % kRowsBetweenPolls == 0 && control.stopRequested())
            return parts;
        parts[log.device[row]].rows.push_back(row);
    }
    for (std::uint32_t b = 0; b < data.use.blocks.size(); ++b) {
        if (b % kRowsBetweenPolls == 0 && control.stopRequested())
            return parts;
        parts[data.use.blocks[b].device].blocks.push_back(b);
    }
    for (std::uint32_t s = 0; s < log.segments.size(); ++s)
        parts[log.segments[s].device].segments.push_back(s);
    return parts;
}

std::int64_t neverUsedAtPeak(
    const MemoryData &data, const DeviceParts &parts, const DeviceMemory &use, const JobControl &control)
{
    const MemoryLog &log = *data.log;
    UnusedSegments unused(everUsed(data, parts));
    for (const std::uint32_t s : parts.segments)
        if (!log.segments[s].expandable)
            unused.add(log.segments[s].address, log.segments[s].bytes);
    std::int64_t needed = INT64_MIN; // the peak without them
    for (std::size_t at = parts.rows.size(); at-- > 0;) {
        if (at % kRowsBetweenPolls == 0 && control.stopRequested())
            return 0;
        const std::uint32_t row = parts.rows[at];
        if (log.action[row] != MemoryAction::Other)
            needed = std::max(needed, subtractSaturated(data.use.totals[row].reserved, unused.bytes()));
        if (log.action[row] == MemoryAction::SegmentAlloc)
            unused.remove(log.address[row]);
        else if (log.action[row] == MemoryAction::SegmentFree)
            unused.add(log.address[row], log.bytes[row]);
    }
    needed = std::max(needed, subtractSaturated(use.begin.reserved, unused.bytes()));
    return std::max<std::int64_t>(0, subtractSaturated(use.reservedPeak, needed));
}

FreeSpace freeSpaceAfter(const MemoryData &data, const DeviceParts &parts, std::uint32_t row, const JobControl &control)
{
    const Ranges segments = segmentsAfter(*data.log, parts, row, control);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> used;
    for (const std::uint32_t b : parts.blocks)
        if (const MemoryBlock &block = data.use.blocks[b]; livesAfter(block, row))
            used.emplace_back(block.address, endOf(block.address, roundedBytes(data.use, block)));
    std::sort(used.begin(), used.end());
    FreeSpace space;
    std::size_t next = 0;
    for (const auto &[begin, end] : segments) {
        space.reserved = addSaturated(space.reserved, static_cast<std::int64_t>(end - begin));
        while (next < used.size() && used[next].second <= begin)
            ++next;
        std::uint64_t at = begin;
        const auto take = [&space, &at](std::uint64_t until) {
            if (until <= at)
                return;
            const auto bytes = static_cast<std::int64_t>(until - at);
            space.free = addSaturated(space.free, bytes);
            space.largest = std::max(space.largest, bytes);
            ++space.ranges;
        };
        bool any = false;
        for (; next < used.size() && used[next].first < end; ++next) {
            any = true;
            take(std::min(used[next].first, end));
            at = std::max(at, used[next].second);
        }
        take(end);
        if (!any && at == begin)
            space.emptySegments = addSaturated(space.emptySegments, static_cast<std::int64_t>(end - begin));
    }
    return space;
}

SegmentUse segmentUse(const MemoryLog &log, const MemorySegment &segment)
{
    SegmentUse use;
    use.segment = &segment;
    std::int64_t run = 0;
    for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b) {
        const SegmentBlock &block = log.blocks[b];
        if (block.state == BlockState::Free) {
            use.free += block.bytes;
            run += block.bytes;
            use.largest = std::max(use.largest, run);
            continue;
        }
        run = 0;
        use.active += block.bytes;
        ++use.blocks;
    }
    return use;
}

std::vector<LineUse> heldByLine(const MemoryData &data, std::int16_t device, std::uint32_t row)
{
    std::unordered_map<std::string, LineUse> lines;
    std::unordered_map<std::uint32_t, std::string> names; // of stacks
    for (const MemoryBlock &block : data.use.blocks) {
        if (block.device != device || !livesAfter(block, row))
            continue;
        std::string name;
        if (block.stack != 0) {
            const auto [known, added] = names.try_emplace(block.stack);
            if (added)
                known->second = data.lineOf(block);
            name = known->second;
        } else {
            name = data.lineOf(block);
            if (name.empty() && block.allocation != MemoryBlock::kOutside)
                name = data.opOf(block.allocation);
        }
        LineUse &line = lines[name];
        line.bytes = addSaturated(line.bytes, block.bytes);
        ++line.blocks;
    }
    std::vector<LineUse> all;
    for (auto &[name, line] : lines) {
        line.line = name;
        all.push_back(std::move(line));
    }
    std::sort(all.begin(), all.end(),
        [](const LineUse &a, const LineUse &b) { return a.bytes != b.bytes ? a.bytes > b.bytes : a.line < b.line; });
    return all;
}

} // namespace lamella::core
