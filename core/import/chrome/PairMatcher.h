// SPDX-License-Identifier: GPL-3.0-or-later
// Matches B with E on each track, and b with e of each (process, category, id), and gives the begin its duration. Uses Perfetto's
// rule: in time order, an end closes the innermost open begin of its name and category, and begins opened inside stay open.
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

// Call after IdMerger. Sets the durations of begins and adds the ends to `bounds`. The begins in the result have no duration
// until endUnclosed().
[[nodiscard]] std::vector<UnclosedBegin> matchPairs(
    ImportedBlocks &imported, const std::vector<Track> &tracks, ImportBounds &bounds, ImportDiagnostics &diagnostics);

// Removes kernels whose begin has no duration from the blocks and counts them.
void dropUnclosedWork(ImportedBlocks &imported, ImportDiagnostics &diagnostics);

// Unclosed begins extend to the end of the trace.
void endUnclosed(
    const std::vector<UnclosedBegin> &begins, std::int64_t traceEnd, ImportedBlocks &imported, ImportDiagnostics &diagnostics);

} // namespace lamella::core
