// SPDX-License-Identifier: GPL-3.0-or-later
// Derives ranks and hosts from the names of the files of a job. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// The rank of each path, by the first rule whose numbers distinguish the files: "rank3"; the indices of a parallel layout
// ("TP-1-DP-0": one number from the indices needed to distinguish the files, DP before PP before TP before EP); "worker3";
// "gpu3", "device3"; else the one number in which otherwise equal names differ ("trace_0.json", "trace_1.json").
// core/base/JobName.h parses the names. Numbers that all files share, and sizes ("tp4", "tp8"), are not ranks. A single file gets
// the rank in its own name.
[[nodiscard]] std::vector<std::optional<int>> ranksFromNames(const std::vector<std::string> &paths);

// The host in the name that a profiler gives a file ("node7_4711.1700000000000000000.pt.trace.json.gz", PyTorch) or its folder
// ("node7_4711_20250109075043861_ascend_pt"); empty for other names.
[[nodiscard]] std::string hostFromPath(std::string_view path);

// Number of distinct values.
[[nodiscard]] std::size_t distinctCount(const std::vector<std::optional<int>> &numbers);

// Natural order of names: digits compare as numbers, "rank2" before "rank10".
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

} // namespace lamella::core
