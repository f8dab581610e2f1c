// SPDX-License-Identifier: GPL-3.0-or-later
// The two halves of a transformer layer: `attn` up to its output projection, `ffn` from the norm that follows.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <unordered_map>

namespace lamella::core {

enum class LayerPart : std::uint8_t { None, Attention, FeedForward };

// Where the second half begins, per layer of one pass: the first norm on the main stream after the layer's last attention-like
// kernel (attention, linear attention, KV cache, indexer, RoPE). Layers without such a kernel, or without a norm after it, have
// no parts.
class LayerParts {
public:
    LayerParts(const AnalysisInput &input, const PassRef &ref);
    [[nodiscard]] LayerPart of(int layer, std::int64_t startNs) const;

private:
    std::unordered_map<int, std::int64_t> m_feedForwardStart;
};

} // namespace lamella::core
