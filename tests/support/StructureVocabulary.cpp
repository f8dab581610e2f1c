// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/StructureVocabulary.h"

#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

Vocabulary llamaCpp()
{
    constexpr std::string_view kNorm = "void rms_norm_f32<256, true, false>(float const*, float*, int, long, long, long, float)";
    constexpr std::string_view kAddResidual =
        "void k_bin_bcast<&(op_add(float, float)), float, float, float>(float const*, float "
        "const*, float*, int, int, int, int)";
    constexpr std::string_view kQuant = "quantize_q8_1(float const*, void*, long, long, long, long, long, int, int)";
    return {"llama.cpp", Platform::Nvidia,
        {
            {Role::Prepare, Always, {kHostToDevice, kHostToDevice}},
            {Role::Embedding, Always, {"void k_get_rows_float<float, float>(float const*, int const*, float*, long, long)"}},
            {Role::Embedding, Always, {kHostToDevice}},
            {Role::FirstNorm, Always, {kNorm}},
            {Role::ResidualAdd, Always, {kAddResidual}},
            {Role::QkNorm, Always, {}},
            {Role::QkNorm, Always, {kNorm, kNorm}},
            {Role::Rope, Always, {"void rope_neox<true, false, float>(float const*, float*, int, int, int, int, int)"}},
            {Role::KvStore, Always, {"void k_set_rows<float, long, __half>(float const*, long const*, __half*, long, long)"}},
            {Role::Attention, Decode,
                {"void flash_attn_ext_vec<128, 1, (ggml_type)1, (ggml_type)1, false>(char const*, char const*, char const*)",
                    "void flash_attn_combine_results<128>(float const*, float2 const*, float*, int)"}},
            {Role::Attention, Prefill,
                {"void flash_attn_ext_f16<128, 128, 64, 1, false, false>(char const*, char const*, char const*, float*)"}},
            {Role::Activation, Always,
                {"void unary_gated_op_kernel<&(ggml_cuda_op_silu_single(float)), float>(float const*, float const*, float*)"}},
            {Role::Router, Always, {"void topk_moe_cuda<128, true>(float const*, float*, int*, int, int)"}},
            {Role::ExpertGemm, Always, {kQuant, "void mul_mat_vec_q<(ggml_type)14, 1, false, true>(void const*, void const*)"}},
            {Role::ExpertGemmDown, Always,
                {kQuant, "void mul_mat_vec_q<(ggml_type)12, 1, false, true>(void const*, void const*)"}},
            {Role::ExpertSum, Always, {"void moe_sum_f32<8>(float const*, float*, int)"}},
            {Role::Logits, Always, {}},
            {Role::Sampling, Always, {kDeviceToHost}},
            {Role::Gemm, Decode, {kQuant, "void mul_mat_vec_q<(ggml_type)12, 1, false, false>(void const*, void const*, int)"}},
            {Role::Gemm, Decode, {kQuant, "void mul_mat_vec_q<(ggml_type)14, 1, false, false>(void const*, void const*, int)"}},
            {Role::Gemm, Prefill, {"void mul_mat_q<(ggml_type)12, 128, false>(char const*, int const*, int const*, float*)"}},
        }};
}

Vocabulary ascend()
{
    return {"ascend", Platform::Nvidia,
        {
            {Role::Prepare, Always, {"MEMCPY_ASYNC", "aclnnArange_RangeAiCore_Range"}},
            {Role::Embedding, Always, {"aclnnEmbedding_GatherV2AiCore_GatherV2"}},
            {Role::FirstNorm, Always, {"aclnnRmsNorm_RmsNormAiCore_RmsNorm"}},
            {Role::AddNorm, Always, {"aclnnAddRmsNorm_AddRmsNormAiCore_AddRmsNorm"}},
            {Role::QkNorm, Always, {}},
            {Role::Rope, Always, {"aclnnApplyRotaryPosEmb_ApplyRotaryPosEmbAiCore_ApplyRotaryPosEmb"}},
            {Role::KvStore, Always, {"ReshapeAndCacheOperation_ReshapeAndCacheNdKernel"}},
            {Role::Attention, Always, {"FusedInferAttentionScore_mix_aic"}},
            {Role::Attention, Decode, {"PagedAttentionOperation_PagedAttentionMaskNdKernel"}},
            {Role::Attention, Prefill, {"aclnnFlashAttentionScore_FlashAttentionScore_FlashAttentionScore"}},
            {Role::AllReduce, Always, {"hcom_allReduce__371_0_1"}},
            {Role::Activation, Always, {"aclnnSwiGlu_SwiGluAiCore_SwiGlu"}},
            {Role::Router, Always, {"aclnnMoeGatingTopKSoftmax_MoeGatingTopKSoftmax", "aclnnMoeInitRouting_MoeInitRouting"}},
            {Role::ExpertGemm, Always, {"aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul"}},
            {Role::ExpertActivation, Always, {"aclnnSwiGlu_SwiGluAiCore_SwiGlu"}},
            {Role::ExpertGemmDown, Always, {"aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul"}},
            {Role::ExpertSum, Always, {"aclnnMoeFinalizeRouting_MoeFinalizeRouting"}},
            {Role::LastToken, Prefill, {"aclnnIndexSelect_GatherV2AiCore_GatherV2"}},
            {Role::Sampling, Always, {"aclnnArgMax_ArgMaxV2AiCore_ArgMaxV2"}},
            {Role::Gemm, Always, {"aclnnMatmul_MatMulV2Common_MatMulV2"}},
            {Role::Gemm, Always, {"aclnnMatmul_MatMulV3Common_MatMulV3"}},
        }};
}

