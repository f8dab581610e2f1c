// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/KernelTokens.h"

#include "core/base/AsciiCase.h"
#include "core/base/ContainsAny.h"

#include <initializer_list>

namespace lamella::core {

namespace {

using Categories = std::uint32_t; // a bit for each
constexpr Categories bit(Category category)
{
    return 1U << static_cast<unsigned>(category);
}
constexpr Categories kAny = ~Categories{0};
constexpr Categories kPlain = bit(Category::Elementwise) | bit(Category::Other);
constexpr Categories kActivating = kPlain | bit(Category::Quantize);

// What a name with one of the words, or any name where there are none, says of kernels of these categories, unless a rule before
// said something of `unless`.
struct WordRule {
    TokenSet token;
    Categories of;
    TokenSet unless;
    std::initializer_list<const char *> words;
};
constexpr WordRule kWordRules[] = {
    {kTokenHyper, bit(Category::HyperConnection), 0, {}},
    {kTokenGemm, bit(Category::Gemm), 0, {}},
    {kTokenComm, bit(Category::Communication), 0, {}},
    {kTokenEmbedding, bit(Category::Embedding), 0, {}},
    {kTokenSampling, bit(Category::Sampling), 0, {}},
    {kTokenFfn, bit(Category::Moe) | bit(Category::MoeRouting), 0, {}},
    {kTokenRouting, bit(Category::MoeRouting), 0, {}},
    {kTokenQuantize, bit(Category::Quantize), 0, {}},
    {kTokenFfn, kActivating, 0,
        {"silu", "gelu", "swiglu", "act_and_mul", "_glu", "relu2", "squared_relu", "relu_squared", "relusquared", "pow_relu",
            "relu_kernel", "situ_and_mul"}},
    {kTokenBound, kActivating, 0, {"launch_clamp_scalar", "clamp_min_scalar", "threshold_kernel"}},
    {kTokenPeer, bit(Category::Communication), 0,
        {"sendrecv", "send_recv", "hcom_send", "hcom_receive", "ncclsend", "ncclrecv", "p2p", "nccldevkernel_generic"}},
    {kTokenHostCopy, bit(Category::Memory), 0, {"htod", "host -> device", "host2device", "host-to-device"}},
    {kTokenHostCopy, kAny, 0, {"resolve_future_token_ids", "clamp_position"}}, // SGLang: ids and positions of the next step
    {kTokenToHost, bit(Category::Memory), 0,
        {"dtoh", "device -> host", "device -> pin", "device -> page", "device2host", "device-to-host"}},
    {kTokenConvolution, bit(Category::Gemm), 0, {"fprop", "conv2d", "convolve", "implicit_conv"}},
    {kTokenEagerNorm, kPlain, 0, {"rsqrt"}},
    {kTokenNormPart, kPlain, kTokenEagerNorm,
        {"pow_tensor", "meanops", "float16_copy", "float32_copy", "direct_copy", "onself_add"}},
    {kTokenAdd, kPlain, kTokenEagerNorm | kTokenNormPart, {"cudafunctor_add", "add_kernel", "addfunctor"}},
    {kTokenSinusoid, kPlain, kTokenEagerNorm | kTokenNormPart | kTokenAdd, {"cos_kernel", "sin_kernel"}},
    {kTokenConcat, kAny, 0, {"catarraybatched"}},
    {kTokenSelect, kAny, 0, {"topk", "argmax", "argmin", "sort", "multinomial", "nonzero"}},
    {kTokenRowMax, kAny, kTokenSelect, {"maxops", "max_values"}},
    {kTokenDecode, kAny, 0,
        {"decode", "paged_attention", "splitkv", "split_kv", "mmha", "masked_multihead", "forgen", "paged_mqa_logits",
            "kernel_mha", "pa_fwd", "fwdcombine", "fwd_combine", "reduce_segments", "mla_dec", "fwd_kernel_stage2", "grouped_split",
            "unified_attention_3d", "selective_state_update", "fused_recurrent", "conv1d_update"}},
    {kTokenPrefill, kAny, kTokenDecode,
        {"prefill", "extend", "context_attention", "flash_fwd_kernel", "fmha_v2", "forcontext", "chunk_scan", "chunk_state",
            "chunk_fwd", "chunk_gated", "conv1d_fwd", "selective_scan_fwd"}},
};

bool isNorm(std::string_view name, Category category)
{
    if (category == Category::Moe || category == Category::MoeRouting || category == Category::Sampling
        || category == Category::Attention || category == Category::Gemm)
        return false;
    if (category == Category::HyperConnection)
        // "post" and "combine" close their half unless they are fused with the next "pre".
        return !containsAny(name, {"post", "combine"}) || name.find("pre") != std::string_view::npos;
    if (category == Category::Norm)
        return true;
    return containsAny(name,
        {"rmsnorm", "rms_norm", "layernorm", "layer_norm", "add_norm", "addnorm", "allreduce_fusion", "norm_quant", "norm_rope"});
}

bool addsResidual(std::string_view name, Category category)
{
    if (name.starts_with("__myl_")) // TensorRT names a kernel after its steps; a norm always adds its epsilon
        return name.starts_with("__myl_add");
    return category == Category::HyperConnection || containsAny(name, {"add", "residual", "allreduce", "all_reduce"});
}

// May be attention written as two matrix products with a softmax between them, in one kernel or as exponentials of differences,
// or its gradient. Not the softmax of a loss: of the kernels of PyTorch that do both, the last but one template argument tells.
bool plainSoftmax(std::string_view lower, Category category)
{
    return (kPlain & bit(category)) != 0 && containsAny(lower, {"softmax", "soft_max", "exp_kernel"})
        && !containsAny(lower, {"logsoftmax", "log_softmax", "topk", ", true, false>", ", true, true>"});
}

constexpr std::uint32_t kPollNames = 1024; // between two looks at the stop request

// An encoder's attention may run the same kernel as a decoder's prefill, which can read a cache; it masks nothing.
bool isOfDecoder(std::string_view name, TokenSet tokens)
{
    return (tokens & kTokenMixer) != 0
        ? (tokens & kTokenDecode) != 0 || containsAny(name, {"causal", "triang"})
        : containsAny(name, {"rope", "rotary", "cache", "kv", "neg", "dynamic_update_slice", "set_rows", "triang"});
}

} // namespace

TokenSet tokensOfName(std::string_view name, Category category)
{
    // A piece of an eager norm is a step of it, whatever else is known of it: the norm stands where all of its steps do.
    if (category == Category::Norm && containsAny(name, {"elementwise_kernel", "at::native::reduce_kernel"}))
        category = Category::Elementwise;
    TokenSet tokens = 0;
    for (const WordRule &rule : kWordRules)
        if ((rule.of & bit(category)) != 0 && (tokens & rule.unless) == 0
            && (rule.words.size() == 0 || containsAny(name, rule.words)))
            tokens |= rule.token;
    const bool bookkeeping =
        containsAny(name, {"metadata", "kv_indices", "_plan", "prepare", "page_table", "block_table", "cu_seqlens"});
    if ((category == Category::Attention || category == Category::LinearAttention) && !bookkeeping)
        tokens |= kTokenMixer;
    if (category == Category::LinearAttention && (tokens & kTokenMixer) != 0)
        tokens |= kTokenLinear;
    // FlashAttention 3 names a scheduler of sequences of any length, which decode runs, too.
    if ((tokens & kTokenDecode) == 0 && containsAny(name, {"varlen"}) && !containsAny(name, {"tilescheduler"}))
        tokens |= kTokenPrefill;
    // XLA fuses the addition of the residual with the sums of the norm behind it; the first norm only sums.
    if (isNorm(name, category) || containsAny(name, {"add_reduce_fusion", "input_reduce_fusion", "multiply_reduce_fusion"}))
        tokens |= kTokenNorm | (addsResidual(name, category) ? kTokenResidual : 0);
    if ((tokens & kTokenMixer) == 0 && plainSoftmax(name, category))
        tokens |= kTokenSoftmax;
    if ((tokens & kTokenMixer) != 0 && containsAny(name, {"paged"}))
        tokens |= kTokenPaged;
    if ((tokens & kTokenGemm) == 0 && isOfDecoder(name, tokens))
        tokens |= kTokenDecoder;
    return tokens;
}

KernelTokens::KernelTokens(const TraceDocument &document, const KernelNames &names, const JobControl &control)
    : m_tokens(document.strings.size(), TokenSet{0})
{
    std::vector<char> seen(document.strings.size(), 0);
    std::uint32_t distinct = 0;
    for (const StringId id : document.kernels.name) {
        if (seen[id.value])
            continue;
        seen[id.value] = 1;
        if (distinct++ % kPollNames == 0 && control.stopRequested())
            return;
        const KernelName &name = names[id];
        m_tokens[id.value] = tokensOfName(asciiLowered(name.full), name.category);
    }
}

} // namespace lamella::core
