// SPDX-License-Identifier: GPL-3.0-or-later
// Training: Megatron with Transformer Engine, eager PyTorch, compiled PyTorch, Megatron on AMD.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorNamesEager.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kNcclAllReduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
constexpr std::string_view kNcclReduceScatter = "ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
constexpr std::string_view kNcclAllGather = "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
constexpr std::string_view kTeNormBackward =
    "void transformer_engine::normalization::rmsnorm_bwd_tuned_kernel<transformer_engine::normalization::Kernel_traits<"
    "__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, unsigned int, 4096, 1, 1, 4, 16> >(BackwardKernelParams)";
constexpr std::string_view kTeNormFinalize =
    "void transformer_engine::normalization::rmsnorm_bwd_finalize_tuned_kernel<transformer_engine::normalization::"
    "Kernel_traits_finalize<4096, __nv_bfloat16, float> >(BackwardKernelParams)";

// What every run has: the step's input, loss, embedding, collectives.
Entries commonEntries()
{
    return {
        {Role::Prepare, Always, {kHostToDevice, kHostToDevice}},
        {Role::Prepare, Always, {kHostToDevice, kHostToDevice, kHostToDevice, kArange}},
        {Role::Embedding, Always, {kGather}},
        {Role::Embedding, Always, {kIndexSelect}},
        {Role::Loss, Always, {kToFloat, kLogSoftmax, kNllForward}},
        {Role::LossBackward, Always, {kFillFloat, kFillFloat, kNllBackward, kLogSoftmaxBackward, kFloatToBf16}},
        {Role::EmbeddingBackward, Always, {kFillBf16, kEmbeddingGradient}},
        {Role::EmbeddingBackward, Always, {kFillBf16, kEmbeddingSort, kEmbeddingSegments}},
        {Role::GradientBucket, Always, {kMulScalar}},
        {Role::AllReduce, Always, {kNcclAllReduce}},
        {Role::AllGather, Always, {kNcclAllGather}},
        {Role::ReduceScatter, Always, {kNcclReduceScatter}},
        {Role::GradientAdd, Always, {kAddBf16}},
    };
}

Entries torchOptimizers()
{
    return {
        {Role::GradientNorm, Always, {kForeachNorm, kForeachNorm, kConcat, kForeachMul, kForeachMul}},
        {Role::GradientNorm, Always, {}},
        {Role::Optimizer, Always,
            {kForeachMul, kForeachLerp, kForeachMul, kForeachAddcmul, kForeachSqrt, kForeachMul, kForeachAddcdiv}},
        {Role::Optimizer, Always, {kFusedAdam, kFusedAdam, kFusedAdam}},
    };
}

Entries apexOptimizers()
{
    return {
        {Role::GradientNorm, Always, {kApexNorm, kApexScale}},
        {Role::Optimizer, Always, {kApexAdam, kApexAdam, kApexScale}},
        {Role::Optimizer, Always, {kFusedAdam, kFusedAdam, kApexScale}},
    };
}

Entries flashTwo()
{
    return {
        {Role::Attention, Always, {kFlash2Forward}},
        {Role::AttentionBackward, Always, {kFlash2DotDo, kFlash2Backward, kFlash2Convert}},
    };
}

