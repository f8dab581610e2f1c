// SPDX-License-Identifier: GPL-3.0-or-later
// Where layers begin, from repetition alone: the kernels that occur both before the first core of a pass and before its second
// core are the begin of a layer, whatever their names mean. From there on, block by block, a layer ends with the kernels that
// ended the layer before.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

#include <optional>
#include <vector>

namespace lamella::core {

// Begin of the layer of each core, the first ones of passes included; unset where nothing repeats.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> beginsByRepetition(const LayoutInput &input);

// Rows of blocks behind which those of another network begin: several blocks of one content before it, and several of another
// one, quite unlike them, behind it.
[[nodiscard]] std::vector<std::size_t> changesOfKind(const MainSequence &sequence, const std::vector<Span> &blocks);

} // namespace lamella::core
