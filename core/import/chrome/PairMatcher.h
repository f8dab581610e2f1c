// SPDX-License-Identifier: GPL-3.0-or-later
// B with E on each track, b with e of each (process, category, id): the begin gets the duration. By Perfetto's rule: in
// order of time, an end closes the innermost open begin of its name and category, and what was opened inside stays open.
#pragma once

#include "core/import/chrome/ImportBounds.h"
#include "core/import/chrome/ImportedBlocks.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/TrackTable.h"

#include <vector>

namespace lamella::core {

// After IdMerger. Adds matched ends to `bounds`; what is never closed runs to the end of the trace.
void matchPairs(ImportedBlocks &imported, const std::vector<Track> &tracks, ImportBounds &bounds, ImportDiagnostics &diagnostics);

} // namespace lamella::core
