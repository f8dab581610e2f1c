// SPDX-License-Identifier: GPL-3.0-or-later
// Floating point operations and bytes of the kinds of work that models consist of (help/roofline.md has the formulas). A
// multiplication with its addition counts two. Bytes are those of inputs, weights and outputs once, cold. Pure functions.
#pragma once

#include "core/analysis/roofline/OperatorCall.h"

namespace lamella::core {

// (m x k) (k x n), `batch` times: 2 B M N K, and B (M K + K N + M N) elements. biasElements: read once more, and where it is not
// 0 one addition for each output. Four times the operations where numbers are complex. Source: the definition of the product.
struct Product {
    double batch = 1;
    double m = 0;
    double n = 0;
    double k = 0;
    ElementType input = ElementType::Unknown;
    ElementType weight = ElementType::Unknown;
    ElementType output = ElementType::Unknown; // Unknown: productOutput(input)
    double biasElements = 0;
};
[[nodiscard]] OperatorCost productCost(const Product &product);
// Products of fp8 and narrower are written as bf16, those of int8 as int32; all others in the type of their input.
[[nodiscard]] ElementType productOutput(ElementType input);

struct AttentionShape {
    double heads = 0; // of queries
    double kvHeads = 0;
    double dQk = 0; // of a query and a key; MLA absorbed: kv_lora_rank + qk_rope_head_dim, with one kvHead
    double dV = 0; // MLA absorbed: kv_lora_rank
    double window = 0; // keys that a query sees at most; 0 = all
    ElementType query = ElementType::Unknown;
    ElementType keys = ElementType::Unknown;
    bool sharedKv = false; // values are a part of the keys (MLA absorbed): read once
    bool chunked = false; // a query sees the keys of its own chunk of `window` keys, up to its own
};
// Context: 2 (qkv - qq / 2) heads (dQk + dV), the half that a causal mask leaves; generation: 2 qkv heads (dQk + dV). Bytes: q
// heads (dQk + dV) of the queries' type, kv kvHeads (dQk + dV) of the keys' type. Source: FlashAttention-2 (arXiv 2307.08691),
// section 4.1.
[[nodiscard]] OperatorCost attentionCost(const AttentionTokens &tokens, const AttentionShape &shape);
// Five products where forward has two (the scores are computed again): 2 qkv heads (3 dQk + 2 dV), half of it where causal; reads
// Q, K, V, O, dO and writes dQ, dK, dV. Source: the same, section 3.1.
[[nodiscard]] OperatorCost attentionBackwardCost(const AttentionTokens &tokens, const AttentionShape &shape);
// Requests of equal length. causal: they are context, else generation.
[[nodiscard]] AttentionTokens equalRequests(double requests, double q, double kv, bool causal);

// Experts that at least one of `tokens` tokens chooses, each `topk` of `experts` at random: E (1 - (1 - k / E)^T).
[[nodiscard]] double expectedExperts(double experts, double topk, double tokens);
// Products of `projections` matrices (gate and up: 2, down: 1, all of a gated network: 3) of hidden x intermediate for topk
// experts a token: 2 T k p H I; weights of the expected experts once; inputs and outputs of each token.
struct ExpertWork {
    double tokens = 0;
    double topk = 0;
    double experts = 0; // on this device
    double hidden = 0;
    double intermediate = 0;
    double projections = 3;
    double inputElements = 0; // read and written beside the weights
    double outputElements = 0;
    ElementType input = ElementType::Unknown;
    ElementType weight = ElementType::Unknown;
};
[[nodiscard]] OperatorCost expertCost(const ExpertWork &work);

// 2 N Cout (outputs in space) Cin / groups (kernel in space); input, weight and output once. spatial: of one output image.
struct Convolution {
    double images = 0;
    double channelsIn = 0;
    double channelsOut = 0;
    double groups = 1;
    double inputPixels = 0;
    double outputPixels = 0;
    double kernelPixels = 0;
    ElementType type = ElementType::Unknown;
};
[[nodiscard]] OperatorCost convolutionCost(const Convolution &convolution);

// Work that reads and writes: bytes as given, and `perElement` operations for each of `elements`.
[[nodiscard]] OperatorCost streamCost(double elements, double perElement, double bytes, ElementType type);

} // namespace lamella::core
