// SPDX-License-Identifier: GPL-3.0-or-later
// Where layers begin, from repetition alone: the kernels before the first core of a pass that stand before its second core too
// are the begin of a layer, whatever their names mean; from there on, block by block, what ended the layer before ends this one.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

#include <optional>
#include <vector>

namespace lamella::core {

// Begin of the layer of each core, the first ones of passes included; unset where nothing repeats.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> beginsByRepetition(const LayoutInput &input);

} // namespace lamella::core
