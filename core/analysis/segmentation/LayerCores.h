// SPDX-License-Identifier: GPL-3.0-or-later
// A core is the part of a layer that distinguishes it from its neighbours: its attention (or linear attention) kernels, or the
// requested anchor. There is one core per layer; LayoutBuilder decides where a layer begins and ends around its core.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"

#include <optional>
#include <vector>

namespace lamella::core {

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

} // namespace lamella::core
