// SPDX-License-Identifier: GPL-3.0-or-later
// TensorRT-LLM.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kMmha =
    "void tensorrt_llm::kernels::mmha::masked_multihead_attention_kernel<__nv_bfloat16, __nv_bfloat16, "
    "tensorrt_llm::kernels::KVBlockArray, 128u, true, true, false>(tensorrt_llm::kernels::Multihead_attention_params)";

// Before and after the layers.
Entries stepEntries()
{
    return {
        {Role::Prepare, Always,
            {kHostToDevice, kHostToDevice, "void tensorrt_llm::kernels::copyBlockOffsets<int>(int*, int const*, int)",
                "void tensorrt_llm::kernels::computeSeqAndPaddingOffsets<float, 256>(int*, int*, int)"}},
        {Role::Embedding, Always,
            {"void tensorrt_llm::kernels::lookup_kernel<__nv_bfloat16, int>(__nv_bfloat16*, int const*, "
             "__nv_bfloat16 const*, long, int, int, int)"}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always,
            {"void tensorrt_llm::kernels::topKStage1<float, 128, 8>(float const* const*, float*, int*, float*, bool const*, int)",
                "void tensorrt_llm::kernels::topKStage2Sampling<float, 256, 8>(int const*, float*, int**, int*, int)",
                kDeviceToHost}},
    };
}

// Norms, attention and dense MLP.
Entries layerEntries()
{
    return {
        {Role::FirstNorm, Always,
            {"void tensorrt_llm::kernels::generalRmsNorm<__nv_bfloat16, __nv_bfloat16, false>(__nv_bfloat16 const*, "
             "__nv_bfloat16 const*, float, int, int)"}},
        {Role::AddNorm, Always,
            {"void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, "
             "__nv_bfloat16*, unsigned int, unsigned int, unsigned int, float, float)"}},
        {Role::ReduceAddNorm, Always,
            {"void tensorrt_llm::kernels::ar_fusion::allreduce_fusion_kernel_oneshot_lamport<"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionPattern)1, __nv_bfloat16, 2, true>"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionParams)"}},
        {Role::FusedInputNorm, Always,
            {"void tensorrt_llm::kernels::ar_fusion::allreduce_fusion_kernel_twoshot_sync<"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionPattern)2, __nv_bfloat16, 2>"
             "(tensorrt_llm::kernels::ar_fusion::AllReduceFusionParams)"}},
        {Role::QkNorm, Always, {}},
        {Role::Rope, Decode, {}},
        {Role::Rope, Prefill,
            {"void tensorrt_llm::kernels::applyBiasRopeUpdateKVCacheV2<__nv_bfloat16, __nv_bfloat16, true, "
             "tensorrt_llm::kernels::KVBlockArray, (tensorrt_llm::kernels::RotaryPositionEmbeddingType)1, true>"
             "(tensorrt_llm::kernels::QKVPreprocessingParams)"}},
        {Role::KvStore, Always, {}},
        {Role::RopeAndStore, Always,
            {"void tensorrt_llm::kernels::fusedQKNormRopeKernel<128, true>(void*, int, int, int, float, int const*)"}},
        {Role::Attention, Decode, {kMmha}},
        {Role::Attention, Decode,
            {"fmhaSm90Kernel_QkvBfloat16OBfloat16H128PagedKvCausalP64VarSeqQ64Kv128PersistentSwapsAbForGen"}},
        {Role::Attention, Prefill, {"fmha_v2_flash_attention_bf16_64_128_S_q_paged_kv_128_causal_tma_ws_sm90_kernel"}},
        {Role::AllReduce, Always, {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::Activation, Always,
            {"void tensorrt_llm::kernels::swigluKernel<__nv_bfloat16, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16 const*, "
             "int)"}},
    };
}

// Experts.
Entries expertEntries()
{
    return {
        {Role::Router, Always,
            {"void tensorrt_llm::kernels::customMoeRoutingKernel<__nv_bfloat16, float, int, 128, 8, true>(__nv_bfloat16*, "
             "float*, int*, int, int, int)",
                "void tensorrt_llm::kernels::cutlass_kernels::fusedBuildExpertMapsSortFirstTokenKernel<256, 2, 7>(int const*, "
                "int*, "
                "int*, long*, long, int, int, int, int)"}},
        {Role::ExpertGemm, Always,
            {"bmm_Bfloat16_Bfloat16Bfloat16_Fp32_t128x8x128_s6_et64x8_m64x8x16_cga1x1x1_16dp256b_TN_transOut_schedS_bN_"
             "dynBatch_swiGlu_sm90a"}},
        {Role::ExpertActivation, Always, {}},
        {Role::ExpertGemmDown, Always,
            {"bmm_Bfloat16_Bfloat16Bfloat16_Fp32_t128x8x128_s5_et128x8_m64x8x16_cga1x1x1_16dp256b_TN_transOut_schedP_"
             "bN_dynBatch_sm90a"}},
        {Role::ExpertSum, Always,
            {"void moe::dev::finalize::finalizeKernelVecLoad<moe::dev::finalize::KernelParams<cutlass::bfloat16_t, "
             "cutlass::bfloat16_t, true> >(moe::dev::finalize::KernelParams)"}},
        {Role::Dispatch, Always,
            {"void tensorrt_llm::kernels::moe_alltoall::moeA2ADispatchKernel<8>(tensorrt_llm::kernels::DispatchParams)"}},
        {Role::Combine, Always,
            {"void tensorrt_llm::kernels::moe_alltoall::moeA2ACombineKernel<__nv_bfloat16, "
             "8>(tensorrt_llm::kernels::CombineParams)"}},
        {Role::SharedAdd, Always, {kAddBf16}},
    };
}

// Tiles.
Entries gemmEntries()
{
    return {
        {Role::Gemm, Decode, {"nvjet_tst_64x16_64x15_4x1_v_bz_TNT"}},
        {Role::Gemm, Decode,
            {"void tensorrt_llm::kernels::cuda_core_gemm::cudaCoreGemm<__nv_bfloat16, 1, 2, 128>(tensorrt_llm::Params)"}},
        {Role::Gemm, Decode,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x128x64_warpgroupsize1x1x1_bias_execute_kernel_trt"}},
        {Role::Gemm, Decode, {"nvjet_tst_104x16_64x13_2x1_v_bz_TNN"}},
        {Role::Gemm, Prefill,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_kernel_trt"}},
        {Role::Gemm, Prefill, {"nvjet_tst_160x128_64x5_2x1_v_bz_coopA_TNT"}},
    };
}

} // namespace

Vocabulary tensorRtNvidia()
{
    return {"trtllm-nvidia", Platform::Nvidia, joined({stepEntries(), layerEntries(), expertEntries(), gemmEntries()})};
}

} // namespace lamella::test
