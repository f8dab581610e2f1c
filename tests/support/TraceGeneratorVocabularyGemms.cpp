// SPDX-License-Identifier: GPL-3.0-or-later
// GEMM tiles of the vendors' libraries, and putting entries together.
#include "tests/support/TraceGeneratorNames.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

using namespace names;
using enum When;

Entries cublasGemms()
{
    return {
        {Role::Gemm, Decode, {"nvjet_tst_64x8_64x16_4x1_v_bz_TNT"}},
        {Role::Gemm, Decode,
            {"nvjet_tst_128x16_64x11_2x1_v_bz_splitK_TNT",
                "void cublasLt::splitKreduce_kernel<32, 16, int, "
                "__nv_bfloat16, __nv_bfloat16, float, __nv_bfloat16, true, false, false>(cublasLt::cublasSplitKParams<float>)"}},
        {Role::Gemm, Decode, {"nvjet_tst_192x8_64x10_1x2_h_bz_TNT"}},
        {Role::Gemm, Decode,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_"
             "cublas"}},
        {Role::Gemm, Decode, {"nvjet_tst_320x32_64x6_2x1_v_bz_TNT"}},
        {Role::Gemm, Prefill, {"nvjet_tst_128x256_64x4_2x1_v_bz_coopA_TNT"}},
        {Role::Gemm, Prefill, {"nvjet_tst_256x128_64x4_1x2_h_bz_coopA_TNT"}},
        {Role::Gemm, Prefill,
            {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_"
             "cublas"}},
    };
}

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

Entries joined(const std::vector<Entries> &parts)
{
    Entries all;
    for (const Entries &part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace lamella::test
