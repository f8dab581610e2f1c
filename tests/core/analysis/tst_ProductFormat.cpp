// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ProductFormat.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

class tst_ProductFormat : public QObject {
    Q_OBJECT
private slots:
    void names_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("format");
        const auto row = [](const char *name, const char *format) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(format);
        };
        row("void deep_gemm::sm90_fp8_gemm_1d2d_impl<7168u, 2048u>(float*, int*)", "fp8");
        row("nvjet_tst_128x24_64x11_2x1_v_bz_TNT", "bf16");
        row("nvjet_hsh_192x192_64x4_1x2_h_bz_coopB_TNT", "fp16");
        row("nvjet_sm100_qqtst_128x128_128x6_1x2_h_bz", "fp8");
        row("nvjet_qkv", "");
        row("nvjet_down_proj", "");
        row("ampere_sgemm_128x64_tn", "fp32");
        row("sm80_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x128x16_stage4", "tf32");
        row("sm90_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n_tilesize64x64x128_warpgroupsize1x1x1", "fp8");
        row("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x16_stage4", "tf32");
        row("sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_"
            "cublas",
            "tf32");
        row("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize64x64x8_stage3", "fp32");
        row("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1", "bf16");
        row("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x32x64_MI16x16x1_SN", "bf16");
        row("void gemv2T_kernel_val<int, int, __nv_bfloat16, __nv_bfloat16, __nv_bfloat16, float, 128>(int)", "bf16");
        row("gemm_tf32", "tf32");
        row("fused_moe_kernel", "");
    }
    void names()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, format);
        const std::string_view found = productFormatOfName(name.toStdString());
        QCOMPARE(QByteArray(found.data(), static_cast<qsizetype>(found.size())), format);
    }
};

LAMELLA_TEST(tst_ProductFormat)
#include "tst_ProductFormat.moc"
