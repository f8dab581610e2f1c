// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the top-level keys beside the events, and derives the producer from them and from names.
#pragma once

#include "core/import/chrome/TopLevelScanner.h"
#include "core/model/TraceDocument.h"

namespace lamella::core {

// Fills document.metadata and the device names; call once strings, tracks and devices are set.
void readMetadata(const TopLevelScanner &scanner, TraceDocument &document);

} // namespace lamella::core
