// SPDX-License-Identifier: GPL-3.0-or-later
// What the XLA profiler records with work on a GPU and with the calls that launch it, in XSpace and in its Chrome export.
#pragma once

#include "core/model/KernelTable.h"

#include <string_view>

namespace lamella::core {

// "regs:32 static_shared:0 dynamic_shared:0 grid:256,1,1 block:512,1,1 occ_pct:100" of CUDA, "grid:… block:… private_mem:0" of ROCm,
// older versions with line ends between the parts; both grids are in blocks. Not recorded if a part is missing or no number. Source:
// ToXStat() in xla/backends/profiler/gpu.
[[nodiscard]] LaunchShape shapeOfKernelDetails(std::string_view details);

// The category of a call with a correlation id, by its name: "cuda_driver" for those of CUDA's driver, else "cuda_runtime", as for
// HIP in other formats.
[[nodiscard]] std::string_view categoryOfGpuCall(std::string_view name);

} // namespace lamella::core
