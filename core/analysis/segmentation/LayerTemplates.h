// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of an ordinary layer before its core (from its input norm on) and after it: the reference for layers whose own
// boundary cannot be seen (first and last of a pass, missing or fused norms). Boundaries are positions of the sequence.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/SequenceAlignment.h"

#include <vector>

namespace lamella::core {

// The most frequent ones of those that can be aligned, of different kernels each.
[[nodiscard]] std::vector<Span> frequentTemplates(const MainSequence &sequence, const std::vector<Span> &spans);
// The best match of `own` (templates near the place in question); of the frequent ones too where none of them fits well.
// align: alignSuffix() or alignPrefix().
[[nodiscard]] Alignment bestMatch(const MainSequence &sequence, Span room, const std::vector<Span> &own,
    const std::vector<Span> &frequent, Alignment (*align)(SymbolSpan, SymbolSpan));
// Where one of `after` followed by one of `before` fits the block best.
[[nodiscard]] Alignment bestJoint(
    const MainSequence &sequence, Span block, const std::vector<Span> &after, const std::vector<Span> &before);

} // namespace lamella::core
