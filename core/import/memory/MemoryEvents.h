// SPDX-License-Identifier: GPL-3.0-or-later
// Events of allocations and frees in a trace: those of PyTorch's profiler with profile_memory=True, and XLA's.
#pragma once

#include "core/model/MemoryLog.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lamella::core {

inline constexpr std::string_view kTorchMemory = "[memory]";
inline constexpr std::string_view kXlaAlloc = "MemoryAllocation";
inline constexpr std::string_view kXlaFree = "MemoryDeallocation";

// What its args say.
struct MemoryEvent {
    std::optional<std::int64_t> bytes; // > 0 allocated, < 0 freed
    std::uint64_t address = 0;
    std::int16_t device = 0;
    std::int64_t allocated = MemoryLog::kNone;
    std::int64_t reserved = MemoryLog::kNone;
};

// The number of a device as a log has it.
[[nodiscard]] std::int16_t memoryDevice(std::int64_t number);

// Adds a row; `recorded` must have bytes. `name`: of the event. Rows are sorted when all are there (MemoryLog::sortByTime).
void addMemoryEvent(
    MemoryLog &log, const MemoryEvent &recorded, std::string_view name, EventId event, TrackId track, std::int64_t time);

} // namespace lamella::core
