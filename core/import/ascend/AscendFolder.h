// SPDX-License-Identifier: GPL-3.0-or-later
// The folder layout of the Ascend profiler: <host>_ascend_pt/{profiler_info_<rank>.json,
// ASCEND_PROFILER_OUTPUT/kernel_details.csv, ...}.
#pragma once

#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

// The kernel tables below a folder, which may be the output folder, a rank's folder or a folder of ranks, or anywhere in an
// archive that is named as one. Sorted by path. Without kernel_details.csv, op_summary_*.csv of raw msprof is used. Only looks at
// names. Empty if there are none, or no such folder.
[[nodiscard]] std::vector<std::string> ascendKernelTables(const std::string &folder);

// Those among the names of an archive, as paths into it.
[[nodiscard]] std::vector<std::string> ascendTablesAmong(const std::string &archive, const std::vector<std::string> &names);

// Rank of the folder that contains a kernel table: profiler_info_<rank>.json, else "rank<N>" in a folder name.
[[nodiscard]] std::optional<int> ascendRank(const std::string &kernelTable);

// The tables beside a trace (kernel table, trace_view.json, a table of memory) that are read only when an analysis needs them: in
// its folder, or attached to it if it is a pack.

// operator_memory.csv, then memory_record.csv, if they exist.
[[nodiscard]] std::vector<std::string> ascendMemoryTables(const std::string &trace);
// op_statistic.csv, else the first op_statistic_*.csv; empty if there is none.
[[nodiscard]] std::string ascendOpStatistic(const std::string &trace);
// step_trace_time.csv; empty if there is none.
[[nodiscard]] std::string ascendStepTimes(const std::string &trace);
// The kernel table of a trace_view.json; empty if there is none, and for other traces.
[[nodiscard]] std::string ascendKernelTableBeside(const TraceDocument &document);
// All of these of a document; empty if it is not from an Ascend profiler.
[[nodiscard]] std::vector<std::string> ascendTablesBeside(const TraceDocument &document);

} // namespace lamella::core
