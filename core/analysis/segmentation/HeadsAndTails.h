// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels between the last layer of one pass and the first of the next: tail of the one (final norm, lm_head, sampling), head of
// the other (step input, embedding), or nobody's where they are far from both.
#pragma once

#include "core/analysis/segmentation/PassLayout.h"

namespace lamella::core {

// Fills PassLayout::span from the layers outwards.
void assignHeadsAndTails(const LayoutInput &input, std::vector<PassLayout> &passes);

} // namespace lamella::core