// One process of compiled operations: everything but products and attention is a numbered fusion.
Vocabulary xla()
{
    return {"xla", Platform::Nvidia,
        {
            {Role::Embedding, Always, {"loop_gather_fusion"}},
            {Role::FirstNorm, Always, {"input_reduce_fusion"}},
            {Role::AddNorm, Always, {"input_add_reduce_fusion"}},
            {Role::QkNorm, Always, {}},
            {Role::Rope, Always, {"loop_concatenate_fusion"}},
            {Role::KvStore, Always, {"dynamic_update_slice_fusion"}},
            {Role::Attention, Always, {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_31"}},
            {Role::Attention, Always, {"gemm_fusion_dot_4", "triton_softmax_3", "gemm_fusion_dot_5"}},
            {Role::AllReduce, Always, {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}},
            {Role::Activation, Always, {"loop_multiply_silu_fusion"}},
            {Role::Sampling, Always, {"input_reduce_argmax_fusion", kDeviceToHost}},
            {Role::Gemm, Always, {"nvjet_hsh_128x64_64x8_2x1_v_bz_NNN"}},
            {Role::Gemm, Always, {"gemm_fusion_dot_1"}},
            {Role::Gemm, Always, {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize2x1x1_execute"}},
        }};
}

// PyTorch without a compiler: norms, rotation and activation in single kernels.
Vocabulary eager()
{
    constexpr std::string_view kPow =
        "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
        "namespace)::pow_tensor_scalar_kernel_impl<float,"
        " float>(at::TensorIteratorBase&, float)::{lambda(float)#1}, std::array<char*, 2ul> >(int, float)";
    constexpr std::string_view kMean = "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<"
                                       "float, float, float, float>, unsigned int, float, 4, 4> >(at::native::ReduceOp)";
    constexpr std::string_view kRsqrt =
        "void at::native::vectorized_elementwise_kernel<4, at::native::rsqrt_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::"
        "operator()() const::{lambda(float)#1}, std::array<char*, 2ul> >(int, at::native::rsqrt_kernel_cuda)";
    constexpr std::string_view kAddEps = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctorOnSelf_add<"
                                         "float>, std::array<char*, 2ul> >(int, at::native::CUDAFunctorOnSelf_add<float>)";
    constexpr std::string_view kMul =
        "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, "
        "float, at::native::binary_internal::MulFunctor<float> > > >(int, at::native::gpu_kernel_impl_nocast)";
    constexpr std::string_view kSilu = "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
                                       "namespace)::silu_kernel(at::TensorIteratorBase&)"
                                       "::{lambda()#1}::operator()() const::{lambda()#6}, std::array<char*, 2ul> >(int)";
    Entries entries = {
        {Role::Prepare, Always, {kArange, kHostToDevice}},
        {Role::Embedding, Always, {kIndexSelect}},
        {Role::Embedding, Always, {kGather}},
        {Role::FirstNorm, Always, {kToFloat, kPow, kMean, kAddEps, kRsqrt, kMul, kCopyBf16, kMul}},
        {Role::ResidualAdd, Always, {kAddBf16}},
        {Role::QkNorm, Always, {}},
        {Role::Rope, Always, {kMul, kConcat, kMul, kAddBf16, kMul, kConcat, kMul, kAddBf16}},
        {Role::KvStore, Always, {kConcat, kConcat}},
        {Role::Attention, Decode,
            {"void pytorch_flash::flash_fwd_splitkv_kernel<pytorch_flash::Flash_fwd_kernel_traits<128, 64, 128, 4> >(params)",
                "void pytorch_flash::flash_fwd_splitkv_combine_kernel<pytorch_flash::Flash_fwd_kernel_traits<128, 64> "
                ">(params)"}},
        {Role::Attention, Always,
            {"void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<128, 128, 64, 4>, true>(params)"}},
        {Role::Attention, Always,
            {"fmha_cutlassF_bf16_aligned_64x128_rf_sm80(PyTorchMemEffAttention::AttentionKernel<cutlass::bfloat16_t>::Params)"}},
        {Role::AllReduce, Always, {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::Activation, Always, {kSilu, kMul}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax}},
        {Role::Sampling, Always, {kDivide, kSoftmax, kArgMax, kDeviceToHost}},
    };
    return {"eager", Platform::Nvidia, joined({entries, cublasGemms()})};
}

} // namespace

const Vocabulary *vocabularyNamed(std::string_view name)
{
    static const std::vector<Vocabulary> all = [] {
        std::vector<Vocabulary> list = vocabularies();
        list.insert(list.end(), trainingVocabularies().begin(), trainingVocabularies().end());
        for (Vocabulary more : {llamaCpp(), ascend(), xla(), eager()})
            list.push_back(std::move(more));
        return list;
    }();
    for (const Vocabulary &vocabulary : all)
        if (vocabulary.name == name)
            return &vocabulary;
    return nullptr;
}

} // namespace lamella::test
