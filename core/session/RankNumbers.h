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
// a parallel layout ("TP-1-DP-0": one number over all that vary, DP before PP before TP before EP); "worker3", "gpu3", "device3";
// else the one number in which names that are otherwise equal differ ("trace_0.json", "trace_1.json"). Words are looked for in
// the file's name, then in its folders' ("rank0_ascend_pt/..."). A number that all files share ("tp8" for the size) tells
// nothing. One file: what its own name says.
[[nodiscard]] std::vector<std::optional<int>> ranksFromNames(const std::vector<std::string> &paths);

// How many different numbers there are.
[[nodiscard]] std::size_t distinctCount(const std::vector<std::optional<int>> &numbers);

// Names in the order people expect: digits count as numbers, "rank2" before "rank10".
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

} // namespace lamella::core
