// SPDX-License-Identifier: GPL-3.0-or-later
// CPU samples and call chains of a Nsight Systems export, read on demand: COMPOSITE_EVENTS with SAMPLING_CALLCHAINS,
// CUDA_CALLCHAINS of runtime calls (nsys profile --cudabacktrace), and OSRT_CALLCHAINS of calls of the operating system that took
// long (--trace=osrt). A chain has a row for each function, depth 0 innermost.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/HostSamples.h"
#include "core/model/TraceDocument.h"

#include <array>
#include <string_view>

namespace lamella::core {

// The tables that are read then, each with the table whose rows it describes; without that table it has no meaning.
struct NsysSampleTable {
    std::string_view name;
    std::string_view of;
};
inline constexpr std::array<NsysSampleTable, 4> kNsysSampleTables{{{"COMPOSITE_EVENTS", "COMPOSITE_EVENTS"},
    {"SAMPLING_CALLCHAINS", "COMPOSITE_EVENTS"}, {"CUDA_CALLCHAINS", "CUPTI_ACTIVITY_KIND_RUNTIME"},
    {"OSRT_CALLCHAINS", "OSRT_API"}}};

// Empty for other formats, and if nothing of it is recorded. Errors: Io (file missing, or changed since the import), Limit,
// Cancelled.
[[nodiscard]] Result<HostSamples> readHostSamples(const TraceDocument &document, const JobControl &control);

} // namespace lamella::core
