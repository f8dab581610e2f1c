// SPDX-License-Identifier: GPL-3.0-or-later
// SGLang with aiter on AMD. Some names are recorded mangled there.
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
constexpr std::string_view kMappedRoutine =
    "void rocprim::ROCPRIM_400200_NS::detail::trampoline_kernel<rocprim::ROCPRIM_400200_NS::detail::wrapped_scan_config<"
    "rocprim::ROCPRIM_400200_NS::default_config, long> >(long*, long const*, unsigned long)";

// Before and after the layers.
Entries stepEntries()
{
    return {
        {Role::Prepare, Always,
            {"void (anonymous namespace)::resolve_future_token_ids_kernel<long>(long*, long const*, unsigned long)",
                "void (anonymous namespace)::clamp_position_kernel<long>(long*, long const*, unsigned long)", kDeviceToHost,
                kMappedRoutine, "create_flashinfer_kv_indices_triton"}},
        {Role::Embedding, Always, {kGather}},
        {Role::LastToken, Prefill, {kIndexRows}},
        {Role::Logits, Always, {kToFloat}},
        {Role::Sampling, Always, {kArgMax, kDeviceToDevice, kDeviceToDevice}},
    };
}

// Norms, attention and dense MLP.
Entries layerEntries()
{
    return {
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
    };
}

// Experts.
Entries expertEntries()
{
    return {
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
    };
}

} // namespace

Vocabulary sglangAmd()
{
    return {"sglang-amd", Platform::Amd, joined({stepEntries(), layerEntries(), expertEntries(), cijkGemms()})};
}

} // namespace lamella::test
