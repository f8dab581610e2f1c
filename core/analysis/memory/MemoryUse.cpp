// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/MemoryUse.h"

#include "core/analysis/memory/LiveBlocks.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kRowsBetweenPolls = 1U << 16;
constexpr std::uint32_t kOutside = MemoryBlock::kOutside;
constexpr std::int64_t kRounding = 512; // PyTorch's allocator makes no block that is no multiple of it

// Pairs allocations with frees.
class Pairing {
public:
    Pairing(const MemoryLog &log, MemoryUse &use)
        : m_log(log)
        , m_use(use)
        , m_requests(std::find(log.action.begin(), log.action.end(), MemoryAction::FreeRequest) != log.action.end())
    {
    }
    void run(const JobControl &control);
    // Finds the blocks of the segments again, which say how large they really are; adds those from before the log.
    void joinSegments();

private:
    void allocate(std::uint32_t row);
    void release(std::uint32_t row, bool done);
    std::uint32_t add(const MemoryBlock &block)
    {
        m_use.blocks.push_back(block);
        return static_cast<std::uint32_t>(m_use.blocks.size() - 1);
    }

    const MemoryLog &m_log;
    MemoryUse &m_use;
    bool m_requests; // frees come in two steps
    LiveBlocks m_live;
    LiveBlocks m_awaited; // freed by the program, but not yet free
};

void Pairing::allocate(std::uint32_t row)
{
    if (m_log.source == MemorySource::Snapshot && m_log.bytes[row] % kRounding != 0)
        m_use.requestedSizes = true;
    m_use.blockOf[row] =
        add({row, kOutside, kOutside, m_log.stackAt(row), kOutside, m_log.device[row], m_log.bytes[row], m_log.address[row]});
    m_live.set(m_log.address[row], m_log.device[row], m_use.blockOf[row]);
    if (const std::uint32_t awaited = m_awaited.take(m_log.address[row], m_log.device[row]); awaited != kOutside) {
        m_use.blocks[awaited].freed = row; // the log lacks when
        m_use.replaced[row] = awaited;
    }
}

// done: the memory is free, else only the tensor is gone.
void Pairing::release(std::uint32_t row, bool done)
{
    const std::uint64_t address = m_log.address[row];
    const std::int16_t device = m_log.device[row];
    if (done) {
        const std::uint32_t awaited = m_awaited.take(address, device);
        m_use.blockOf[row] = awaited; // its release is the request
        if (awaited != kOutside) {
            m_use.blocks[awaited].freed = row;
            return;
        }
    }
    std::uint32_t block = m_live.take(address, device);
    if (block == kOutside && done && m_requests) {
        m_use.waiting.push_back({address, m_log.bytes[row], device, row});
        return;
    }
    if (block == kOutside)
        block = add({kOutside, row, kOutside, 0, kOutside, device, m_log.bytes[row], address});
    m_use.blocks[block].release = row;
    m_use.blocks[block].freed = done ? row : kOutside;
    m_use.blockOf[row] = block;
    if (!done)
        m_awaited.set(address, device, block);
}

void Pairing::run(const JobControl &control)
{
    m_use.blockOf.assign(m_log.size(), kOutside);
    m_use.blocks.reserve(static_cast<std::size_t>(std::count(m_log.action.begin(), m_log.action.end(), MemoryAction::Alloc)));
    for (std::uint32_t row = 0; row < m_log.size(); ++row) {
        if (row % kRowsBetweenPolls == 0 && control.stopRequested())
            return;
        switch (m_log.action[row]) {
        case MemoryAction::Alloc:
            allocate(row);
            break;
        case MemoryAction::FreeRequest:
            release(row, false);
            break;
        case MemoryAction::Free:
            release(row, true);
            break;
        default:
            break;
        }
    }
}

