// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM with composable kernels and Triton on AMD.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kCkNorm = "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rmsnorm2dFwdPipelineOnePassINS_"
                                     "27Rmsnorm2dFwdPipelineProblemIDF16bDF16bfDF16bEEEEEEEEvT_";
constexpr std::string_view kCkAddNorm = "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rmsnorm2dFwdPipelineOnePassINS_"
                                        "33Rmsnorm2dFwdPipelineAddProblemIDF16bDF16bfDF16bEEEEEEEEvT_";

// Before and after the layers.
Entries stepEntries()
{
    return {
        {Role::Prepare, Always, {kDeviceToDevice, kDeviceToDevice, kHostToDevice, kHostToDevice, kFillInt, kDeviceToDevice}},
        {Role::Embedding, Always, {"triton_poi_fused_embedding_0"}},
        {Role::LastToken, Always, {kIndexRows}},
        {Role::Logits, Always, {}},
        {Role::Sampling, Always, {kToFloat, kSoftmax, kArgMax, kDeviceToHost}},
    };
}

// Norms, attention and dense MLP.
Entries layerEntries()
{
    return {
        {Role::FirstNorm, Always, {kCkNorm}},
        {Role::AddNorm, Always, {kCkAddNorm}},
        {Role::AddNorm, Always, {"triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_2"}},
        {Role::FusedInputNorm, Always, {"_fused_add_rmsnorm_pad_kernel"}},
        {Role::QkNorm, Always, {}},
        {Role::Rope, Always,
            {"triton_poi_fused__to_copy_1",
                "void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, c10::BFloat16*, "
                "c10::BFloat16 const*, int, long, long, long, int, int, int)"}},
        {Role::KvStore, Always,
            {"void vllm::reshape_and_cache_flash_kernel<__hip_bfloat16, __hip_bfloat16, (vllm::Fp8KVCacheDataType)0>"
             "(__hip_bfloat16 const*, __hip_bfloat16 const*, __hip_bfloat16*, __hip_bfloat16*, long const*, long, long)"}},
        {Role::RopeAndStore, Always, {"_qk_rope_reshape_and_cache_kernel"}},
        {Role::Attention, Decode, {"kernel_unified_attention_3d", "reduce_segments"}},
        {Role::Attention, Decode, {"kernel_unified_attention_2d"}},
        {Role::Attention, Prefill, {"kernel_unified_attention_2d"}},
        {Role::AllReduce, Always, {"ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::AllReduce, Always,
            {"void vllm::cross_device_reduce_2stage<__hip_bfloat16, 2>(vllm::RankData*, vllm::RankSignals, vllm::Signal*, "
             "__hip_bfloat16*, int, int)"}},
        {Role::Activation, Always, {"triton_poi_fused_mul_silu_slice_1"}},
    };
}

// Experts.
Entries expertEntries()
{
    return {
        {Role::Router, Always,
            {"triton_poi_fused_constant_pad_nd_moe_forward_0", "_topk_forward", "_sum_bitmatrix_rows", "_combined_routing_memset",
                "_combined_routing_compute"}},
        {Role::ExpertGemm, Always, {"_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu"}},
        {Role::ExpertActivation, Always, {}},
        {Role::ExpertGemmDown, Always, {"_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1"}},
        {Role::ExpertSum, Always, {"_finalize_matmul_scatter_bf16"}},
        {Role::Dispatch, Always, {"ncclDevKernel_Generic_2(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::Combine, Always, {"ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::SharedAdd, Always, {kAddBf16}},
    };
}

} // namespace

Vocabulary vllmAmd()
{
    return {"vllm-amd", Platform::Amd, joined({stepEntries(), layerEntries(), expertEntries(), cijkGemms()})};
}

} // namespace lamella::test
