// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a device by the names that XLA's profiler gives them (openxla/xla, xla/tsl/profiler/utils/xplane_schema.cc).
#pragma once

#include <string_view>

namespace lamella::core {

inline constexpr std::string_view kXlaOps = "XLA Ops";
inline constexpr std::string_view kAsyncXlaOps = "Async XLA Ops"; // copies and collectives while they are in flight: no compute
inline constexpr std::string_view kXlaModules = "XLA Modules"; // launches of programs
inline constexpr std::string_view kXlaSteps = "Steps";

} // namespace lamella::core
