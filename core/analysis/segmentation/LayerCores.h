// SPDX-License-Identifier: GPL-3.0-or-later
// A core is the part of a layer that distinguishes it from its neighbours: its attention (or linear attention) kernels, or the
// requested anchor. There is one core per layer; LayoutBuilder decides where a layer begins and ends around its core.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::core {

struct PassRun;

struct LayerCore {
    Span span; // first to last kernel of the core
    std::optional<Span> exact; // the whole layer, if an annotation gives it
    int exactNumber = -1; // layer number by the annotation
    bool bridged = false; // no core kernel of its own: found by the norm that opens it
};

// Groups of mixer kernels: a new group begins where token transformation (FFN, or GEMMs and a norm) lies between; without an FFN
// that is named only at a kernel that begins most groups, or comes again in this one. So a lost event does not remove a layer.
[[nodiscard]] std::vector<LayerCore> mixerCores(const MainSequence &sequence, TokenSet mixers = kTokenMixer);

// Groups of mixer kernels in the span, separated by products: kernels of one attention (and what combines its parts) follow each
// other.
[[nodiscard]] int attentionBlocks(const MainSequence &sequence, Span span);

// One block of attention and FFN that several state-space layers share (Zamba); such layers have hardly any FFN of their own.
[[nodiscard]] bool callsSharedBlocks(const MainSequence &sequence);

// Groups of mixer or FFN kernels, separated by every norm that a GEMM follows: one core per layer in models whose layers contain
// either a mixer or an FFN, not both (Nemotron-H).
[[nodiscard]] std::vector<LayerCore> blockCores(const MainSequence &sequence);

// Every `blocks` cores become one. Where a pass may begin between two cores (restartBefore), counting begins anew, so that one
// missing core never shifts later passes. cutAtFront: nothing shows that the capture begins with a pass, so the first of several
// may begin inside of a layer, whose cores are left out.
[[nodiscard]] std::vector<LayerCore> groupedCores(
    const std::vector<LayerCore> &cores, int blocks, const std::vector<char> &restartBefore, bool cutAtFront);

// Where the next layer opens between two cores: at its input norm (the one before the QKV projection). A fused
// residual-add+norm after the FFN opens the next layer; a norm after attention stays inside its layer.

// Norm runs that follow token transformation (FFN kernels) within the range: the position that opens, one for each run.
[[nodiscard]] std::vector<std::uint32_t> openingsAfterFfn(const MainSequence &sequence, Span range);

// The same for blocks where no rule names an FFN kernel: the last norm run that still has a GEMM between it and the next core,
// preferring the name of the first norm in the range (the post-attention norm is usually the same kernel).
[[nodiscard]] std::optional<std::uint32_t> openingBeforeProjection(const MainSequence &sequence, Span range);

// Number of norm runs after FFN kernels in an ordinary block of this trace; 0 when FFN kernels are not named.
[[nodiscard]] std::size_t usualOpenings(const MainSequence &sequence, const std::vector<LayerCore> &cores);

// Adds cores for layers whose core kernel is missing or fused under another name: blocks within a pass that are about twice (or more)
// the usual size and contain as many times the usual openings. clearLayers: of passes that clearly have as many, 0 = unknown; then no
// pass gets more than most of those.
[[nodiscard]] std::vector<LayerCore> bridgeMissingCores(const MainSequence &sequence, const std::vector<LayerCore> &cores,
    const std::vector<PassRun> &runs, std::size_t usual, int clearLayers);

} // namespace lamella::core
