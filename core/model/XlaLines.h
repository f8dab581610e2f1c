// SPDX-License-Identifier: GPL-3.0-or-later
// Names that XLA's profiler gives to the lines of a device (openxla/xla, xla/tsl/profiler/utils/xplane_schema.cc).
#pragma once

#include <string_view>

namespace lamella::core {

inline constexpr std::string_view kXlaOps = "XLA Ops";
inline constexpr std::string_view kAsyncXlaOps = "Async XLA Ops"; // copies and collectives in flight; not compute
inline constexpr std::string_view kSparseCoreOps = "Sparse Core Ops"; // of the sparse cores of a TPU, which have own processes
inline constexpr std::string_view kXlaModules = "XLA Modules"; // launches of programs
inline constexpr std::string_view kXlaSteps = "Steps";

} // namespace lamella::core
