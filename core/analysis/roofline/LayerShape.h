// SPDX-License-Identifier: GPL-3.0-or-later
// The computation of one layer of a model according to its config: sizes on one device, and those of its products.
#pragma once

#include "core/analysis/roofline/WorkFormulas.h"
#include "core/profile/ModelConfig.h"

#include <optional>
#include <string_view>

namespace lamella::core {

// Sizes on one of `split` devices that share each layer (tensor parallel).
struct LayerShape {
    double hidden = 0;
    double heads = 0;
    double kvHeads = 0;
    double headWidth = 0;
    double window = 0; // keys that a query sees: sliding window, chunk, or the best of a sparse index; 0 = all
    bool chunked = false; // a query sees the keys of its own chunk of `window` keys
    // Latent attention (MLA); 0 = plain.
    double latent = 0; // kv_lora_rank
    double queryLatent = 0; // q_lora_rank; 0 = queries are not compressed
    double nopeWidth = 0; // qk_nope_head_dim
    double ropeWidth = 0; // qk_rope_head_dim
    double valueWidth = 0; // v_head_dim, also of plain attention
    bool gatesAttention = false; // the product of the queries gives as many gates
    bool keysAreValues = false; // values are the keys before their rotation: no product gives them
    // Feed-forward.
    double intermediate = 0; // of a dense layer
    bool gated = true;
    double experts = 0; // on this device; 0 = a dense layer
    double allExperts = 0; // that the router chooses from
    double topk = 0; // experts of a token, on this device on average
    double expertIntermediate = 0;
    double expertHidden = 0; // width that routed experts work on: the hidden size or a latent
    double sharedIntermediate = 0; // of all shared experts together; 0 = none
    double vocabulary = 0; // on this device
    std::string_view notCounted; // not empty: reason why its attention is not counted from a config
};
// layer: number in the model; split: devices that share a layer, 1 = one device has it all.
[[nodiscard]] LayerShape layerShape(const ModelConfig &config, int layer, int split);

// (tokens of the pass x k) (k x n), `batch` times.
struct ProductShape {
    double batch = 1;
    double n = 0;
    double k = 0;
};
// Of the product with this role ("qkv"); nothing for other roles, and for those that the layer does not have. w_uk and w_uv are
// the parts of kv_b with which latent attention multiplies queries and results in decode.
[[nodiscard]] std::optional<ProductShape> productOf(const LayerShape &shape, std::string_view role);

// Attention with these tokens, of the given types.
[[nodiscard]] AttentionShape attentionShape(const LayerShape &shape, bool absorbed, ElementType type, ElementType cache);

} // namespace lamella::core
