// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/FreeSpace.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kRowsBetweenPolls = 1U << 16;
constexpr std::int64_t kRounding = 512; // of sizes in PyTorch's allocator

using Ranges = std::map<std::uint64_t, std::uint64_t>; // begin to end

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

// The segments of the device after a row: those at the end, with later changes undone. Rows are asked for from the last to the
// first, so that all together take one walk.
class SegmentsBack {
public:
    SegmentsBack(const MemoryLog &log, const DeviceParts &parts, const JobControl &control)
        : m_log(log)
        , m_parts(parts)
        , m_control(control)
        , m_at(parts.rows.size())
    {
        for (const std::uint32_t s : parts.segments)
            (log.segments[s].expandable ? m_growing : m_fixed)[log.segments[s].address] =
                endOf(log.segments[s].address, log.segments[s].bytes);
    }
    [[nodiscard]] Ranges after(std::uint32_t row)
    {
        for (; m_at > 0 && m_parts.rows[m_at - 1] > row; --m_at) {
            if (m_at % kRowsBetweenPolls == 0 && m_control.stopRequested())
                break;
            undo(m_parts.rows[m_at - 1]);
        }
        Ranges all = m_fixed;
        all.insert(m_growing.begin(), m_growing.end());
        return all;
    }

private:
    void undo(std::uint32_t row)
    {
        const std::uint64_t begin = m_log.address[row];
        const std::uint64_t end = endOf(begin, m_log.bytes[row]);
        if (m_log.action[row] == MemoryAction::SegmentAlloc || m_log.action[row] == MemoryAction::SegmentMap) {
            remove(m_fixed, begin, end);
            remove(m_growing, begin, end);
        } else if (m_log.action[row] == MemoryAction::SegmentFree) {
            m_fixed[begin] = end;
        } else if (m_log.action[row] == MemoryAction::SegmentUnmap) {
            grow(begin, end);
        }
    }
    // What was unmapped from a segment was one piece with what is mapped beside it.
    void grow(std::uint64_t begin, std::uint64_t end)
    {
        const auto behind = m_growing.find(end);
        if (behind != m_growing.end() && end > begin) {
            end = behind->second;
            m_growing.erase(behind);
        }
        const auto next = m_growing.upper_bound(begin);
        if (next != m_growing.begin() && std::prev(next)->second == begin)
            std::prev(next)->second = end;
        else
            m_growing[begin] = end;
    }

    const MemoryLog &m_log;
    const DeviceParts &m_parts;
    const JobControl &m_control;
    std::size_t m_at; // rows from here on are undone
    Ranges m_fixed; // neighbours are segments of their own
    Ranges m_growing; // expandable segments
};

// A block that is there after some of the rows asked for: those numbered [first, last).
struct LivingBlock {
    std::uint32_t block = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    [[nodiscard]] bool isAt(std::size_t row) const { return first <= row && row < last; }
};

// Of the device, in one walk through its blocks, each until its release (the program holds it) or until it is freed (it takes up
// memory). Few blocks live at any one row.
std::vector<LivingBlock> livingAt(const MemoryData &data, const DeviceParts &parts, std::span<const std::uint32_t> rows,
    std::uint32_t MemoryBlock::*until, const JobControl &control)
{
    const auto from = [rows](std::uint32_t row) {
        return static_cast<std::uint32_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
    };
    std::vector<LivingBlock> living;
    for (std::size_t i = 0; i < parts.blocks.size(); ++i) {
        if (i % kRowsBetweenPolls == 0 && control.stopRequested())
            break;
        const MemoryBlock &block = data.use.blocks[parts.blocks[i]];
        const std::uint32_t first = block.allocation == MemoryBlock::kOutside ? 0 : from(block.allocation);
        const std::uint32_t last = from(block.*until); // kOutside is above all rows
        if (first < last)
            living.push_back({parts.blocks[i], first, last});
    }
    return living;
}

// A freed block took up more than was asked for.
std::int64_t roundedBytes(const MemoryUse &use, const MemoryBlock &block)
{
    if (!use.requestedSizes || block.segmentBlock != MemoryBlock::kOutside)
        return block.bytes;
    return (block.bytes + kRounding - 1) / kRounding * kRounding;
}

