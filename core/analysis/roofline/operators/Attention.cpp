// SPDX-License-Identifier: GPL-3.0-or-later
// Attention: PyTorch's scaled dot product, flash-attn, attention of serving engines over a paged cache; forward and backward.
#include "core/analysis/roofline/OperatorModel.h"
#include "core/analysis/roofline/WorkFormulas.h"
#include "core/base/ParseDouble.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lamella::core {

namespace {

constexpr std::size_t kNoArgument = 99;
constexpr std::string_view kNoLengths = "the lengths of the contexts are not recorded; give --context (and --tokens)";
constexpr std::string_view kEqualLengths = "the sequences are taken to be of equal length";
constexpr std::string_view kNoMask = "whether the mask is causal is not recorded: it is taken not to be";
constexpr std::string_view kEqualLengthsNoTypes =
    "the element types are not recorded; the sequences are taken to be of equal length";

// Positions of the arguments. Sources: ATen/native/native_functions.yaml of PyTorch 2.9; flash_attn_interface.py of
// flash-attn 2.8.
struct Form {
    std::string_view names;
    std::size_t query;
    bool headsFirst; // (batch, heads, tokens, width), else (batch, tokens, heads, width) or (tokens, heads, width)
    std::size_t causal; // "True", or a mask's number that is not 0
    std::size_t lengths; // bounds of sequences in a ragged batch
    std::size_t window; // keys to the left that are seen; below 0: all
    std::size_t bias; // a mask, or what is added to the scores
};
constexpr std::array<Form, 14> kForms{{{"_scaled_dot_product_flash_attention|_scaled_dot_product_flash_attention_for_cpu", 0,
                                           true, 4, kNoArgument, kNoArgument, kNoArgument},
    {"_scaled_dot_product_efficient_attention|_scaled_dot_product_cudnn_attention", 0, true, 6, kNoArgument, kNoArgument, 3},
    {"_scaled_dot_product_fused_attention_overrideable", 0, true, 5, kNoArgument, kNoArgument, 3},
    {"_flash_attention_forward", 0, false, 8, 3, 11, kNoArgument},
    {"_efficient_attention_forward", 0, false, 9, 4, kNoArgument, 3},
    {"_flash_attn_forward", 0, false, 5, kNoArgument, 6, kNoArgument},
    {"_flash_attn_varlen_forward", 0, false, 9, 3, 10, kNoArgument},
    {"_scaled_dot_product_flash_attention_backward", 1, true, 11, kNoArgument, kNoArgument, kNoArgument},
    {"_scaled_dot_product_efficient_attention_backward", 1, true, 11, kNoArgument, kNoArgument, 4},
    {"_scaled_dot_product_cudnn_attention_backward", 1, true, 14, kNoArgument, kNoArgument, 8},
    {"_flash_attention_backward", 1, false, 11, 6, kNoArgument, kNoArgument},
    {"_efficient_attention_backward", 1, false, 14, 6, kNoArgument, 4},
    {"_flash_attn_backward", 1, false, 11, kNoArgument, 12, kNoArgument},
    {"_flash_attn_varlen_backward", 1, false, 15, 9, 16, kNoArgument}}};

const Form *formOf(std::string_view plain)
{
    const auto found = std::find_if(kForms.begin(), kForms.end(), [plain](const Form &f) { return isOneOf(plain, f.names); });
    return found == kForms.end() ? nullptr : &*found;
}

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// Composites that only call others, and what prepares or gathers, are no attention of their own.
bool isAnyAttention(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    if (!has(name, "::") || name.starts_with("autograd::") || isOneOf(plain, "scaled_dot_product_attention|_fused_sdp_choice")
        || has(plain, "attention_math") || has(plain, "metadata") || has(plain, "unified_mla") || has(plain, "cache_update")
        || has(plain, "linear_attention") || has(plain, "merge") || has(plain, "gemm"))
        return false;
    return has(plain, "attention") || has(plain, "flash_attn") || has(plain, "fmha") || has(plain, "mla_decode")
        || has(plain, "flash_mla") || plain == "fwd_kvcache";
}

bool isBackward(std::string_view name)
{
    const std::string_view plain = plainOperator(name);
    return isAnyAttention(name) && (has(plain, "backward") || has(plain, "_bwd"));
}

bool isForward(std::string_view name)
{
    return isAnyAttention(name) && !isBackward(name);
}

bool isCausal(const OperatorCall &call, std::size_t argument)
{
    const std::optional<double> mask = wholeDouble(call.value(argument));
    return call.isTrue(argument) || (mask && *mask > 0);
}

double windowOf(const OperatorCall &call, std::size_t argument)
{
    const std::optional<double> left = wholeDouble(call.value(argument));
    return left && *left >= 0 ? *left + 1 : 0; // the query's own key is seen too
}

struct Inputs {
    const Tensor *query = nullptr;
    const Tensor *key = nullptr;
    const Tensor *value = nullptr;
};

// The third tensor of the shape of the queries; null where there are fewer.
const Tensor *likeQuery(const OperatorCall &call, const Tensor &query)
{
    constexpr int kThird = 3;
    int found = 0;
    for (const Tensor &tensor : call.inputs)
        if (tensor.shape == query.shape && ++found == kThird)
            return &tensor;
    return nullptr;
}

// By place where the operator is known, else the first three tensors with heads.
Inputs inputsOf(const OperatorCall &call, const Form *form)
{
    if (form)
        return {call.tensor(form->query), call.tensor(form->query + 1), call.tensor(form->query + 2)};
    Inputs inputs;
    for (const Tensor &tensor : call.inputs) {
        if (tensor.dims() < 3 || tensor.type == ElementType::Int32 || tensor.type == ElementType::Int64)
            continue;
        if (!inputs.query)
            inputs.query = &tensor;
        // What is given to write the result to has the shape of the queries.
        else if (!inputs.key && (tensor.shape != inputs.query->shape || call.inputs.size() < 5))
            inputs.key = &tensor;
        else if (inputs.key && !inputs.value && tensor.back(2) == inputs.key->back(2))
            inputs.value = &tensor;
    }
    if (inputs.query && !inputs.key) // all of one shape: as many heads of keys as of queries
        inputs.key = inputs.value = likeQuery(call, *inputs.query);
    return inputs;
}

AttentionShape shapeOf(const Inputs &inputs, bool headsFirst, bool latent)
{
    const std::size_t heads = headsFirst ? 3 : 2;
    AttentionShape shape;
    shape.heads = inputs.query->back(heads);
    shape.kvHeads = inputs.key->back(heads);
    shape.dQk = inputs.query->back(1);
    shape.dV = inputs.value ? inputs.value->back(1) : inputs.key->back(1);
    shape.query = inputs.query->type;
    shape.keys = inputs.key->type;
    if (latent) {
        // A key of DeepSeek's latent attention is its 512 compressed values and 64 of the rotary part.
        constexpr double kRotary = 64;
        shape.dV = shape.dQk - kRotary;
        shape.kvHeads = 1;
        shape.sharedKv = true;
    }
    return shape;
}

// Queries and keys of a call whose shapes tell them.
std::optional<AttentionTokens> tokensOf(const OperatorCall &call, const Form &form, const Inputs &inputs, std::string_view &why)
{
    const bool causal = isCausal(call, form.causal);
    const Tensor *bounds = call.tensor(form.lengths);
    if (inputs.query->dims() == 4 && !(bounds && inputs.query->back(4) == 1)) {
        const std::size_t tokens = form.headsFirst ? 2 : 3;
        return equalRequests(inputs.query->back(4), inputs.query->back(tokens), inputs.key->back(tokens), causal);
    }
    if (!bounds || bounds->back(1) < 2 || form.headsFirst || inputs.key->dims() != inputs.query->dims())
        return std::nullopt;
    const double requests = bounds->back(1) - 1;
    if (requests > 1)
        why = kEqualLengths;
    return equalRequests(requests, inputs.query->back(3) / requests, inputs.key->back(3) / requests, causal);
}

// Heads of keys and values in memory, where heads are repeated for the queries: the gradients that a backward writes are not.
double headsInMemory(const Inputs &inputs, double kvHeads, bool backward)
{
    const double read = kvHeads / std::min(inputs.key->repeats, inputs.value ? inputs.value->repeats : inputs.key->repeats);
    return backward ? (read + kvHeads) / 2 : read;
}

OperatorCost attentionOfCall(const OperatorCall &call, bool backward)
{
    const Form *form = formOf(plainOperator(call.name));
    const Inputs inputs = inputsOf(call, form);
    if (!inputs.query || !inputs.key)
        return notCounted("the shapes of queries and keys are not recorded");
    const bool latent = has(call.name, "mla");
    AttentionShape shape = shapeOf(inputs, form && form->headsFirst, latent);
    if (shape.heads <= 0 || shape.kvHeads <= 0 || shape.heads < shape.kvHeads || inputs.key->back(1) != shape.dQk)
        return notCounted(kContradiction);
    std::string_view why;
    std::optional<AttentionTokens> tokens;
    if (form) {
        const bool mask = form->causal == kNoArgument || form->causal < call.concrete.size();
        const bool ofConfig = form->window != kNoArgument && call.value(form->window).empty();
        shape.window = ofConfig ? call.window : windowOf(call, form->window);
        shape.chunked = ofConfig && call.chunked;
        tokens = tokensOf(call, *form, inputs, why);
        if (!mask && tokens && tokens->generation.q > tokens->generation.requests)
            why = kNoMask;
    } else if (call.tokens && call.tokens->known()) {
        tokens = *call.tokens;
        shape.window = call.window;
        shape.chunked = call.chunked;
    }
    if (!tokens)
        return notCounted(kNoLengths);
    shape.kvHeads = headsInMemory(inputs, shape.kvHeads, backward);
    OperatorCost cost = backward ? attentionBackwardCost(*tokens, shape) : attentionCost(*tokens, shape);
    if (const Tensor *bias = form ? call.tensor(form->bias) : nullptr) {
        const bool typed = bias->type != ElementType::Unknown;
        cost.bytes = typed ? cost.bytes + bias->bytesRead() : kNotCounted;
        cost.why = typed ? cost.why : kNoTypes;
    }
    if (cost.why.empty())
        cost.why = why;
    else if (why == kEqualLengths)
        cost.why = kEqualLengthsNoTypes;
    return cost;
}

OperatorCost forward(const OperatorCall &call)
{
    return attentionOfCall(call, false);
}

OperatorCost backward(const OperatorCall &call)
{
    return attentionOfCall(call, true);
}

} // namespace

extern const OperatorModel kAttentionModel{
    .fits = isForward, .cost = forward, .category = Category::Attention, .ofPass = true, .whole = true};
extern const OperatorModel kAttentionBackwardModel{
    .fits = isBackward, .cost = backward, .category = Category::Attention, .ofPass = true, .whole = true};

} // namespace lamella::core
