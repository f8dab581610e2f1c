// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that the Ascend profiler writes beside a kernel table, and the same figures recomputed from the kernel table.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// One row of op_statistic.csv: compute work by operator type and core type. Times in ns.
struct OpStatistic {
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t minNs = 0;
    std::int64_t averageNs = 0; // as written; for recomputed rows sum / count, rounded to nearest
    std::int64_t maxNs = 0;
    double share = 0; // share of the device's compute time, 0..1
};
struct OpKey {
    std::int64_t device = 0; // 0 if not recorded
    std::string type;
    std::string core;
    auto operator<=>(const OpKey &) const = default;
};

// One row of step_trace_time.csv. Times in ns. computing, communication: unions of intervals; notOverlapped = busy - computing;
// overlapped = communication - notOverlapped; free = stage - busy; stage = first start to last end.
struct StepTimes {
    std::int64_t computing = 0;
    std::int64_t notOverlapped = 0;
    std::int64_t overlapped = 0;
    std::int64_t communication = 0;
    std::int64_t free = 0;
    std::int64_t stage = 0;
    std::int64_t withoutReceive = 0; // notOverlapped without receives
};
struct StepKey {
    std::int64_t device = 0;
    std::string step; // empty: the whole capture
    auto operator<=>(const StepKey &) const = default;
};

struct AscendFigures {
    std::map<OpKey, OpStatistic> ops;
    std::map<StepKey, StepTimes> steps;
    bool opsHaveDevices = false; // there is a device column
    bool stepsHaveDevices = false;
    std::string opsFile; // path of the file read; empty = missing
    std::string stepsFile;
    std::uint64_t badRows = 0;
    bool restUnread = false; // a row exceeded the size limit; it and the rows after it are missing
};

// The kernel table of a trace: the trace itself, or kernel_details.csv beside its trace_view.json. Empty for other traces.
[[nodiscard]] std::string ascendKernelTableOf(const TraceDocument &document);

// Recomputes the figures from the kernel table. Errors: those of reading, Cancelled.
Result<AscendFigures> recomputeAscendFigures(const std::string &kernelTable, const JobControl &control);
// Reads op_statistic*.csv and step_trace_time.csv beside the table; missing files give empty parts. Errors: Cancelled.
Result<AscendFigures> readAscendFigures(const std::string &kernelTable, const JobControl &control);

} // namespace lamella::core
