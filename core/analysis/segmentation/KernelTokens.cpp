// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/KernelTokens.h"

#include "core/base/AsciiCase.h"
#include "core/base/ContainsAny.h"

namespace lamella::core {

namespace {

bool isActivation(std::string_view name)
{
    return containsAny(name,
        {"silu", "gelu", "swiglu", "act_and_mul", "_glu", "relu2", "squared_relu", "relu_squared", "relusquared", "pow_relu",
            "relu_kernel", "situ_and_mul"});
}

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
    return (category == Category::Elementwise || category == Category::Other) && containsAny(lower, {"softmax", "exp_kernel"})
        && !containsAny(lower, {"logsoftmax", "log_softmax", "cunn_softmaxforward", "topk", ", true, false>", ", true, true>"});
}

constexpr std::uint32_t kPollNames = 1024; // between two looks at the stop request

bool selects(std::string_view lower)
{
    return containsAny(lower, {"topk", "argmax", "argmin", "sort", "multinomial", "nonzero"});
}

bool decodes(std::string_view name)
{
    return containsAny(name,
        {"decode", "paged_attention", "splitkv", "split_kv", "mmha", "masked_multihead", "forgen", "paged_mqa_logits",
            "kernel_mha", "pa_fwd", "fwdcombine", "fwd_combine", "reduce_segments", "mla_dec", "fwd_kernel_stage2",
            "unified_attention_3d"});
}

// FlashAttention 3 names a scheduler of sequences of any length, which decode runs, too.
bool prefills(std::string_view name)
{
    return containsAny(name, {"prefill", "extend", "context_attention", "flash_fwd_kernel", "fmha_v2", "forcontext"})
        || (containsAny(name, {"varlen"}) && !containsAny(name, {"tilescheduler"}));
}

// An encoder's attention may run the same kernel as a decoder's prefill, which can read a cache; it masks nothing.
bool isOfDecoder(std::string_view name, TokenSet tokens)
{
    return (tokens & kTokenMixer) != 0
        ? (tokens & kTokenDecode) != 0 || containsAny(name, {"causal", "triang"})
        : containsAny(name, {"rope", "rotary", "cache", "kv", "neg", "dynamic_update_slice", "set_rows", "triang"});
}

// Of kernels whose name says no more.
TokenSet tokensOfCategory(Category category)
{
    switch (category) {
    case Category::HyperConnection:
        return kTokenHyper;
    case Category::Gemm:
        return kTokenGemm;
    case Category::Communication:
        return kTokenComm;
    case Category::Embedding:
        return kTokenEmbedding;
    case Category::Sampling:
        return kTokenSampling;
    default:
        return 0;
    }
}

} // namespace

TokenSet tokensOfName(std::string_view name, Category category)
{
    // A piece of an eager norm is a step of it, whatever else is known of it: the norm stands where all of its steps do.
    if (category == Category::Norm && containsAny(name, {"elementwise_kernel", "at::native::reduce_kernel"}))
        category = Category::Elementwise;
    TokenSet tokens = tokensOfCategory(category);
    const bool bookkeeping =
        containsAny(name, {"metadata", "kv_indices", "_plan", "prepare", "page_table", "block_table", "cu_seqlens"});
    if ((category == Category::Attention || category == Category::LinearAttention) && !bookkeeping)
        tokens |= kTokenMixer;
    if (category == Category::LinearAttention && (tokens & kTokenMixer) != 0)
        tokens |= kTokenLinear;
    if (category == Category::Moe || category == Category::MoeRouting)
        tokens |= kTokenFfn | (category == Category::MoeRouting ? kTokenRouting : 0);
    const bool mayActivate = category == Category::Elementwise || category == Category::Quantize || category == Category::Other;
    if (mayActivate && isActivation(name))
        tokens |= kTokenFfn;
    if (mayActivate && containsAny(name, {"launch_clamp_scalar", "clamp_min_scalar", "threshold_kernel"}))
        tokens |= kTokenBound;
    if (isNorm(name, category)) {
        tokens |= kTokenNorm;
        if (addsResidual(name, category))
            tokens |= kTokenResidual;
    }
    // XLA fuses the addition of the residual with the sums of the norm behind it; the first norm only sums.
    if ((tokens & kTokenNorm) == 0 && containsAny(name, {"add_reduce_fusion", "input_reduce_fusion", "multiply_reduce_fusion"}))
        tokens |= kTokenNorm | (addsResidual(name, category) ? kTokenResidual : 0);
    if (category == Category::Communication
        && containsAny(
            name, {"sendrecv", "send_recv", "hcom_send", "hcom_receive", "ncclsend", "ncclrecv", "p2p", "nccldevkernel_generic"}))
        tokens |= kTokenPeer;
    if (category == Category::Memory && containsAny(name, {"htod", "host -> device", "host2device", "host-to-device"}))
        tokens |= kTokenHostCopy;
    if (containsAny(name, {"resolve_future_token_ids", "clamp_position"})) // SGLang: ids and positions of the step that begins
        tokens |= kTokenHostCopy;
    if (category == Category::Memory
        && containsAny(name, {"dtoh", "device -> host", "device -> pin", "device -> page", "device2host", "device-to-host"}))
        tokens |= kTokenToHost;
    if (category == Category::Gemm && containsAny(name, {"fprop", "conv2d", "convolve", "implicit_conv"}))
        tokens |= kTokenConvolution;
    if (category == Category::Elementwise || category == Category::Other) {
        if (containsAny(name, {"rsqrt"}))
            tokens |= kTokenEagerNorm;
        else if (containsAny(name,
                     {"pow_tensor", "meanops", "bfloat16_copy", "float16_copy", "float32_copy", "direct_copy", "onself_add"}))
            tokens |= kTokenNormPart;
        else if (containsAny(name, {"cudafunctor_add", "add_kernel", "addfunctor"}))
            tokens |= kTokenAdd;
        else if (containsAny(name, {"cos_kernel", "sin_kernel"}))
            tokens |= kTokenSinusoid;
    }
    if ((tokens & kTokenMixer) == 0 && plainSoftmax(name, category))
        tokens |= kTokenSoftmax;
    if (containsAny(name, {"catarraybatched"}))
        tokens |= kTokenConcat;
    if (selects(name))
        tokens |= kTokenSelect;
    else if (containsAny(name, {"maxops", "max_values"}))
        tokens |= kTokenRowMax;
    tokens |= decodes(name) ? kTokenDecode : prefills(name) ? kTokenPrefill : 0;
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
