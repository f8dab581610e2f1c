// SPDX-License-Identifier: GPL-3.0-or-later
// Memory from pass to pass: the bytes held at the begin and the end of each, and the source lines that keep what they allocate.
#pragma once

#include "core/analysis/memory/MemoryData.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct PassMemory {
    int pass = 0;
    std::int16_t device = 0;
    std::uint32_t firstRow = 0;
    std::uint32_t lastRow = 0;
    std::int64_t begin = 0; // allocated before its first row
    std::int64_t end = 0; // and after its last
    std::int64_t peak = 0;
    std::int64_t allocated = 0;
    std::int64_t freed = 0;
    std::int64_t kept = 0; // of its own blocks, at the end of the log
    std::uint32_t keptBlocks = 0;
};
// By device and pass; empty without passes. Incomplete after a stop request.
[[nodiscard]] std::vector<PassMemory> memoryOfPasses(const MemoryData &data, const JobControl &control = {});

struct LineGrowth {
    std::string line; // or operator; empty: not recorded
    std::int16_t device = 0;
    std::int64_t kept = 0; // bytes held at the end of the log
    std::int64_t keptEarlier = 0; // the part allocated before the last period, whose blocks may still be in use
    std::int64_t weights = 0; // of kept, in blocks of Lifetime::Weights
    std::uint32_t firstRow = MemoryBlock::kOutside; // of the log: its earliest block that is held
    std::uint32_t blocks = 0;
    std::uint32_t periods = 0; // passes (without passes: tenths of the time) in which it allocated them
    std::uint32_t of = 0; // total of such periods, without the last, whose blocks may still be in use
    std::uint32_t since = 0; // those of them from the first that it keeps something of
    std::int64_t first = MemoryLog::kNone; // time of the earliest
    std::int64_t last = MemoryLog::kNone;
    // A line may begin to keep what it allocates, as when a cache or a log is switched on.
    [[nodiscard]] bool grows() const { return since >= 3 && since * 3 >= of && periods * 4 >= since * 3; }
};
// Memory that was allocated in the log and is held at its end, the largest first. Incomplete after a stop request.
[[nodiscard]] std::vector<LineGrowth> memoryGrowth(const MemoryData &data, const JobControl &control = {});

} // namespace lamella::core
