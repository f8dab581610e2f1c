// SPDX-License-Identifier: GPL-3.0-or-later
// Memory use of a trace, as the table `info` and the window show it.
#pragma once

#include "core/model/TraceDocument.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lamella::core {

struct TraceMemory {
    std::size_t bytes = 0; // whole document
    std::optional<std::string> perEvent; // bytes of event columns per event, "44.1"; none without events
    std::optional<std::string> perKernel; // the same for GPU work
};

[[nodiscard]] TraceMemory traceMemory(const TraceDocument &document);

} // namespace lamella::core
