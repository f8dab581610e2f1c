// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out whether a history of the allocator lacks its beginning. Thread-safe.
#pragma once

#include "core/model/MemoryLog.h"

#include <cstdint>
#include <map>

namespace lamella::core {

// By device, blocks in use at the end that the recorder saw being allocated (they have a stack), although the log does not
// contain that event. None of a log without any event: then only stacks were recorded.
[[nodiscard]] std::map<std::int16_t, std::uint64_t> lostAllocations(const MemoryLog &log);

} // namespace lamella::core
