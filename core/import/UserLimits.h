// SPDX-License-Identifier: GPL-3.0-or-later
// Limits for files that only their user can judge: a trace that is honest and still beyond what anybody expected must not need
// another build of the program.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

// Where `limits` are the program's own: with LAMELLA_MAX_RATIO (raw bytes to a byte of gzip), LAMELLA_MAX_GIGABYTES (10^9 bytes,
// after inflating), LAMELLA_MAX_EVENT_MEGABYTES (10^6 bytes of one event) and LAMELLA_MAX_MEMORY_MEGABYTES (10^6 bytes of memory)
// of the environment in their place; 0 = no limit. A value that is no whole number changes nothing. The environment is read once.
[[nodiscard]] ImportLimits withUserLimits(const ImportLimits &limits);

// The same from texts; nullptr: not set.
[[nodiscard]] ImportLimits withUserLimits(const ImportLimits &limits, const char *ratio, const char *gigabytes,
    const char *eventMegabytes = nullptr, const char *memoryMegabytes = nullptr);

} // namespace lamella::core
