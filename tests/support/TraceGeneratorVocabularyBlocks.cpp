// SPDX-License-Identifier: GPL-3.0-or-later
// What engines add for layers that mix tokens in other ways than full attention (linear attention, Mamba, sliding windows), for
// ranks of a pipeline, and for attention over a cached prefix.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

// Triton kernels of the flash-linear-attention library and of Mamba: the same names on every platform.
Entries linearEntries()
{
    return {
        {Role::LinearPrepare, Always, {"fused_qkvzba_split_reshape_cat_kernel"}},
        {Role::LinearPrepare, Always, {"_split_qkv_gating_kernel", kCopyBf16}},
        {Role::LinearConv, Decode, {"_causal_conv1d_update_kernel"}},
        {Role::LinearConv, Prefill, {"_causal_conv1d_fwd_kernel"}},
        {Role::LinearScan, Decode, {"fused_gdn_gating_kernel", "fused_recurrent_gated_delta_rule_fwd_kernel"}},
        {Role::LinearScan, Decode, {"fused_sigmoid_gating_delta_rule_update_kernel"}},
        {Role::LinearScan, Prefill,
            {"fused_gdn_gating_kernel", "l2norm_fwd_kernel", "l2norm_fwd_kernel", "chunk_local_cumsum_scalar_kernel",
                "chunk_scaled_dot_kkt_fwd_kernel", "merge_16x16_to_64x64_inverse_kernel", "recompute_w_u_fwd_kernel",
                "chunk_gated_delta_rule_fwd_kernel_h_blockdim64", "chunk_fwd_kernel_o"}},
        {Role::KdaScan, Decode, {"fused_kda_gate_kernel", "fused_recurrent_kda_fwd_kernel"}},
        {Role::KdaScan, Prefill,
            {"kda_gate_fwd_kernel", "l2norm_fwd_kernel", "l2norm_fwd_kernel", "chunk_local_cumsum_vector_kernel",
                "chunk_kda_scaled_dot_kkt_fwd_kernel_intra_sub_inter", "merge_16x16_to_64x64_inverse_kernel",
                "recompute_w_u_fwd_kernel", "chunk_gated_delta_rule_fwd_kernel_h_blockdim64", "chunk_gla_fwd_kernel_o"}},
        {Role::LinearNorm, Always, {"_layer_norm_fwd_1pass_kernel"}},
        {Role::LinearNorm, Always, {"layer_norm_gated_fwd_kernel"}},
        {Role::MambaConv, Decode, {"_causal_conv1d_update_kernel"}},
        {Role::MambaConv, Prefill, {"_causal_conv1d_fwd_kernel"}},
        {Role::MambaScan, Decode, {"_selective_scan_update_kernel"}},
        {Role::MambaScan, Prefill,
            {"_chunk_cumsum_fwd_kernel", "_chunk_state_fwd_kernel", "_state_passing_fwd_kernel", "_bmm_chunk_fwd_kernel",
                "_chunk_scan_fwd_kernel"}},
        {Role::SquaredActivation, Always,
            {"void vllm::activation_kernel<c10::BFloat16, &(c10::BFloat16 vllm::relu_squared_kernel<c10::BFloat16>(c10::BFloat16 "
             "const&))>(c10::BFloat16*, c10::BFloat16 const*, int)"}},
        {Role::SquaredActivation, Always, {"triton_poi_fused_mul_relu_0"}},
        {Role::AttentionMerge, Always,
            {"void vllm::merge_attn_states_kernel<c10::BFloat16, 128u, true>(c10::BFloat16*, float*, c10::BFloat16 const*, float "
             "const*, c10::BFloat16 const*, float const*, unsigned int, unsigned int, unsigned int)"}},
        {Role::AttentionMerge, Always, {"merge_state_kernel"}},
        {Role::EmbeddingScale, Always, {"triton_poi_fused_embedding_mul_1"}},
        {Role::EmbeddingScale, Always,
            {"void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<c10::BFloat16, c10::BFloat16, "
             "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int, "
             "at::native::AUnaryFunctor, std::array<char*, 2ul>)"}},
    };
}

Entries nvidiaEntries()
{
    return {
        {Role::SlidingAttention, Decode,
            {"void "
             "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
             "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, 128, "
             "cutlass::bfloat16_t, float, cutlass::arch::Sm90, false, true, false, true, true, true> > > >(flash::Params)"}},
        {Role::SlidingAttention, Decode,
            {"void flashinfer::BatchDecodeWithPagedKVCacheKernel<(flashinfer::PosEncodingMode)0, 2u, 4u, 8u, 16u, 4u, 1u, "
             "flashinfer::DefaultAttention<false, true, true, false>, flashinfer::BatchDecodeParams<__nv_bfloat16, "
             "__nv_bfloat16, "
             "__nv_bfloat16, int> >(flashinfer::BatchDecodeParams)"}},
        {Role::SlidingAttention, Prefill,
            {"void "
             "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2, "
             "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<128>, cute::C<96>, cute::C<128> >, 128, "
             "cutlass::bfloat16_t, float, cutlass::arch::Sm90, false, true, false, true, true, false> > > >(flash::Params)"}},
        {Role::PeerToPeer, Always, {"ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"}},
    };
}

Entries amdEntries()
{
    return {
        {Role::SlidingAttention, Decode,
            {"_ZN5aiter36paged_attention_ragged_sliding_window_kernelIDF16bDF16bLi16ELi128EEEvPKT_PKT0_S3_PS1_ii"}},
        {Role::SlidingAttention, Decode, {"_fwd_grouped_kernel_stage1_sliding", "_fwd_kernel_stage2"}},
        {Role::SlidingAttention, Prefill, {"_ZN5aiter34fmha_fwd_hd128_bf16_swa_causal_rtzE"}},
        {Role::PeerToPeer, Always, {"ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)"}},
        {Role::PeerToPeer, Always, {"ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)"}},
    };
}

} // namespace

Entries blockEntries(Platform platform)
{
    return joined({linearEntries(), platform == Platform::Amd ? amdEntries() : nvidiaEntries()});
}

} // namespace lamella::test
