// SPDX-License-Identifier: GPL-3.0-or-later
// Memory use of one chunk of the event table, for limits while the table grows.
#pragma once

#include "core/model/EventTable.h"

#include <cstddef>

namespace lamella::core {

// Bytes of its columns.
[[nodiscard]] std::size_t memoryBytes(const EventChunk &chunk);

} // namespace lamella::core
