// SPDX-License-Identifier: GPL-3.0-or-later
// How ROCm's profilers call domains and kinds of work, in the words of PyTorch's categories, which the analysis knows.
#pragma once

#include "core/model/KernelTable.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lamella::core::rocm {

// "HIP_RUNTIME_API" -> "cuda_runtime", "MARKER_CORE_API" -> "user_annotation"; others in lower case.
[[nodiscard]] std::string categoryOfDomain(std::string_view domain);
// True for ranges and marks that the program sets with roctx.
[[nodiscard]] bool isMarkerDomain(std::string_view domain);

[[nodiscard]] std::string_view categoryOfWork(KernelKind kind); // "kernel", "gpu_memcpy", "gpu_memset"
// "KernelExecution" -> Kernel, "CopyDeviceToHost" -> Memcpy, "FillBuffer" -> Memset; none for barriers and markers.
[[nodiscard]] std::optional<KernelKind> kindOfOperation(std::string_view operation);

// Workgroups in one dimension: ROCm counts the grid in work items.
[[nodiscard]] std::uint32_t workgroups(std::int64_t items, std::int64_t workgroup);

} // namespace lamella::core::rocm
