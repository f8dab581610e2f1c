// SPDX-License-Identifier: GPL-3.0-or-later
// Reads several files concurrently, as many at once as there are free workers. Importers share the same workers, so memory does
// not grow with the number of files.
#pragma once

#include "core/session/RankSet.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

struct LoadedRank {
    std::string path;
    std::shared_ptr<AnalysisSession> session; // with its segmentation; null: see `error`
    Error error;
};

// In the order of `files`. Errors: only Cancelled.
Result<std::vector<LoadedRank>> loadRanks(
    const std::vector<std::string> &files, const RankOpenOptions &options, const JobControl &control);

// The rank that a file states in its first 64 KiB ("distributedInfo" of Kineto); nullopt if there is none or the file is
// unreadable.
[[nodiscard]] std::optional<int> rankFromHead(const std::string &path, const ImportLimits &limits);

} // namespace lamella::core
