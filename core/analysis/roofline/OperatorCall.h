// SPDX-License-Identifier: GPL-3.0-or-later
// One call of an operator as profilers record it, and its minimum cost: floating point operations, and bytes that cross the
// memory bus once (help/roofline.md).
#pragma once

#include "core/profile/ElementType.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr double kNotCounted = std::numeric_limits<double>::quiet_NaN();
[[nodiscard]] inline bool isCounted(double amount)
{
    return !std::isnan(amount);
}

struct Tensor {
    std::vector<std::int64_t> shape; // empty: a scalar, or no tensor
    ElementType type = ElementType::Unknown;
    double repeats = 1; // how often each element of the memory occurs: sizes of the dimensions whose stride is 0, multiplied

    [[nodiscard]] std::size_t dims() const { return shape.size(); }
    // Counted from the end: back(1) is the last dimension. 1 if there is none.
    [[nodiscard]] double back(std::size_t place) const
    {
        return place <= shape.size() ? static_cast<double>(shape[shape.size() - place]) : 1.0;
    }
    [[nodiscard]] double elements() const // 1 of a scalar
    {
        double product = 1;
        for (const std::int64_t size : shape)
            product *= static_cast<double>(size);
        return product;
    }
    [[nodiscard]] bool isUnknown() const // the recorder did not know one of its sizes
    {
        return std::any_of(shape.begin(), shape.end(), [](std::int64_t size) { return size < 0; });
    }
    [[nodiscard]] double bytes() const { return elements() * elementBytes(type); }
    [[nodiscard]] double bytesRead() const { return bytes() / repeats; } // what is repeated is read once
    [[nodiscard]] double bytesRepeated() const { return bytes() - bytesRead(); }
};

// Queries and keys of the requests that one attention computes: sums over requests i with q_i queries and kv_i keys.
struct AttentionSums {
    double requests = 0;
    double q = 0; // of q_i
    double kv = 0; // of kv_i
    double qq = 0; // of q_i^2
    double qkv = 0; // of q_i kv_i
};
// Requests whose queries see the keys before them (prompts), and requests with their newest token only.
struct AttentionTokens {
    AttentionSums context; // causal
    AttentionSums generation;
    [[nodiscard]] bool known() const { return context.q > 0 || generation.q > 0; }
};

struct OperatorCall {
    std::string_view name; // "aten::addmm"
    std::vector<Tensor> inputs; // one of each argument; tensors of a list follow each other
    std::vector<std::string> concrete; // values of arguments that are no tensors, by argument; empty texts for tensors
    const AttentionTokens *tokens = nullptr; // of the step around the call, if it records them
    ElementType hint = ElementType::Unknown; // from the longest kernel's name, if element types are not recorded
    ElementType usual = ElementType::Unknown; // from the model's config, for products for which neither is known
    double window = 0; // keys that a query sees in this layer by the config; 0 = all, or no config
    std::size_t lists = 0; // how many arguments are lists of tensors; 0 where that is not recorded
    bool chunked = false; // the window is a chunk

    [[nodiscard]] const Tensor *tensor(std::size_t argument) const // with at least one dimension, else null
    {
        return argument < inputs.size() && !inputs[argument].shape.empty() ? &inputs[argument] : nullptr;
    }
    // "True" of a recorded argument; false if it is not recorded.
    [[nodiscard]] bool isTrue(std::size_t argument) const { return argument < concrete.size() && concrete[argument] == "True"; }
    [[nodiscard]] std::string_view value(std::size_t argument) const
    {
        return argument < concrete.size() ? std::string_view(concrete[argument]) : std::string_view();
    }
};

struct OperatorCost {
    double flops = kNotCounted; // of one call
    double bytes = kNotCounted;
    double batch = 0; // GEMM and convolution as GEMM: batch x (m x k) (k x n); 0 = no product
    double m = 0;
    double n = 0;
    double k = 0;
    double qTokens = 0; // attention and MoE; 0 = neither
    double kvTokens = 0;
    ElementType input = ElementType::Unknown;
    ElementType weight = ElementType::Unknown; // of the second factor, or of keys and values
    std::string_view why; // the reason why flops or bytes are not counted, or the assumptions made; a literal

    [[nodiscard]] bool modelled() const { return isCounted(flops) || isCounted(bytes); }
};

[[nodiscard]] inline OperatorCost notCounted(std::string_view why)
{
    OperatorCost cost;
    cost.why = why;
    return cost;
}

inline constexpr std::string_view kNoTypes = "the element types are not recorded";
inline constexpr std::string_view kContradiction = "the recorded shapes contradict the operator";

} // namespace lamella::core
