// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of a pass by comparison with another pass of the same stage: the same kernels in the same order are in the same layers.
#pragma once

#include "core/base/Ids.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lamella::core {

// Layer of each of `symbols`, from the known pass; kernels that the known pass does not have take the layer of the one before
// them. Nothing if the passes are too different (bounded work).
[[nodiscard]] std::optional<std::vector<std::int32_t>> transferredLayers(
    std::span<const StringId> symbols, std::span<const StringId> knownSymbols, std::span<const std::int32_t> knownLayers);

} // namespace lamella::core
