// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks and running totals of a memory log. A block lives from its allocation to its free; one that is freed without an
// allocation was there before the log, one without a free is still held at its end. Totals: as recorded if the log states them;
// else computed backwards from the segments of a snapshot, whose blocks show what is in use at the end; else counted from zero.
#pragma once

#include "core/analysis/memory/MemoryTotals.h"
#include "core/base/JobControl.h"
#include "core/model/MemoryLog.h"

#include <cstdint>
#include <map>
#include <vector>

namespace lamella::core {

struct MemoryBlock { // a log has millions: ordered so that it takes 40 bytes
    static constexpr std::uint32_t kOutside = 0xFFFFFFFFU;
    std::uint32_t allocation = kOutside; // row of the log; kOutside: before it
    std::uint32_t release = kOutside; // row of the free; kOutside: still held
    std::uint32_t freed =
        kOutside; // row from which on its memory can be used again, at the release or after it; kOutside: not yet
    std::uint32_t stack = 0; // of the allocation
    std::uint32_t segmentBlock = kOutside; // row of MemoryLog::blocks that it is at the end
    std::int16_t device = 0;
    std::int64_t bytes = 0; // as the allocator counts it, if a snapshot records that; else as recorded
    std::uint64_t address = 0;
};

// Memory that the program freed before the log begins, but that is not yet free then.
struct WaitingBlock {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int16_t device = 0;
    std::uint32_t freed = MemoryBlock::kOutside; // row from which on its memory can be used again; kOutside: not yet
};

struct DeviceMemory {
    MemoryTotals begin; // before the first row
    MemoryTotals end;
    std::int64_t peak = MemoryLog::kNone; // largest allocated
    std::uint32_t peakRow = MemoryBlock::kOutside; // kOutside: at the begin
    std::int64_t reservedPeak = MemoryLog::kNone;
    std::int64_t firstTime = MemoryLog::kNone;
    std::uint64_t rows = 0;
    std::uint64_t totalsChecked = 0; // rows whose recorded total could be compared with the one before
    std::uint64_t totalsWrong = 0; // the number of those that differ by something else than the bytes of the row
    std::uint64_t lost = 0; // blocks that the recorder saw being allocated, although the log does not contain that event
    // Active bytes at the begin: those of the blocks that must have been there, minus the result of walking back. 0 for a
    // complete log.
    std::int64_t unexplained = 0;
};

struct MemoryUse {
    std::vector<MemoryBlock> blocks; // in the order of their allocation, those from before in the order of their free
    std::vector<WaitingBlock> waiting;
    std::vector<std::uint32_t> blockOf; // of each row; kOutside: none
    std::map<std::uint32_t, std::uint32_t>
        replaced; // block that still waited to be freed when a row allocated its address, by row
    TotalsColumn totals; // after each row, of its device
    std::map<std::int16_t, DeviceMemory> devices;
    bool walkedBack = false;
    bool requestedSizes = false; // sizes in the log are as requested; blocks of segments are larger
};

// Incomplete after a stop request.
[[nodiscard]] MemoryUse memoryUse(const MemoryLog &log, const JobControl &control = {});

// Whether the block is live after `row`.
[[nodiscard]] inline bool livesAfter(const MemoryBlock &block, std::uint32_t row)
{
    return (block.allocation == MemoryBlock::kOutside || block.allocation <= row)
        && (block.release == MemoryBlock::kOutside || block.release > row);
}

} // namespace lamella::core
