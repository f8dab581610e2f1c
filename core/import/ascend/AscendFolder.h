// SPDX-License-Identifier: GPL-3.0-or-later
// Where the Ascend profiler puts what: <host>_ascend_pt/{profiler_info_<rank>.json, ASCEND_PROFILER_OUTPUT/kernel_details.csv,
// ...}.
#pragma once

#include "core/base/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// The tables of kernels below a folder: the folder itself may be the output folder, a rank's folder or a folder of ranks. Sorted
// by path. Where there is no kernel_details.csv, op_summary_*.csv of raw msprof counts. Only names are looked at. Empty when there are none (or no such folder).
[[nodiscard]] std::vector<std::string> ascendKernelTables(const std::string &folder);

// Rank of the folder that a kernel table lies in: profiler_info_<rank>.json, else "rank<N>" in a folder's name.
[[nodiscard]] std::optional<int> ascendRank(const std::string &kernelTable);

} // namespace lamella::core
