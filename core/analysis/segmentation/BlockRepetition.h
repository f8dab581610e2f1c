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

// Blocks in which those of another network begin: several blocks of one content before it, several of another one, quite unlike
// them, behind it, and in it what ends the one network or begins the other. Blocks of one network follow each other with hardly
// anything between, such as the double and the single blocks of a diffusion model.
[[nodiscard]] std::vector<std::size_t> changesOfKind(const MainSequence &sequence, const std::vector<Span> &blocks);

} // namespace lamella::core
