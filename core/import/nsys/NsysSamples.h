// SPDX-License-Identifier: GPL-3.0-or-later
// CPU samples and call chains of a Nsight Systems export, read when somebody asks: COMPOSITE_EVENTS with SAMPLING_CALLCHAINS, and
// CUDA_CALLCHAINS of runtime calls (nsys profile --cudabacktrace). A chain has a row for each function, depth 0 innermost.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/HostSamples.h"
#include "core/model/TraceDocument.h"

#include <array>
#include <string_view>

namespace lamella::core {

inline constexpr std::array<std::string_view, 3> kNsysSampleTables{"COMPOSITE_EVENTS", "SAMPLING_CALLCHAINS", "CUDA_CALLCHAINS"};

// Empty for other formats, and where nothing of it is recorded. Errors: Io (file missing, or changed since the import), Limit,
// Cancelled.
[[nodiscard]] Result<HostSamples> readHostSamples(const TraceDocument &document, const JobControl &control);

} // namespace lamella::core
