// SPDX-License-Identifier: GPL-3.0-or-later
// B with E on each track, b with e of each (process, category, id): the begin gets the duration. By Perfetto's rule: in
// order of time, an end closes the innermost open begin of its name and category, and what was opened inside stays open.
#pragma once

#include "core/import/chrome/ImportBounds.h"
#include "core/import/chrome/ImportedBlocks.h"
#include "core/model/ImportDiagnostics.h"
#include "core/model/TrackTable.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// A begin event without an end.
struct UnclosedBegin {
    std::uint32_t block = 0;
    std::uint32_t row = 0;
    bool async = false;
};

// After IdMerger. Gives begins the duration to their end and adds the ends to `bounds`. Begins in the result have no duration
// until endUnclosed().
[[nodiscard]] std::vector<UnclosedBegin> matchPairs(
    ImportedBlocks &imported, const std::vector<Track> &tracks, ImportBounds &bounds, ImportDiagnostics &diagnostics);

// Takes kernels whose begin has no duration out of the blocks and counts them.
void dropUnclosedWork(ImportedBlocks &imported, ImportDiagnostics &diagnostics);

// What is never closed runs to the end of the trace.
void endUnclosed(
    const std::vector<UnclosedBegin> &begins, std::int64_t traceEnd, ImportedBlocks &imported, ImportDiagnostics &diagnostics);

} // namespace lamella::core
