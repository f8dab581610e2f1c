// SPDX-License-Identifier: GPL-3.0-or-later
// What engines add for MLA (low-rank attention, FP8, draft layers) and for hyper-connections with mixed attention types.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kGroupQuant = "void per_token_group_quant_8bit_kernel<c10::BFloat16, c10::Float8_e4m3fn, true, false, "
                                         "float, 16>(c10::BFloat16 const*, void*, "
                                         "float*, int, int, int, float, float, float, int)";
constexpr std::string_view kSplitKvMla =
    "void sm90::decode::dense::flash_fwd_splitkv_mla_kernel<Flash_fwd_mla_traits<cutlass::bfloat16_t>, 1>(DenseAttnDecodeParams)";
constexpr std::string_view kMlaCombine =
    "void smxx::decode::flash_fwd_mla_combine_kernel<cutlass::bfloat16_t, 512, 8, 64, 256>(CombineParams)";
constexpr std::string_view kSparseMla =
    "void sm90::decode::sparse_fp8::flash_fwd_splitkv_mla_fp8_sparse_kernel<(ModelType)1, 64>(SparseAttnDecodeParams)";

Entries nvidiaLatentEntries()
{
    return {
        {Role::Quantize, Always, {kGroupQuant}},
        {Role::LatentNorm, Always,
            {"void sgl_kernel::fused_qk_latent_rmsnorm_kernel<__nv_bfloat16, 1536, 512>(sgl_kernel::LatentNormParams)"}},
        {Role::LatentBmm, Decode, {"nvjet_tst_64x16_64x13_2x1_v_badd_bz_NNT"}},
        {Role::LatentBmm, Prefill, {"nvjet_tst_128x128_64x6_2x1_v_badd_bz_NNT"}},
        {Role::LatentStore, Always, {"set_mla_kv_buffer_kernel"}},
        {Role::LatentStore, Always,
            {"void vllm::concat_and_cache_mla_kernel<__nv_bfloat16, __nv_bfloat16, (vllm::Fp8KVCacheDataType)0>"
             "(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*, long const*, int, int, int, int)"}},
        {Role::LatentAttention, Decode, {kSplitKvMla, kMlaCombine}},
        {Role::LatentAttention, Decode,
            {"fmhaSm100fKernel_QkvBfloat16OBfloat16HQk576HV512HVPerCta256PagedKvDenseStaticTokenSparseP1MultiCtasKv"
             "VarSeqQ16Kv128StaticKeepsAbForGen"}},
        {Role::LatentAttention, Prefill,
            {"void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::"
             "CollectiveMainloopFwdSm90<2, cute::tuple<cute::C<128>, cute::C<112>, cute::C<192> >, 128, "
             "cutlass::bfloat16_t, float, cutlass::arch::Sm90, true> > > >(flash::Params)"}},
        {Role::DraftInput, Always,
            {"void flashinfer::norm::RMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, __nv_bfloat16*, "
             "unsigned int, unsigned int, unsigned int, float, float)",
                "void flashinfer::norm::RMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*, __nv_bfloat16*, __nv_bfloat16*, "
                "unsigned int, unsigned int, unsigned int, float, float)",
                kConcat, "nvjet_tst_128x16_64x11_2x1_v_bz_TNT"}},
    };
}

Entries amdLatentEntries()
{
    return {
        {Role::Quantize, Always, {"_ZN5aiter37dynamic_per_group_scaled_quant_kernelIDF16bDv2_hLi32EEEvPT0_PfPKT_PKfiil"}},
        {Role::LatentNorm, Always, {"_fused_rms_fp8_group_quant_kernel"}},
        {Role::LatentBmm, Always, {"_batched_gemm_a8w8_a_per_token_group_prequant_w_per_batched_tensor_quant_kernel"}},
        {Role::LatentStore, Always, {"_fused_qk_rope_cat_and_cache_mla_kernel"}},
        {Role::LatentAttention, Decode, {"_ZN5aiter36mla_dec_stage1_bf16_a16w16_subQ16_mqa16E", "_fwd_kernel_stage2_asm"}},
        {Role::LatentAttention, Prefill, {"_ZN5aiter36fmha_fwd_hd192_hd128_bf16_causal_rtzE"}},
        {Role::DraftInput, Always,
            {"_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib",
                "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib",
                kConcat, "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x64x256_MI16x16x1_SN_LDSB1_AFC1"}},
    };
}

} // namespace

