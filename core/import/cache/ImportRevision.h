// SPDX-License-Identifier: GPL-3.0-or-later
// A number that changes with every source that has a say in what an import makes of a file (cmake/SourceRevision.cmake writes it
// when the program is built).
#pragma once

#include <cstdint>

namespace lamella::core {

[[nodiscard]] std::uint64_t importRevision();

} // namespace lamella::core
