// SPDX-License-Identifier: GPL-3.0-or-later
// AMD: SGLang with aiter, vLLM with composable kernels and Triton. Some names are recorded mangled there.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

namespace {

constexpr std::string_view kAiterNorm =
    "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib";
constexpr std::string_view kAiterAddNorm =
    "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib";
constexpr std::string_view kAiterHeadNorm =
    "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib";
constexpr std::string_view kCkNorm = "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rmsnorm2dFwdPipelineOnePassINS_"
                                     "27Rmsnorm2dFwdPipelineProblemIDF16bDF16bfDF16bEEEEEEEEvT_";
constexpr std::string_view kCkAddNorm = "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rmsnorm2dFwdPipelineOnePassINS_"
                                        "33Rmsnorm2dFwdPipelineAddProblemIDF16bDF16bfDF16bEEEEEEEEvT_";
constexpr std::string_view kMappedRoutine =
    "void rocprim::ROCPRIM_400200_NS::detail::trampoline_kernel<rocprim::ROCPRIM_400200_NS::detail::wrapped_scan_config<"
    "rocprim::ROCPRIM_400200_NS::default_config, long> >(long*, long const*, unsigned long)";

Entries cijkGemms()
{
    return {
        {Role::Gemm, Decode,
            {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x32x256_MI16x16x1_SN_LDSB1_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM1"}},
        {Role::Gemm, Decode,
            {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT16x32x512_MI16x16x1_SN_LDSB1_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM4"}},
        {Role::Gemm, Decode,
            {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT32x32x256_MI16x16x1_SN_LDSB1_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM8"}},
        {Role::Gemm, Decode, {"wv_splitk_small_fp16_bf16_kernel", "wv_splitk_reduce_kernel"}},
        {Role::Gemm, Prefill,
            {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x192x64_MI16x16x1_SN_LDSB1_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM1"}},
        {Role::Gemm, Prefill,
            {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT160x256x64_MI16x16x1_SN_LDSB1_AFC1_AFEM1_ASEM1_CLR1_CADS0_GRPM1"}},
    };
}

Entries sglangEntries()
{
    return {
        {Role::Prepare, Always,
            {"void (anonymous namespace)::resolve_future_token_ids_kernel<long>(long*, long const*, unsigned long)",
                "void (anonymous namespace)::clamp_position_kernel<long>(long*, long const*, unsigned long)", kDeviceToHost,
                kMappedRoutine, "create_flashinfer_kv_indices_triton"}},
        {Role::Embedding, Always, {kGather}},
        {Role::FirstNorm, Always, {kAiterNorm}},
        {Role::AddNorm, Always, {kAiterAddNorm}},
        {Role::ReduceAddNorm, Always,
            {"void aiter::allreduce_fusion_kernel_1stage<__hip_bfloat16, 8, 256>(aiter::AllReduceFusionParams)"}},
        {Role::FusedInputNorm, Always, {"_fused_rms_mxfp4_quant_kernel"}},
        {Role::QkNorm, Always, {kCopyBf16, kAiterHeadNorm, kCopyBf16, kAiterHeadNorm}},
        {Role::QkNorm, Always, {}},
        {Role::Rope, Always,
            {"void rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, c10::BFloat16*, c10::BFloat16 "
             "const*, int, long, long, long, int, int, int)"}},
        {Role::KvStore, Always,
            {"void (anonymous namespace)::store_kvcache<2048l, 4, false, long>((anonymous namespace)::StoreKVCacheParams)"}},
        {Role::RopeAndStore, Always, {"_ZN5aiter29fused_qk_rope_cat_and_cache_kIDF16bDF16bLi128EEEvPT_PT0_PKli"}},
        {Role::Attention, Decode,
            {"void paged_attention_ll4mi_QKV_mfma16_kernel<0, __hip_bfloat16, __hip_bfloat16, (vllm::Fp8KVCacheDataType)0, "
             "1, 128, 256, false, 4, 1>(__hip_bfloat16 const*, __hip_bfloat16 const*, __hip_bfloat16 const*, float)",
                "void paged_attention_ll4mi_reduce_kernel<__hip_bfloat16, __hip_bfloat16, 128, 128, 256, 3, false>"
                "(__hip_bfloat16*, float const*, float const*)"}},
        {Role::Attention, Prefill, {"_ZN5aiter26fmha_fwd_hd128_bf16_causalE"}},
        {Role::AllReduce, Always,
            {"void aiter::cross_device_reduce_1stage<__hip_bfloat16, 8>(aiter::RankData*, aiter::RankSignals, "
             "aiter::Signal*, __hip_bfloat16*, int, int)"}},
        {Role::Activation, Always,
            {"_ZN7sgl_hip10activation18act_and_mul_kernelI14__hip_bfloat16TnPFT_RKS3_EXadL_Z4siluIS2_ES3_S5_EEEEvPS3_PS4_i"}},
        {Role::Router, Always,
            {"_ZN5aiter19grouped_topk_kernelIDF16bfLi8ELb1ELb1EEEvPT_PKT0_Pfiiiiif",
                "void ck_tile::MoeSortingKernel<ck_tile::MoeSortingProblem<int, float> >(ck_tile::MoeSortingKargs)"}},
        {Role::ExpertGemm, Always, {"_ZN5aiter47fmoe_stage1_bf16_pertokenFp8_blockscale_g1u1_64x256E"}},
        {Role::ExpertActivation, Always, {}},
        {Role::ExpertGemmDown, Always, {"_ZN2ck28kernel_moe_gemm_2lds_xdl_cshuffleILb1ELi1ELi2EEEvT_"}},
        {Role::ExpertSum, Always, {}},
        {Role::Dispatch, Always,
            {"void mori::moe::EpDispatchIntraNodeKernel<hip_bfloat16>(mori::moe::EpDispatchCombineArgs<hip_bfloat16>)"}},
        {Role::Combine, Always,
            {"void mori::moe::EpCombineIntraNodeKernel<hip_bfloat16>(mori::moe::EpDispatchCombineArgs<hip_bfloat16>)"}},
        {Role::SharedAdd, Always, {kAddBf16}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax, kDeviceToDevice, kDeviceToDevice}},
    };
}

Entries vllmEntries()
{
    return {
        {Role::Prepare, Always, {kDeviceToDevice, kDeviceToDevice, kHostToDevice, kHostToDevice, kFillInt, kDeviceToDevice}},
        {Role::Embedding, Always, {"triton_poi_fused_embedding_0"}},
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
        {Role::LastToken, Always, {kIndexRows}},
        {Role::Logits, Always, {}},
        {Role::Sampling, Always, {kToFloat, kSoftmax, kArgMax, kDeviceToHost}},
    };
}

Entries joined(Entries first, const Entries &second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace

Vocabulary sglangAmd()
{
    return {"sglang-amd", Platform::Amd, joined(sglangEntries(), cijkGemms())};
}
Vocabulary vllmAmd()
{
    return {"vllm-amd", Platform::Amd, joined(vllmEntries(), cijkGemms())};
}

} // namespace lamella::test
