// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/WorkFormulas.h"

#include <algorithm>
#include <cmath>

namespace lamella::core {

namespace {

// Pairs of a request with q queries behind `before` keys, where each sees its own key and those before it, at most the window:
// the first queries see one key more each, the others the window.
double pairsInWindow(double q, double before, double window)
{
    const double growing = std::clamp(window - before, 0.0, q);
    return growing * (before + (growing + 1) / 2) + (q - growing) * window;
}

// Pairs of the first `keys` queries of a request, where each sees its own key and those before it in its chunk.
double pairsInChunks(double keys, double chunk)
{
    const double whole = std::floor(keys / chunk);
    const double rest = keys - whole * chunk;
    return whole * chunk * (chunk + 1) / 2 + rest * (rest + 1) / 2;
}

// As withinWindow(). Keys of the chunks that the queries are in are read.
AttentionSums withinChunks(AttentionSums sums, double chunk, bool causal)
{
    if (chunk <= 0 || sums.requests <= 0 || sums.kv <= sums.requests * chunk)
        return sums;
    const double kv = sums.kv / sums.requests;
    const double before = std::max(0.0, kv - sums.q / sums.requests);
    const double seen = causal ? sums.qkv - sums.qq / 2 : sums.qkv;
    const double cut = std::min(seen, sums.requests * (pairsInChunks(kv, chunk) - pairsInChunks(before, chunk)));
    sums.kv = sums.requests * (kv - std::floor(before / chunk) * chunk);
    sums.qkv = causal ? cut + sums.qq / 2 : cut;
    return sums;
}

// A window cuts what a request's queries see. Sums over requests of different lengths cannot be cut exactly: each request is
// taken as the mean one, and no query sees more than the window.
AttentionSums withinWindow(AttentionSums sums, double window, bool causal)
{
    if (window <= 0 || sums.requests <= 0 || sums.kv <= 0)
        return sums;
    const double q = sums.q / sums.requests;
    const double kv = sums.kv / sums.requests;
    sums.kv = std::min(sums.kv, sums.requests * std::min(kv, q - 1 + window));
    const double seen = causal ? sums.qkv - sums.qq / 2 : sums.qkv;
    const double cut =
        std::min(seen, causal && kv > window ? sums.requests * pairsInWindow(q, std::max(0.0, kv - q), window) : sums.q * window);
    sums.qkv = causal ? cut + sums.qq / 2 : cut;
    return sums;
}

AttentionTokens tokensSeen(const AttentionTokens &tokens, const AttentionShape &shape)
{
    const auto cut = shape.chunked ? withinChunks : withinWindow;
    return {cut(tokens.context, shape.window, true), cut(tokens.generation, shape.window, false)};
}

// Pairs of a query and a key that it sees.
double pairsOf(const AttentionTokens &tokens)
{
    return tokens.context.qkv - tokens.context.qq / 2 + tokens.generation.qkv;
}

OperatorCost attentionFrame(const AttentionTokens &tokens, const AttentionShape &shape)
{
    OperatorCost cost;
    cost.qTokens = tokens.context.q + tokens.generation.q;
    cost.kvTokens = tokens.context.kv + tokens.generation.kv;
    cost.input = shape.query;
    cost.weight = shape.keys;
    return cost;
}

} // namespace

ElementType productOutput(ElementType input)
{
    switch (input) {
    case ElementType::Fp8:
    case ElementType::Fp6:
    case ElementType::Fp4:
    case ElementType::Int4:
        return ElementType::Bf16;
    case ElementType::Int8:
        return ElementType::Int32;
    default:
        return input;
    }
}

OperatorCost productCost(const Product &product)
{
    const auto [batch, m, n, k, input, weight, stated, bias] = product;
    const ElementType output = stated == ElementType::Unknown ? productOutput(input) : stated;
    OperatorCost cost;
    cost.batch = batch;
    cost.m = m;
    cost.n = n;
    cost.k = k;
    cost.input = input;
    cost.weight = weight;
    // Of complex numbers a product takes four real ones and two additions, an addition two.
    const bool complex = isComplex(input) || isComplex(weight);
    cost.flops = (complex ? 8 : 2) * batch * m * n * k + (bias > 0 ? (complex ? 2 : 1) * batch * m * n : 0);
    if (input == ElementType::Unknown || weight == ElementType::Unknown) {
        cost.why = kNoTypes;
        return cost;
    }
    if (batch * m * n == 0) { // no result, for which nothing is read
        cost.bytes = 0;
        return cost;
    }
    cost.bytes = batch * (m * k * elementBytes(input) + k * n * elementBytes(weight) + m * n * elementBytes(output))
        + bias * elementBytes(output);
    return cost;
}

OperatorCost attentionCost(const AttentionTokens &tokens, const AttentionShape &shape)
{
    const AttentionTokens seen = tokensSeen(tokens, shape);
    OperatorCost cost = attentionFrame(seen, shape);
    const double width = shape.dQk + shape.dV;
    cost.flops = 2 * pairsOf(seen) * shape.heads * width;
    if (shape.query == ElementType::Unknown || shape.keys == ElementType::Unknown) {
        cost.why = kNoTypes;
        return cost;
    }
    cost.bytes = cost.qTokens * shape.heads * width * elementBytes(shape.query)
        + cost.kvTokens * shape.kvHeads * (shape.sharedKv ? shape.dQk : width) * elementBytes(shape.keys);
    return cost;
}

OperatorCost attentionBackwardCost(const AttentionTokens &tokens, const AttentionShape &shape)
{
    const AttentionTokens seen = tokensSeen(tokens, shape);
    OperatorCost cost = attentionFrame(seen, shape);
    cost.flops = 2 * pairsOf(seen) * shape.heads * (3 * shape.dQk + 2 * shape.dV);
    if (shape.query == ElementType::Unknown || shape.keys == ElementType::Unknown) {
        cost.why = kNoTypes;
        return cost;
    }
    const double width = 2 * (shape.dQk + shape.dV);
    cost.bytes = cost.qTokens * shape.heads * width * elementBytes(shape.query)
        + cost.kvTokens * shape.kvHeads * width * elementBytes(shape.keys);
    return cost;
}

AttentionTokens equalRequests(double requests, double q, double kv, bool causal)
{
    const AttentionSums sums{requests, requests * q, requests * kv, requests * q * q, requests * q * kv};
    return causal ? AttentionTokens{sums, {}} : AttentionTokens{{}, sums};
}

double expectedExperts(double experts, double topk, double tokens)
{
    if (experts <= 0)
        return 0;
    return experts * (1 - std::pow(1 - std::clamp(topk / experts, 0.0, 1.0), tokens));
}

OperatorCost expertCost(const ExpertWork &work)
{
    OperatorCost cost;
    cost.qTokens = work.tokens;
    cost.input = work.input;
    cost.weight = work.weight;
    cost.flops = 2 * work.tokens * work.topk * work.projections * work.hidden * work.intermediate;
    if (work.input == ElementType::Unknown || work.weight == ElementType::Unknown) {
        cost.why = kNoTypes;
        return cost;
    }
    cost.bytes = expectedExperts(work.experts, work.topk, work.tokens) * work.projections * work.hidden * work.intermediate
            * elementBytes(work.weight)
        + work.inputElements * elementBytes(work.input) + work.outputElements * elementBytes(productOutput(work.input));
    cost.why = "the experts that are read are expected for routing at random";
    return cost;
}

OperatorCost convolutionCost(const Convolution &c)
{
    OperatorCost cost;
    const double reduced = c.channelsIn / c.groups * c.kernelPixels;
    cost.batch = c.groups;
    cost.m = c.images * c.outputPixels;
    cost.n = c.channelsOut / c.groups;
    cost.k = reduced;
    cost.input = c.type;
    cost.weight = c.type;
    cost.flops = (isComplex(c.type) ? 8 : 2) * c.images * c.channelsOut * c.outputPixels * reduced;
    if (c.type == ElementType::Unknown) {
        cost.why = kNoTypes;
        return cost;
    }
    cost.bytes = (c.images * (c.channelsIn * c.inputPixels + c.channelsOut * c.outputPixels) + c.channelsOut * reduced)
        * elementBytes(c.type);
    return cost;
}

OperatorCost streamCost(double elements, double perElement, double bytes, ElementType type)
{
    OperatorCost cost;
    cost.flops = elements * perElement;
    cost.bytes = bytes;
    cost.input = type;
    return cost;
}

} // namespace lamella::core