// What was freed before the log has no block to say so.
std::int64_t roundedBytes(const MemoryUse &use, const WaitingBlock &block)
{
    if (!use.requestedSizes || block.freed == MemoryBlock::kOutside)
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
    for (const std::uint32_t w : parts.waiting) {
        const WaitingBlock &block = data.use.waiting[w];
        all.emplace_back(block.address, endOf(block.address, roundedBytes(data.use, block)));
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
    for (std::uint32_t w = 0; w < data.use.waiting.size(); ++w)
        parts[data.use.waiting[w].device].waiting.push_back(w);
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

namespace {

// What of the segments is not covered by the used ranges, which are sorted.
FreeSpace freeBetween(const Ranges &segments, const std::vector<std::pair<std::uint64_t, std::uint64_t>> &used)
{
    FreeSpace space;
    std::size_t next = 0;
    std::uint64_t covered = 0; // up to where a range that began in a segment before reaches
    for (const auto &[begin, end] : segments) {
        space.reserved = addSaturated(space.reserved, static_cast<std::int64_t>(end - begin));
        while (next < used.size() && used[next].second <= begin)
            ++next;
        std::uint64_t at = std::clamp(covered, begin, end);
        const auto take = [&space, &at](std::uint64_t until) {
            if (until <= at)
                return;
            const auto bytes = static_cast<std::int64_t>(until - at);
            space.free = addSaturated(space.free, bytes);
            space.largest = std::max(space.largest, bytes);
            ++space.ranges;
        };
        bool any = at > begin;
        for (; next < used.size() && used[next].first < end; ++next) {
            any = true;
            take(std::min(used[next].first, end));
            at = std::max(at, used[next].second);
            covered = std::max(covered, used[next].second);
        }
        take(end);
        if (!any && at == begin)
            space.emptySegments = addSaturated(space.emptySegments, static_cast<std::int64_t>(end - begin));
    }
    return space;
}

} // namespace

std::vector<FreeSpace> freeSpaceAfter(
    const MemoryData &data, const DeviceParts &parts, std::span<const std::uint32_t> rows, const JobControl &control)
{
    const std::vector<LivingBlock> living = livingAt(data, parts, rows, &MemoryBlock::freed, control);
    std::vector<FreeSpace> spaces(rows.size());
    SegmentsBack segments(*data.log, parts, control);
    for (std::size_t at = rows.size(); at-- > 0 && !control.stopRequested();) {
        std::vector<std::pair<std::uint64_t, std::uint64_t>> used;
        for (const std::uint32_t w : parts.waiting)
            if (const WaitingBlock &block = data.use.waiting[w]; block.freed > rows[at]) // kOutside is above all rows
                used.emplace_back(block.address, endOf(block.address, roundedBytes(data.use, block)));
        for (const LivingBlock &own : living)
            if (const MemoryBlock &block = data.use.blocks[own.block]; own.isAt(at))
                used.emplace_back(block.address, endOf(block.address, roundedBytes(data.use, block)));
        std::sort(used.begin(), used.end());
        spaces[at] = freeBetween(segments.after(rows[at]), used);
    }
    return spaces;
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

namespace {

// Source lines by number, each made into text once for a stack.
class LineNames {
public:
    explicit LineNames(const MemoryData &data)
        : m_data(data)
    {
    }
    std::uint32_t of(const MemoryBlock &block)
    {
        if (block.stack == 0)
            return numberOf(lineOrOperator(block));
        const auto [known, added] = m_ofStack.try_emplace(block.stack);
        if (added)
            known->second = numberOf(m_data.lineOf(block));
        return known->second;
    }
    [[nodiscard]] const std::string &text(std::uint32_t number) const { return m_texts[number]; }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

private:
    [[nodiscard]] std::string lineOrOperator(const MemoryBlock &block) const
    {
        std::string name = m_data.lineOf(block);
        return name.empty() && block.allocation != MemoryBlock::kOutside ? std::string(m_data.opOf(block.allocation)) : name;
    }
    std::uint32_t numberOf(const std::string &text)
    {
        const auto [known, added] = m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_texts.size()));
        if (added)
            m_texts.push_back(text);
        return known->second;
    }

    const MemoryData &m_data;
    std::unordered_map<std::uint32_t, std::uint32_t> m_ofStack;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    std::vector<std::string> m_texts;
};

} // namespace

std::vector<LineUse> mostHeldByLine(
    const MemoryData &data, const DeviceParts &parts, std::span<const std::uint32_t> rows, const JobControl &control)
{
    struct Held {
        std::int64_t bytes = 0;
        std::uint32_t blocks = 0;
    };
    LineNames names(data);
    const std::vector<LivingBlock> living = livingAt(data, parts, rows, &MemoryBlock::release, control);
    std::vector<std::uint32_t> name; // of each living block
    name.reserve(living.size());
    for (const LivingBlock &own : living)
        name.push_back(names.of(data.use.blocks[own.block]));
    std::vector<LineUse> most(rows.size());
    std::vector<Held> held(names.size());
    for (std::size_t at = 0; at < rows.size() && !control.stopRequested(); ++at) {
        std::fill(held.begin(), held.end(), Held());
        for (std::size_t i = 0; i < living.size(); ++i) {
            if (!living[i].isAt(at))
                continue;
            Held &line = held[name[i]];
            line.bytes = addSaturated(line.bytes, data.use.blocks[living[i].block].bytes);
            ++line.blocks;
        }
        for (std::uint32_t line = 0; line < held.size(); ++line) {
            const auto &[bytes, blocks] = held[line];
            if (blocks > 0
                && (most[at].blocks == 0 || bytes > most[at].bytes
                    || (bytes == most[at].bytes && names.text(line) < most[at].line)))
                most[at] = {names.text(line), bytes, blocks};
        }
    }
    return most;
}

} // namespace lamella::core
