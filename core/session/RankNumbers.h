// SPDX-License-Identifier: GPL-3.0-or-later
// Which rank a file is, told by its name and by the names of the other files of the job. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// For each path its rank, where one rule gives numbers that tell the files apart. Rules, first hit wins: "rank3"; the indices of
// a parallel layout ("TP-1-DP-0": one number over those that are needed to tell the files apart, DP before PP before TP before
// EP); "worker3"; "gpu3", "device3"; else the one number in which names that are otherwise equal differ ("trace_0.json",
// "trace_1.json"). core/base/JobName.h reads the names; a number that all files share, or a size ("tp4", "tp8"), tells nothing.
// One file: what its own name says.
[[nodiscard]] std::vector<std::optional<int>> ranksFromNames(const std::vector<std::string> &paths);

// How many different numbers there are.
[[nodiscard]] std::size_t distinctCount(const std::vector<std::optional<int>> &numbers);

// Names in the order people expect: digits count as numbers, "rank2" before "rank10".
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

} // namespace lamella::core
