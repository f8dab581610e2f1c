// SPDX-License-Identifier: GPL-3.0-or-later
// A number that changes with every source file that can affect the result of an import (generated at build time by
// cmake/SourceRevision.cmake).
#pragma once

#include <cstdint>

namespace lamella::core {

[[nodiscard]] std::uint64_t importRevision();

} // namespace lamella::core
