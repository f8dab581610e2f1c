// SPDX-License-Identifier: GPL-3.0-or-later
// The keys beside the events, and what they and the names say about who wrote the trace.
#pragma once

#include "core/import/chrome/TopLevelScanner.h"
#include "core/model/TraceDocument.h"

namespace lamella::core {

// Fills document.metadata and the names of the devices; call when strings, tracks and devices are there.
void readMetadata(const TopLevelScanner &scanner, TraceDocument &document);

} // namespace lamella::core
