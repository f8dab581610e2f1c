// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorEagerWriter.h"

#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorNamesEager.h"

#include <algorithm>

namespace lamella::test {

using namespace names;

namespace {

constexpr std::string_view kFusedRms =
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, true>(int, float, c10::BFloat16 "
    "const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)";
constexpr std::string_view kLayerNorm =
    "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, false>(int, float, c10::BFloat16 "
    "const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)";
constexpr std::string_view kSoftmaxWarp =
    "void (anonymous namespace)::softmax_warp_forward<c10::BFloat16, c10::BFloat16, float, 9, false, false>(c10::BFloat16*, "
    "c10::BFloat16 const*, int, int, int, bool const*, int, bool)";
constexpr std::string_view kEqual =
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::CompareEqFunctor<long>, "
    "std::array<char*, 3ul> >(int, at::native::(anonymous namespace)::CompareEqFunctor<long>, std::array<char*, 3ul>)";

} // namespace

void EagerWriter::kernels(const Names &list, std::string_view op, Weight weight)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        add(list[i], op, weight);
}

void EagerWriter::enter(const std::string &type)
{
    m_module += (m_module.empty() ? "" : "/") + m_numbers.instance(type);
}

void EagerWriter::leave()
{
    const std::size_t slash = m_module.rfind('/');
    m_module.resize(slash == std::string::npos ? 0 : slash);
}

void EagerWriter::norm(std::string_view type)
{
    enter(m_habits.layerNorm ? "LayerNorm" : m_habits.family + std::string(type));
    if (m_habits.layerNorm)
        kernels({kLayerNorm}, "aten::native_layer_norm", Weight::Tiny);
    else if (m_habits.fusedNorm)
        kernels({kFusedRms}, "aten::_fused_rms_norm", Weight::Tiny);
    else
        kernels({kToFloat, kPow, kMean, kAddEps, kRsqrt, kMulFloat, kFloatToBf16, kMulFlatBf16}, "aten::mul", Weight::Tiny);
    leave();
}

void EagerWriter::linear(std::string_view site, Weight weight)
{
    enter("Linear");
    gemm(site, weight);
    leave();
}

void EagerWriter::rotate()
{
    if (!m_habits.rotary)
        return;
    for (int part = 0; part < 2; ++part)
        kernels({kMulBf16, kNeg, kConcat, kMulBf16, kAddStrided}, "aten::mul", Weight::Tiny);
}

void EagerWriter::attentionCore(bool causal)
{
    if (m_habits.mathAttention) {
        gemm("scores", Weight::Small);
        if (causal)
            kernels({kAddBf16}, "aten::add", Weight::Tiny);
        kernels({kSoftmaxWarp}, "aten::_softmax", Weight::Small);
        gemm("context", Weight::Small);
        kernels({kCopyBf16}, "aten::clone", Weight::Tiny);
        return;
    }
    if (m_shape.prefillLike())
        kernels({kFlash2Forward}, "aten::_flash_attention_forward", Weight::Big);
    else
        kernels({kFlash2SplitForward, kFlash2Combine}, "aten::_flash_attention_forward", Weight::Medium);
}

void EagerWriter::selfAttention(bool causal)
{
    enter(m_habits.family + "Attention");
    for (const std::string_view site : {"q", "k", "v"}) {
        linear(site, Weight::Medium);
        if (m_habits.qkNorm && site != "v")
            norm();
    }
    rotate();
    if (m_habits.cache && causal)
        kernels({kConcat, kConcat}, "aten::cat", Weight::Tiny);
    attentionCore(causal);
    linear("o_proj", Weight::Medium);
    leave();
}

void EagerWriter::crossAttention(bool first)
{
    enter(m_habits.family + "CrossAttention");
    linear("cross_q", Weight::Medium);
    if (first) { // later steps find keys and values of the encoder in the cache
        linear("cross_k", Weight::Medium);
        linear("cross_v", Weight::Medium);
    }
    attentionCore(false);
    linear("cross_o", Weight::Medium);
    leave();
}

void EagerWriter::mlp()
{
    enter(m_habits.family + "MLP");
    if (m_habits.gatedMlp) {
        linear("gate", Weight::Big);
        kernels({kSilu}, "aten::silu", Weight::Tiny);
        linear("up", Weight::Big);
        kernels({kMulFlatBf16}, "aten::mul", Weight::Tiny);
    } else {
        linear("up", Weight::Big);
        kernels({kGelu}, "aten::gelu", Weight::Tiny);
    }
    linear("down", Weight::Big);
    leave();
}

void EagerWriter::residual()
{
    kernels({kAddBf16}, "aten::add", Weight::Tiny);
}

void EagerWriter::sampling()
{
    kernels({kToFloat, kArgMax}, "aten::argmax", Weight::Small);
    kernels({kConcat, kEqual, kDeviceToHost}, "aten::cat", Weight::Tiny);
    for (std::size_t i = m_items.size() - 3; i < m_items.size(); ++i)
        m_items[i].hostBound = true;
}

} // namespace lamella::test
