// SPDX-License-Identifier: GPL-3.0-or-later
// Limits that users can change by environment variables, so that an unusually large but valid trace does not need another build
// of the program.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

// Applies environment variables to default values in `limits`: LAMELLA_MAX_RATIO (raw bytes per byte of gzip),
// LAMELLA_MAX_GIGABYTES (10^9 inflated bytes), LAMELLA_MAX_EVENT_MEGABYTES (10^6 bytes per event) and
// LAMELLA_MAX_MEMORY_MEGABYTES (10^6 bytes of memory); 0 = no limit. Values that are not whole numbers are ignored. The
// environment is read once.
[[nodiscard]] ImportLimits withUserLimits(const ImportLimits &limits);

// The same with the values passed as text; nullptr: not set.
[[nodiscard]] ImportLimits withUserLimits(const ImportLimits &limits, const char *ratio, const char *gigabytes,
    const char *eventMegabytes = nullptr, const char *memoryMegabytes = nullptr);

} // namespace lamella::core
