// SPDX-License-Identifier: GPL-3.0-or-later
// SGLang on NVIDIA.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kTopKTopP =
    "void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024u, (cub::CUB_200700_900_NS::BlockScanAlgorithm)2, "
    "(cub::CUB_200700_900_NS::BlockReduceAlgorithm)2, 4u, true, float, int>(float*, int*, float*, int*, int*, float, float, "
    "unsigned "
    "int, unsigned long, unsigned long)";
constexpr std::string_view kOneShot =
    "void sglang::cross_device_reduce_1stage<__nv_bfloat16, 2>(sglang::RankData*, sglang::RankSignals, sglang::Signal*, "
    "__nv_bfloat16*, int, int)";
constexpr std::string_view kBatchDecode =
    "void flashinfer::BatchDecodeWithPagedKVCacheKernel<(flashinfer::PosEncodingMode)0, 2u, 4u, 8u, 16u, 4u, 1u, "
    "flashinfer::DefaultAttention<false, false, false, false>, flashinfer::BatchDecodeParams<__nv_bfloat16, __nv_bfloat16, "
    "__nv_bfloat16, int> >(flashinfer::BatchDecodeParams)";
constexpr std::string_view kMergeStates = "void flashinfer::PersistentVariableLengthMergeStatesKernel<8u, 16u, 8u, 4u, float, "
                                          "__nv_bfloat16, int>(float*, float*, int*, "
                                          "__nv_bfloat16*, float*, unsigned int, unsigned int*, unsigned int)";
constexpr std::string_view kBatchPrefill =
    "void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::KernelTraits<(flashinfer::MaskMode)1, 128u, 2u, 8u, 8u, 8u, "
    "4u, 1u, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, int> >(flashinfer::PagedParams)";

// Before and after the layers.
Entries stepEntries()
{
    return {
        {Role::Prepare, Always,
            {kHostToDevice, kHostToDevice, "_ZN6sglang24resolve_future_token_idsEPlPKlm", kAddLong, kDeviceToDevice,
                "create_flashinfer_kv_indices_triton"}},
        {Role::Prepare, Prefill,
            {kHostToDevice, kHostToDevice, "write_req_to_token_pool_triton", "compute_position_kernel", kArange,
                "create_flashinfer_kv_indices_triton"}},
        {Role::Embedding, Always, {kGather}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax, kDeviceToDevice, kDeviceToHost}},
        {Role::Sampling, Always, {kDivide, kSoftmax, kTopKTopP, kDeviceToHost}},
    };
}

// Norms, attention and dense MLP.
Entries layerEntries()
{
    return {
        {Role::FirstNorm, Always,
            {"void flashinfer::norm::RMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, __nv_bfloat16*, "
             "unsigned int, unsigned int, unsigned int, float, float)"}},
        {Role::AddNorm, Always,
            {"void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, "
             "__nv_bfloat16*, unsigned int, unsigned int, unsigned int, float, float)"}},
        {Role::ReduceAddNorm, Always,
            {"void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<"
             "(flashinfer::trtllm_allreduce_fusion::AllReduceFusionPattern)1, __nv_bfloat16, 4, true, true>"
             "(flashinfer::trtllm_allreduce_fusion::AllReduceFusionParams<__nv_bfloat16>)"}},
        {Role::FusedInputNorm, Always, {"_fused_residual_norm_qkv_scale_kernel"}},
        {Role::FusedInputNorm, Always,
            {"void sgl_kernel::mnnvl::twoshot_ar_residual_ln_kernel<__nv_bfloat16, 8>(sgl_kernel::mnnvl::Params)"}},
        {Role::QkNorm, Always, {}},
        {Role::QkNorm, Always,
            {"void flashinfer::norm::QKRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, float, unsigned int)"}},
        {Role::Rope, Always,
            {"void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheEnhancedKernel<true, 128u, 8u, 16u, __nv_bfloat16, "
             "long>(__nv_bfloat16*, __nv_bfloat16*, float*, long*, unsigned int)"}},
        {Role::KvStore, Always,
            {"void (anonymous namespace)::store_kvcache<2048l, 4, false, long>((anonymous namespace)::StoreKVCacheParams)"}},
        {Role::RopeAndStore, Always,
            {"void sgl_kernel::fused_qk_rope_set_kv_buffer_kernel<128, __nv_bfloat16, long>(sgl_kernel::RopeKvParams)"}},
        {Role::Attention, Decode, {kFlashAttention3Split, kFlashCombine}},
        {Role::Attention, Decode, {kBatchDecode, kMergeStates}},
        {Role::Attention, Decode, {kBatchDecode}},
        {Role::Attention, Prefill, {kFlashAttention3}},
        {Role::Attention, Prefill, {kBatchPrefill}},
        {Role::AllReduce, Always, {kOneShot}},
        {Role::AllReduce, Always, {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::Activation, Always,
            {"void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16, &(float silu<float>(float const&))>"
             "(__nv_bfloat16*, __nv_bfloat16 const*, int)"}},
    };
}

// Experts.
Entries expertEntries()
{
    return {
        {Role::Router, Always,
            {"void topkGatingSoftmax<__nv_bfloat16, 8, 128, 4, 16>(__nv_bfloat16 const*, bool const*, float*, int, int*, "
             "int, int, int, bool)",
                "void moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, unsigned long, int*)",
                "void count_and_sort_expert_tokens_kernel<int>(int const*, int*, int*, unsigned long)"}},
        {Role::Router, Always,
            {"void moe_fused_gate_kernel<cutlass::bfloat16_t, cutlass::AlignedArray<cutlass::bfloat16_t, 32>, 32, 256, 8, "
             "1, 8, 6, 6>(void*, void*, float*, int*, long, long, long, double)",
                "void moe_align_block_size_small_batch_expert_kernel<int>(int const*, int*, int*, int*, int, int, unsigned "
                "long)"}},
        {Role::ExpertGemm, Always, {"fused_moe_kernel"}},
        {Role::ExpertActivation, Always,
            {"void sgl_kernel::activation::act_and_mul_kernel<__nv_bfloat16, silu>(__nv_bfloat16*, "
             "__nv_bfloat16 const*, int)"}},
        {Role::ExpertGemmDown, Always, {"fused_moe_kernel"}},
        {Role::ExpertSum, Always, {"_moe_sum_reduce_kernel"}},
        {Role::Dispatch, Always,
            {"void deep_ep::internode_ll::dispatch<true, 4096>(void*, float*, int*, long*, int*, int*, void*, int, int)"}},
        {Role::Combine, Always,
            {"void deep_ep::internode_ll::combine<4096, 9>(void*, void*, int*, void const*, long const*, float const*, "
             "int const*, int, int)"}},
        {Role::SharedAdd, Always, {kAddBf16}},
    };
}

} // namespace

Vocabulary sglangNvidia()
{
    return {"sglang-nvidia", Platform::Nvidia, joined({stepEntries(), layerEntries(), expertEntries(), cublasGemms()})};
}

} // namespace lamella::test
