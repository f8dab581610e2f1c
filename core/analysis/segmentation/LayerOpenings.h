// SPDX-License-Identifier: GPL-3.0-or-later
// Where the next layer opens between two cores: at its input norm (the one before the QKV projection). A fused
// residual-add+norm after the FFN opens the next layer; a norm after attention stays inside its layer.
#pragma once

#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

// Norm runs that follow token transformation (FFN kernels) within the range: the position that opens, one for each run.
[[nodiscard]] std::vector<std::uint32_t> openingsAfterFfn(const MainSequence &sequence, Span range);

// The same for blocks where no rule names an FFN kernel: the last norm run that still has a GEMM between it and the next core,
// preferring the name of the first norm in the range (the post-attention norm is usually the same kernel).
[[nodiscard]] std::optional<std::uint32_t> openingBeforeProjection(const MainSequence &sequence, Span range);

// Number of norm runs after FFN kernels in an ordinary block of this trace; 0 when FFN kernels are not named.
[[nodiscard]] std::size_t usualOpenings(const MainSequence &sequence, const std::vector<LayerCore> &cores);

// Adds cores for layers whose core kernel is missing or fused under another name: blocks that are about twice (or more) the usual
// size and contain as many times the usual openings. isBoundary[i]: a pass begins between core i-1 and i, so nothing is bridged
// there.
[[nodiscard]] std::vector<LayerCore> bridgeMissingCores(
    const MainSequence &sequence, const std::vector<LayerCore> &cores, const std::vector<char> &isBoundary, std::size_t usual);

} // namespace lamella::core
