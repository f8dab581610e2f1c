// SPDX-License-Identifier: GPL-3.0-or-later
// A number that changes with every source and every built-in profile that has a say in how a trace is cut
// (cmake/SourceRevision.cmake writes it when the program is built).
#pragma once

#include <cstdint>

namespace lamella::core {

[[nodiscard]] std::uint64_t segmentationRevision();

} // namespace lamella::core