Entries transformerEngine()
{
    return {
        {Role::FirstNorm, Always,
            {"void transformer_engine::normalization::rmsnorm_fwd_tuned_kernel<transformer_engine::normalization::Kernel_traits<"
             "__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, unsigned int, 4096, 1, 4, 1, 16> >(ForwardKernelParams)"}},
        {Role::NormBackward, Always, {kTeNormBackward, kTeNormFinalize}},
        {Role::Rope, Always,
            {"void transformer_engine::fused_rope_forward_kernel<__nv_bfloat16>(__nv_bfloat16 const*, int const*, float const*, "
             "__nv_bfloat16*, bool, int, int, int)"}},
        {Role::RopeBackward, Always,
            {"void transformer_engine::fused_rope_backward_kernel<__nv_bfloat16>(__nv_bfloat16 const*, int const*, float const*, "
             "__nv_bfloat16*, bool, int, int, int)"}},
        {Role::Attention, Always,
            {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_4x1x1_kernel0_0"}},
        {Role::Attention, Always, {kFlashAttention3}},
        {Role::AttentionBackward, Always,
            {"cudnn_generated_fort_native_sdpa_sm90_flash_bprop_sum_odo_kernel0_0",
                "cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_4_64x64x128_1x1x1_kernel0_0",
                "cudnn_generated_fort_native_sdpa_sm90_flash_bprop_convert_dq_kernel0_0"}},
        {Role::ResidualAdd, Always, {"triton_poi_fused_add_dropout_0"}},
        {Role::ResidualAdd, Always, {kAddBf16}},
        {Role::Activation, Always,
            {"void transformer_engine::gated_act_kernel<__nv_bfloat16, float, &(float silu<float>(float))>(__nv_bfloat16 const*, "
             "__nv_bfloat16*, unsigned long, unsigned long)"}},
        {Role::Activation, Always, {"triton_poi_fused_mul_silu_split_1"}},
        {Role::ActivationBackward, Always,
            {"void transformer_engine::dgated_act_kernel<__nv_bfloat16, float, &(float silu<float>(float)), &(float "
             "dsilu<float>(float))>(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*, unsigned long)"}},
        {Role::ActivationBackward, Always, {"triton_poi_fused_cat_mul_silu_silu_backward_2"}},
    };
}

Entries eagerKernels()
{
    return {
        {Role::FirstNorm, Always, {kToFloat, kPow, kMean, kAddEps, kRsqrt, kMulFloat, kFloatToBf16, kMulBf16}},
        {Role::FirstNorm, Always,
            {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float, true>(int, float, "
             "c10::BFloat16 const*, c10::BFloat16 const*, c10::BFloat16 const*, float*, float*, c10::BFloat16*)"}},
        {Role::NormBackward, Always,
            {kMulBf16, kMulBf16, kSumBf16, kToFloat, kMulFloat, kMulFloat, kSumFloat, kPow, kMulScalar, kFloatToBf16}},
        {Role::NormBackward, Always,
            {"void at::native::(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<c10::BFloat16, float, true>("
             "c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*, c10::BFloat16 const*, c10::BFloat16*, int)",
                "void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernelTemplate<c10::BFloat16, float, 64u, 1u, 32u, "
                "true, true, true>(long, long, c10::BFloat16 const*, c10::BFloat16 const*, float const*, float const*)"}},
        {Role::Rope, Always, {kMulBf16, kNeg, kConcat, kMulBf16, kAddStrided, kMulBf16, kNeg, kConcat, kMulBf16, kAddStrided}},
        {Role::RopeBackward, Always, {kMulBf16, kFillBf16, kCopyBf16, kAddStrided, kMulBf16, kFillBf16, kCopyBf16, kAddStrided}},
        {Role::ResidualAdd, Always, {kAddBf16}},
        {Role::Activation, Always, {kSilu, kMulFlatBf16}},
        {Role::ActivationBackward, Always, {kMulFlatBf16, kMulFlatBf16, kSiluBackward, kAddBf16}},
    };
}

Entries compiledKernels()
{
    return {
        {Role::FirstNorm, Always, {"triton_red_fused__to_copy_mean_mul_pow_rsqrt_0"}},
        {Role::FirstNorm, Always, {"triton_red_fused__to_copy_embedding_mean_mul_pow_rsqrt_1"}},
        {Role::AddNorm, Always, {"triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_4"}},
        {Role::AddNorm, Always, {"triton_red_fused__fused_rms_norm_add_3"}},
        {Role::NormBackward, Always, {"triton_red_fused__to_copy_add_div_mul_pow_sum_8", "triton_red_fused__to_copy_mul_sum_9"}},
        {Role::NormBackward, Always,
            {"triton_red_fused__fused_rms_norm_backward_add_6", "triton_per_fused__fused_rms_norm_backward_sum_7"}},
        {Role::Rope, Always, {"triton_poi_fused__to_copy_cat_mul_neg_slice_2"}},
        {Role::RopeBackward, Always, {"triton_poi_fused__to_copy_add_cat_mul_neg_slice_backward_12"}},
        {Role::Activation, Always, {"triton_poi_fused_mul_silu_5"}},
        {Role::ActivationBackward, Always, {"triton_poi_fused_add_mul_sigmoid_silu_sub_10"}},
        {Role::GradientAdd, Always, {}},
        {Role::Loss, Always, {"triton_red_fused__log_softmax__to_copy_14", "triton_per_fused_nll_loss_forward_15"}},
        {Role::LossBackward, Always,
            {"triton_poi_fused_fill_16", "triton_red_fused__log_softmax_backward_data_nll_loss_backward_17"}},
    };
}

Entries amdKernels()
{
    return {
        {Role::FirstNorm, Always, {"_rmsnorm_fwd_triton"}},
        {Role::FirstNorm, Always,
            {"void "
             "transformer_engine::normalization::rmsnorm_fwd_general_kernel<transformer_engine::normalization::Kernel_traits<"
             "hip_bfloat16, hip_bfloat16, hip_bfloat16, float, unsigned int, 4096> >(ForwardKernelParams)"}},
        {Role::NormBackward, Always, {"_rmsnorm_bwd_triton", "_rmsnorm_bwd_dg_reduce_triton"}},
        {Role::Rope, Always, {"_ZN18transformer_engine25fused_rope_forward_kernelI14__hip_bfloat16EEvPKT_PKiPKfPS2_biiiiii"}},
        {Role::RopeBackward, Always,
            {"_ZN18transformer_engine26fused_rope_backward_kernelI14__hip_bfloat16EEvPKT_PKiPKfPS2_biiiiii"}},
        {Role::Attention, Always, {"_ZN5aiter30fmha_fwd_hd128_bf16_causal_rtneE"}},
        {Role::Attention, Always,
            {"_ZN7ck_tile6kentryILi2ENS_13FmhaFwdKernelINS_33BlockFmhaPipelineQRKSVSAsyncINS_"
             "24BlockFmhaPipelineProblemItttEEEEEEEEvDpT0_"}},
        {Role::AttentionBackward, Always,
            {"_ZN7ck_tile6kentryILi2ENS_22FmhaBwdOGradDotOKernelINS_20BlockFmhaBwdOGradDotOItttEEEEEEvDpT0_",
                "_ZN5aiter38fmha_bwd_hd128_bf16_causal_a32_rtne_psskE",
                "_ZN7ck_tile6kentryILi2ENS_24FmhaBwdConvertQGradKernelINS_22BlockFmhaBwdConvertQGradItttEEEEEEvDpT0_"}},
        {Role::ResidualAdd, Always, {kAddBf16}},
        {Role::Activation, Always, {"triton_poi_fused_mul_silu_split_1"}},
        {Role::ActivationBackward, Always, {"triton_poi_fused_cat_mul_silu_silu_backward_2"}},
    };
}

// Products with transposed operands: gradients of inputs and of weights. Sites pick from one pool.
Entries trainingGemms()
{
    return {
        {Role::Gemm, Prefill, {"nvjet_tst_256x128_64x4_2x1_h_bz_coopA_NNT"}},
        {Role::Gemm, Prefill, {"nvjet_tst_128x256_64x4_1x2_v_bz_coopB_NTN"}},
        {Role::Gemm, Prefill, {"nvjet_tst_192x192_64x4_2x1_v_bz_coopB_NTT"}},
        {Role::Gemm, Prefill,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_nt_n_tilesize128x256x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_"
             "cublas"}},
        {Role::Gemm, Prefill,
            {"void "
             "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_256x128_32x3_nn_align8>(cutlass_80_tensorop_bf16_"
             "s16816gemm_bf16_256x128_32x3_nn_align8::Params)"}},
    };
}

Entries amdTrainingGemms()
{
    return {
        {Role::Gemm, Prefill,
            {"Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64_MI16x16x1_SN_LDSB0_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM1"}},
        {Role::Gemm, Prefill,
            {"Cijk_Ailk_Bjlk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x224x64_MI16x16x1_SN_LDSB0_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM2"}},
    };
}

} // namespace

Vocabulary megatronTraining()
{
    return {"megatron-nvidia", Platform::Nvidia,
        joined({commonEntries(), apexOptimizers(), transformerEngine(), cublasGemms(), trainingGemms()})};
}

Vocabulary eagerTraining()
{
    return {"pytorch-eager", Platform::Nvidia,
        joined({commonEntries(), torchOptimizers(), flashTwo(), eagerKernels(), cublasGemms(), trainingGemms()})};
}

Vocabulary compiledTraining()
{
    Entries common = commonEntries();
    std::erase_if(common, [](const VocabularyEntry &entry) {
        return entry.role == Role::GradientAdd || entry.role == Role::Loss || entry.role == Role::LossBackward;
    });
    return {"pytorch-compiled", Platform::Nvidia,
        joined({common, torchOptimizers(), flashTwo(), compiledKernels(), cublasGemms(), trainingGemms()})};
}

Vocabulary amdTraining()
{
    return {"megatron-amd", Platform::Amd,
        joined({commonEntries(), apexOptimizers(), amdKernels(), cijkGemms(), amdTrainingGemms()})};
}

} // namespace lamella::test
