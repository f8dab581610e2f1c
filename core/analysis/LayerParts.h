// SPDX-License-Identifier: GPL-3.0-or-later
// The two halves of a transformer layer: `attn` up to its output projection, `ffn` from the kernel that leads into the second
// half.
#pragma once

#include "core/analysis/LaunchJoin.h"
#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <unordered_map>

namespace lamella::core {

enum class LayerPart : std::uint8_t { None, Attention, FeedForward };

// Finds where the second half begins, per layer of one pass. With recorded modules: after the last kernel of an attention module,
// at the first norm, or else at the first kernel of a feed-forward module. Without modules, on the main stream: the first norm,
// or the first hyper-connection that does not only close a half (mhc_post), after the layer's last attention-like kernel
// (attention, linear attention, KV cache, indexer, RoPE). Layers without these have no parts.
class LayerParts {
public:
    LayerParts(const AnalysisInput &input, const PassRef &ref, const LaunchJoin &launches);
    [[nodiscard]] LayerPart of(int layer, std::int64_t startNs) const;

private:
    std::unordered_map<int, std::int64_t> m_feedForwardStart;
};

} // namespace lamella::core
