// SPDX-License-Identifier: GPL-3.0-or-later
// Edit-distance alignment of kernel-name sequences with a layer template: finds where a layer begins or ends although
// single kernels are missing, fused or named differently. Quadratic; used on single blocks (bounded to kMaxAligned symbols).
#pragma once

#include "core/analysis/segmentation/KernelTokens.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/base/Ids.h"

#include <algorithm>
#include <span>
#include <vector>

namespace lamella::core {

struct SymbolSpan {
    std::span<const StringId> symbol;
    std::span<const TokenSet> token;
    [[nodiscard]] std::size_t size() const { return symbol.size(); }
    [[nodiscard]] SymbolSpan first(std::size_t most) const { return part(0, std::min(most, size())); }
    [[nodiscard]] SymbolSpan last(std::size_t most) const { return part(size() - std::min(most, size()), std::min(most, size())); }
    [[nodiscard]] SymbolSpan part(std::size_t from, std::size_t n) const { return {symbol.subspan(from, n), token.subspan(from, n)}; }
};

[[nodiscard]] inline SymbolSpan symbols(const MainSequence &sequence, Span span)
{
    return {part(sequence.symbol, span), part(sequence.token, span)};
}

inline constexpr std::size_t kMaxAligned = 400;

struct Alignment {
    std::size_t boundary = 0; // position in the observed sequence
    double cost = 0; // edits; 0 = identical
};

// Observed ends with the template (free skip at its front): boundary = first observed position that belongs to the template.
[[nodiscard]] Alignment alignSuffix(SymbolSpan observed, SymbolSpan layerTemplate);
// Observed begins with the template (free skip at its end): boundary = position after the last one that belongs to it.
[[nodiscard]] Alignment alignPrefix(SymbolSpan observed, SymbolSpan layerTemplate);
// Observed is left followed by right, whole: boundary = first observed position that belongs to right.
[[nodiscard]] Alignment alignJoint(SymbolSpan observed, SymbolSpan left, SymbolSpan right);

// 1 - edits / longer length, in 0..1: how alike two blocks are.
[[nodiscard]] double similarity(SymbolSpan a, SymbolSpan b);

// Templates: the kernels of an ordinary layer before its core (from its input norm on) and after it, the reference for layers whose
// own boundary cannot be seen (first and last of a pass, missing or fused norms). Boundaries are positions of the sequence.
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
