// SPDX-License-Identifier: GPL-3.0-or-later
// Reads several files side by side: as many at once as there are free workers, which the importers share, so that memory for
// reading does not grow with the number of files.
#pragma once

#include "core/session/RankSet.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct LoadedRank {
    std::string path;
    std::shared_ptr<AnalysisSession> session; // with its segmentation; null: `error` says why not
    Error error;
};

// In the order of `files`, whatever was finished first. Errors: Cancelled only.
Result<std::vector<LoadedRank>> loadRanks(
    const std::vector<std::string> &files, const RankOpenOptions &options, const JobControl &control);

// The rank that a file names in its first 64 KiB ("distributedInfo" of Kineto); none: not there, or the file cannot be read.
[[nodiscard]] std::optional<int> rankFromHead(const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