Entries latentEntries(Platform platform)
{
    return platform == Platform::Nvidia ? nvidiaLatentEntries() : amdLatentEntries();
}

Entries hyperConnectionEntries()
{
    return {
        {Role::Quantize, Always, {kGroupQuant}},
        {Role::LatentNorm, Always, {"fused_norm_rope_kernel"}},
        {Role::LatentBmm, Always, {"void deep_gemm::sm90_bf16_bmm_impl<128u, 64u, 64u, 8u>(deep_gemm::BmmParams)"}},
        {Role::LatentStore, Always, {"fused_store_flashmla_cache_kernel"}},
        {Role::HyperBegin, Always, {"mhc_pre_gemm_sqrsum_tilelang_kernel", "mhc_pre_big_fuse_tilelang_kernel"}},
        {Role::HyperBegin, Always, {"_hc_mix_stats_kernel", "_hc_mix_reduce_sinkhorn_kernel"}},
        {Role::HyperEnd, Always, {"mhc_post_tilelang_kernel"}},
        {Role::HyperEnd, Always, {"_hc_combine_kernel"}},
        {Role::HyperExpand, Always,
            {"void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::"
             "direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const> >(int, long)"}},
        {Role::HyperHead, Always, {"_hc_head_fuse_kernel"}},
        {Role::AttentionCsa, Decode,
            {"deepseek_rope_indexer_q_kernel",
                "void fast_hadamard_transform_kernel<fast_hadamard_transform_kernel_traits<128, 7, c10::BFloat16> "
                ">(HadamardParamsBase)",
                "fused_store_indexer_cache_kernel",
                "void deep_gemm::sched::smxx_paged_mqa_logits_metadata<32u, 256u, 132u>(unsigned int, unsigned int*)",
                "void deep_gemm::sm90_fp8_paged_mqa_logits<1u, 64u, 128u, 64u>(unsigned int, unsigned long)",
                "topk_transform_512_kernel", "c4_decode_compress_kernel", kSparseMla, kMlaCombine}},
        {Role::AttentionCsa, Prefill,
            {"deepseek_rope_indexer_q_kernel",
                "void fast_hadamard_transform_kernel<fast_hadamard_transform_kernel_traits<128, 7, c10::BFloat16> "
                ">(HadamardParamsBase)",
                "fused_store_indexer_cache_kernel", "void deep_gemm::sm90_fp8_mqa_logits<32u, 128u, 64u>(unsigned int)",
                "topk_transform_prefill_kernel", "c4_prefill_compress_kernel",
                "void sm90::fwd::sparse_attn_fwd_kernel<512, true>(SparsePrefillParams)"}},
        {Role::AttentionHca, Decode,
            {"c128_decode_compress_kernel",
                "void sm90::decode::dense::flash_fwd_splitkv_hca_kernel<cutlass::bfloat16_t, 512>(DenseAttnDecodeParams)"}},
        {Role::AttentionHca, Prefill,
            {"c128_prefill_compress_kernel",
                "void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90Hca<512> > >(flash::Params)"}},
        {Role::AttentionSwa, Decode, {"flash_attn_swa_sink_decode_kernel"}},
        {Role::AttentionSwa, Prefill, {"flash_attn_swa_sink_prefill_kernel"}},
        {Role::HashRouter, Always,
            {"hash_topk_router_kernel",
                "void moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, "
                "unsigned long, int*)"}},
    };
}

} // namespace lamella::test
