// SPDX-License-Identifier: GPL-3.0-or-later
// What a part of the table of events takes in memory, for those who count while the table grows.
#pragma once

#include "core/model/EventTable.h"

#include <cstddef>

namespace lamella::core {

// Bytes of its columns.
[[nodiscard]] std::size_t memoryBytes(const EventChunk &chunk);

} // namespace lamella::core