void Pairing::joinSegments()
{
    for (const MemorySegment &segment : m_log.segments) {
        for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b) {
            const SegmentBlock &end = m_log.blocks[b];
            if (end.state == BlockState::Free)
                continue;
            const bool awaits = end.state == BlockState::AwaitingFree;
            std::uint32_t known = awaits ? m_awaited.at(end.address, segment.device) : kOutside;
            if (known == kOutside)
                known = m_live.at(end.address, segment.device);
            if (known != kOutside) {
                MemoryBlock &block = m_use.blocks[known];
                m_use.requestedSizes = m_use.requestedSizes || block.bytes != end.bytes;
                block.bytes = end.bytes;
                block.segmentBlock = b;
                continue;
            }
            DeviceMemory &device = m_use.devices[segment.device];
            device.lost += end.stack != 0 && m_log.size() > 0 ? 1 : 0;
            if (awaits)
                m_use.waiting.push_back({end.address, end.bytes, segment.device, kOutside});
            else
                add({kOutside, kOutside, kOutside, end.stack, b, segment.device, end.bytes, end.address});
        }
    }
}

// What a row changes: +1 allocates, -1 frees.
struct Change {
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    std::int64_t active = 0;
};

class Totals {
public:
    Totals(const MemoryLog &log, MemoryUse &use)
        : m_log(log)
        , m_use(use)
    {
    }
    void run(const JobControl &control);

private:
    [[nodiscard]] Change changeOf(std::uint32_t row) const;
    void begins();
    void row(std::uint32_t row, DeviceMemory &device);
    void checkActive(std::uint32_t row, DeviceMemory &device) const;

    const MemoryLog &m_log;
    MemoryUse &m_use;
    std::map<std::int16_t, std::int64_t> m_last; // recorded total before
};

Change Totals::changeOf(std::uint32_t row) const
{
    const std::uint32_t block = m_use.blockOf[row];
    const std::int64_t bytes = block == kOutside ? m_log.bytes[row] : m_use.blocks[block].bytes;
    switch (m_log.action[row]) {
    case MemoryAction::Alloc: {
        const auto replaced = m_use.replaced.find(row);
        return {bytes, 0, replaced == m_use.replaced.end() ? bytes : bytes - m_use.blocks[replaced->second].bytes};
    }
    case MemoryAction::FreeRequest:
        return {-bytes, 0, 0};
    case MemoryAction::Free:
        return {block != kOutside && m_use.blocks[block].release == row ? -bytes : 0, 0, -bytes};
    case MemoryAction::SegmentAlloc:
    case MemoryAction::SegmentMap:
        return {0, bytes, 0};
    case MemoryAction::SegmentFree:
    case MemoryAction::SegmentUnmap:
        return {0, -bytes, 0};
    case MemoryAction::Change:
    case MemoryAction::Move:
        return {bytes, 0, bytes};
    default:
        return {};
    }
}

// Totals before the first row: those at the end, of the segments, minus all changes.
void Totals::begins()
{
    std::map<std::int16_t, std::int64_t> there; // what must have been there before the first row
    for (std::uint32_t row = 0; row < m_log.size(); ++row) {
        DeviceMemory &device = m_use.devices[m_log.device[row]];
        ++device.rows;
        if (m_log.action[row] == MemoryAction::Existing)
            there[m_log.device[row]] = addSaturated(there[m_log.device[row]], m_log.bytes[row]);
        if (device.firstTime == MemoryLog::kNone)
            device.firstTime = m_log.time[row];
    }
    for (const MemorySegment &segment : m_log.segments) {
        MemoryTotals &end = m_use.devices[segment.device].end;
        end.reserved += segment.bytes;
        for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b) {
            const SegmentBlock &block = m_log.blocks[b];
            end.allocated += block.state == BlockState::Allocated ? block.bytes : 0;
            end.active += block.state != BlockState::Free ? block.bytes : 0;
        }
    }
    m_use.walkedBack =
        m_log.source == MemorySource::Snapshot && m_log.complete && (m_log.listsSegments || !m_log.segments.empty());
    for (const MemoryBlock &block : m_use.blocks)
        if (block.allocation == kOutside)
            there[block.device] = addSaturated(there[block.device], block.bytes);
    std::map<std::int16_t, std::int64_t> active = there;
    for (const WaitingBlock &block : m_use.waiting)
        active[block.device] = addSaturated(active[block.device], block.bytes);
    for (auto &[number, device] : m_use.devices) {
        if (!m_use.walkedBack) {
            device.begin = {there[number], 0, active[number]};
            device.begin.reserved = m_log.source == MemorySource::Snapshot ? 0 : MemoryLog::kNone;
            continue;
        }
        device.begin = device.end;
    }
    if (!m_use.walkedBack)
        return;
    for (std::uint32_t row = 0; row < m_log.size(); ++row) {
        const Change change = changeOf(row);
        MemoryTotals &begin = m_use.devices[m_log.device[row]].begin;
        begin.allocated = subtractSaturated(begin.allocated, change.allocated);
        begin.active = subtractSaturated(begin.active, change.active);
        begin.reserved = subtractSaturated(begin.reserved, change.reserved);
    }
    for (auto &[number, device] : m_use.devices)
        device.unexplained = subtractSaturated(there[number], device.begin.allocated);
}

