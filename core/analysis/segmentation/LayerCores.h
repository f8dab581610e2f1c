// SPDX-License-Identifier: GPL-3.0-or-later
// A core is the part of a layer that tells it from its neighbours: its attention (or linear attention) kernels, or the anchor
// that was asked for. One core a layer; where a layer begins and ends around its core is LayerBoundaries' business.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"

#include <optional>
#include <vector>

namespace lamella::core {

struct LayerCore {
    Span span; // first to last kernel of the core
    std::optional<Span> exact; // the whole layer, where an annotation tells it
    int exactNumber = -1; // layer number by the annotation
    bool bridged = false; // no core kernel of its own: found by the norm that opens it
};

// Groups of mixer kernels: a new group begins where token transformation (FFN, or GEMMs and a norm) lies between.
[[nodiscard]] std::vector<LayerCore> mixerCores(const MainSequence &sequence);

// One core for every blocksPerLayer hits. Where a pass may begin between two hits (foldAt), counting begins anew, so that one
// missing hit never shifts later passes. hits: ascending positions.
[[nodiscard]] std::vector<LayerCore> anchorCores(
    const std::vector<std::uint32_t> &hits, int blocksPerLayer, const std::vector<char> &restartBefore);

} // namespace lamella::core
