// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace takes in memory, in figures that the table `info` and the window have alike.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lamella::core {

struct TraceMemory {
    std::size_t bytes = 0; // of the whole document
    std::optional<std::string> perEvent; // bytes of the columns of all events for each of them, "44.1"; none without events
    std::optional<std::string> perKernel; // the same of GPU work
};

[[nodiscard]] TraceMemory traceMemory(const TraceDocument &document);

} // namespace lamella::core
