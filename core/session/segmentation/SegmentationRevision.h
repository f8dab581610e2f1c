// SPDX-License-Identifier: GPL-3.0-or-later
// A number that changes with every source and built-in profile that affects the segmentation (cmake/SourceRevision.cmake writes
// it during the build).
#pragma once

#include <cstdint>

namespace lamella::core {

[[nodiscard]] std::uint64_t segmentationRevision();

} // namespace lamella::core
