// SPDX-License-Identifier: GPL-3.0-or-later
// vLLM on NVIDIA, compiled and eager.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kRadixSort =
    "void at_cuda_detail::cub::DeviceRadixSortOnesweepKernel<at_cuda_detail::cub::DeviceRadixSortPolicy<float, long, "
    "int>::Policy900, true, float, long, int, int, at_cuda_detail::cub::detail::identity_decomposer_t>(int*, int*, int*, int "
    "const*, "
    "float*, float const*, long*, long const*, int, int, int)";

// Before and after the layers.
Entries stepEntries()
{
    return {
        {Role::Prepare, Always, {kHostToDevice, kDeviceToDevice, kHostToDevice, "_compute_slot_mapping_kernel", kFillInt}},
        {Role::Embedding, Always, {"triton_poi_fused_embedding_0"}},
        {Role::Embedding, Always, {kIndexSelect}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax, kDeviceToDevice, kDeviceToHost}},
        {Role::Sampling, Always, {kDivide, kRadixSort, kSoftmax, kArgMax, kDeviceToHost}},
    };
}

// Norms, attention and dense MLP.
Entries layerEntries()
{
    return {
        {Role::FirstNorm, Always, {"triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_0"}},
        {Role::AddNorm, Always,
            {"void vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, c10::BFloat16*, long, c10::BFloat16 "
             "const*, float, int, int)"}},
        {Role::AddNorm, Always, {"triton_red_fused__to_copy_add_mean_mul_pow_rsqrt_2"}},
        {Role::FusedInputNorm, Always, {"triton_red_fused__to_copy_add_clone_mean_mul_pow_rsqrt_slice_split_5"}},
        {Role::FusedInputNorm, Always,
            {"void vllm::rms_norm_static_fp8_quant_kernel<c10::BFloat16, c10::Float8_e4m3fn>(c10::Float8_e4m3fn*, "
             "c10::BFloat16 const*, int, c10::BFloat16 const*, float const*, float, int, int)"}},
        {Role::QkNorm, Always, {}},
        {Role::QkNorm, Always, {"triton_per_fused__to_copy_mean_mul_pow_rsqrt_split_view_1"}},
        {Role::Rope, Always,
            {"void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, c10::BFloat16*, "
             "c10::BFloat16 const*, int, long, long, long, int, int, int)"}},
        {Role::Rope, Always, {"triton_poi_fused_cat_mul_split_sub_view_3"}},
        {Role::KvStore, Always,
            {"void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, (vllm::Fp8KVCacheDataType)0>"
             "(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*, __nv_bfloat16*, long const*, long, long, int)"}},
        {Role::RopeAndStore, Always,
            {"void vllm::concat_and_cache_rope_fused_kernel<c10::BFloat16, true>(c10::BFloat16*, c10::BFloat16*, int)"}},
        {Role::Attention, Decode, {kFlashAttention3Split, kFlashCombine}},
        {Role::Attention, Decode, {"kernel_unified_attention_3d", "reduce_segments"}},
        {Role::Attention, Prefill, {kFlashAttention3}},
        {Role::Attention, Prefill, {"kernel_unified_attention_2d"}},
        {Role::AllReduce, Always,
            {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*, vllm::RankSignals, "
             "vllm::Signal*, __nv_bfloat16*, int, int)"}},
        {Role::AllReduce, Always, {"multimem_all_reduce_kernel<__nv_bfloat16, 16>"}},
        {Role::Activation, Always,
            {"void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 vllm::silu_kernel<c10::BFloat16>"
             "(c10::BFloat16 const&)), true>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::Activation, Always, {"triton_poi_fused_mul_silu_slice_1"}},
    };
}

// Experts.
Entries expertEntries()
{
    return {
        {Role::Router, Always,
            {"void vllm::moe::topkGating<8, 128, 4, 16, 32, int, __nv_bfloat16, (vllm::moe::ScoringFunc)0>(__nv_bfloat16 "
             "const*, bool const*, float*, int, int*, int*, int, int, int, bool)",
                "void vllm::moe::moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, int, unsigned "
                "long, int*)",
                "void vllm::moe::count_and_sort_expert_tokens_kernel<int>(int const*, int*, int*, unsigned long, int)"}},
        {Role::ExpertGemm, Always, {"fused_moe_kernel"}},
        {Role::ExpertActivation, Always,
            {"void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 vllm::silu_kernel<c10::BFloat16>"
             "(c10::BFloat16 const&)), true>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::ExpertGemmDown, Always, {"fused_moe_kernel"}},
        {Role::ExpertSum, Always,
            {"void vllm::moe::moe_sum_kernel<c10::BFloat16, 8>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::Dispatch, Always,
            {"void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*, int*, long*, float*, int*, int)"}},
        {Role::Combine, Always, {"void deep_ep::intranode::combine<__nv_bfloat16, 8, 768, 4096>(__nv_bfloat16*, float*, int)"}},
        {Role::SharedAdd, Always, {"triton_poi_fused_add_4"}},
    };
}

} // namespace

Vocabulary vllmNvidia()
{
    return {"vllm-nvidia", Platform::Nvidia, joined({stepEntries(), layerEntries(), expertEntries(), cublasGemms()})};
}

} // namespace lamella::test
