// SPDX-License-Identifier: GPL-3.0-or-later
// The folder layout of the Ascend profiler: <host>_ascend_pt/{profiler_info_<rank>.json,
// ASCEND_PROFILER_OUTPUT/kernel_details.csv, ...}.
#pragma once

#include "core/base/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// The kernel tables below a folder, which may be the output folder, a rank's folder or a folder of ranks. Sorted by path. Without
// kernel_details.csv, op_summary_*.csv of raw msprof is used. Only looks at names. Empty if there are none, or no such folder.
[[nodiscard]] std::vector<std::string> ascendKernelTables(const std::string &folder);

// Rank of the folder that contains a kernel table: profiler_info_<rank>.json, else "rank<N>" in a folder name.
[[nodiscard]] std::optional<int> ascendRank(const std::string &kernelTable);

} // namespace lamella::core
