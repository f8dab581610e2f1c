// SPDX-License-Identifier: GPL-3.0-or-later
// The table `ranks` in its three forms, from a comparison of traces or of summaries.
#pragma once

#include "core/report/tables/RankTables.h"
#include "core/session/RankSet.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct RankTableSource {
    const RankComparison &comparison;
    const std::vector<RankLabel> &labels;
    const std::vector<RankNote> &notes;
    // Of the reference rank, on which requested passes and layers are resolved. Its device may be invalid.
    const TraceDocument &document;
    const Segmentation *segmentation = nullptr; // may be null where the device is invalid
    std::int64_t zeroNs = 0;
};

// Error: BadRequest. Called before anything is computed. Empty means layer.
Result<void> checkRanksBy(const std::string &by);

// Errors: BadRequest (unknown `by`, pass, layer or rank).
Result<std::shared_ptr<const ReportTable>> rankTable(const RankTableSource &source, const RankTableRequest &request);

} // namespace lamella::core