// A row `snapshot` states what is active at that moment.
void Totals::checkActive(std::uint32_t row, DeviceMemory &device) const
{
    if (m_log.action[row] != MemoryAction::Snapshot || m_use.requestedSizes)
        return;
    ++device.totalsChecked;
    device.totalsWrong += m_log.bytes[row] != m_use.totals[row].active ? 1 : 0;
}

void Totals::row(std::uint32_t row, DeviceMemory &device)
{
    const Change change = changeOf(row);
    MemoryTotals &now = device.end;
    const std::int64_t recorded = m_log.allocatedAt(row);
    if (recorded == MemoryLog::kNone) {
        now.allocated = addSaturated(now.allocated, change.allocated);
        now.active = addSaturated(now.active, change.active);
        now.reserved = now.reserved == MemoryLog::kNone ? now.reserved : addSaturated(now.reserved, change.reserved);
    } else {
        const bool every = m_log.source == MemorySource::Events; // tables list blocks of operators, but totals of all
        if (const auto last = m_last.find(m_log.device[row]); last != m_last.end()) {
            if (every) {
                const std::int64_t own = m_log.bytes[row] == 0 ? change.allocated
                    : change.allocated < 0                     ? -m_log.bytes[row]
                                                               : m_log.bytes[row];
                ++device.totalsChecked;
                device.totalsWrong += subtractSaturated(recorded, last->second) != own ? 1 : 0;
            }
        } else {
            device.begin.allocated = subtractSaturated(recorded, change.allocated);
        }
        m_last[m_log.device[row]] = recorded;
        now = {recorded, m_log.reservedAt(row), m_log.activeAt(row)};
    }
    m_use.totals.push_back(now);
    checkActive(row, device);
    if (m_log.action[row] == MemoryAction::Other)
        return;
    if (now.allocated > device.peak) {
        device.peak = now.allocated;
        device.peakRow = row;
    }
    device.reservedPeak = std::max(device.reservedPeak, now.reserved);
}

void Totals::run(const JobControl &control)
{
    begins();
    const bool recorded = !m_log.allocated.empty();
    for (auto &[number, device] : m_use.devices) {
        device.end = device.begin;
        if (!recorded) {
            device.peak = device.begin.allocated;
            device.reservedPeak = device.begin.reserved;
        }
    }
    m_use.totals.reserve(m_log.size());
    for (std::uint32_t row = 0; row < m_log.size(); ++row) {
        if (row % kRowsBetweenPolls == 0 && control.stopRequested()) {
            m_use.totals.fill(m_log.size());
            return;
        }
        DeviceMemory &device = m_use.devices[m_log.device[row]];
        if (m_log.action[row] == MemoryAction::Other)
            m_use.totals.push_back({m_log.allocatedAt(row), m_log.reservedAt(row), m_log.activeAt(row)});
        else
            this->row(row, device);
    }
}

} // namespace

MemoryUse memoryUse(const MemoryLog &log, const JobControl &control)
{
    MemoryUse use;
    Pairing pairing(log, use);
    pairing.run(control);
    if (control.stopRequested())
        return use;
    if (log.complete)
        pairing.joinSegments();
    Totals(log, use).run(control);
    return use;
}

} // namespace lamella::core
