// SPDX-License-Identifier: GPL-3.0-or-later
// Allocations and frees that PyTorch's profiler records with profile_memory=True: instants named "[memory]" whose args hold
// address, signed size, device, and what the allocator holds afterwards.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

struct MemoryEvent {
    EventId event;
    TrackId track; // of the thread
    std::int64_t time = 0; // ns on the clock of the file
    std::int64_t device = -1; // -1: the host
    std::uint64_t address = 0;
    std::int64_t bytes = 0; // > 0 allocated, < 0 freed
    std::optional<std::int64_t> allocated; // in all, afterwards
    std::optional<std::int64_t> reserved; // from the driver, afterwards
};

struct MemoryBlock {
    std::uint32_t allocation = kOutside; // row of MemoryRecord::events; kOutside: before the trace
    std::uint32_t release = kOutside; // kOutside: not in the trace
    static constexpr std::uint32_t kOutside = 0xFFFFFFFFu;
};

struct MemoryRecord {
    std::vector<MemoryEvent> events; // by time
    std::vector<MemoryBlock>
        blocks; // in the order of their allocation, those from before the trace in the order of their release
    std::vector<std::uint32_t> blockOf; // of each event
    std::uint64_t unread = 0; // events whose args hold no size
};

// Reads the args of the events from the file. Errors: Io (file missing or changed since the import), Cancelled.
[[nodiscard]] Result<MemoryRecord> readMemoryRecord(const TraceDocument &document, const JobControl &control);

} // namespace lamella::core
