// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture shows of passes that it cuts, and what looks like their ends without being any: pauses, numbered names.
// Training that it cuts in its backward pass. Letters as in NamedKernels.h.
#include "tests/core/analysis/segmentation/NamedKernels.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

class TestCutPasses : public QObject {
    Q_OBJECT
private slots:
    void pausesWithinOnePass();
    void pausesBetweenPasses();
    void theEndOfAPassAlone();
    void beginsInALayerThatCopies();
    void theEndOfAPassBeforeASinglePass();
    void whatStandsBetweenTwoPasses();
    void theEndOfATargetBeforeDrafts();
    void aPauseBeforeTheChoice();
    void aLostProductBeforeAttention();
    void compiledBlocksOfTwoKinds();
    void anEncoderBeforeSteps();
    void anEncoderThatTheCaptureCuts();
    void lostNormsOfStateSpaceLayers();
    void workOfAnotherNetworkAtTheFront();
    void numberedNames();
    void gradientsOfTheLastProduct();
    void workBehindTheBackwardPass();
    void beginsInARecomputedLayer();
    void endsInALayerOfABackwardPass();
};

namespace {

constexpr int kLayers = 8;
const QString kLayer =
    QStringLiteral("rms_norm_kernel qkv_gemm_cutlass rotary_embedding_kernel flash_fwd_kernel o_proj_gemm_cutlass "
                   "fused_add_rms_norm_kernel gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass");
const QString kForward = QStringLiteral("_rms_norm_forward_kernel g _triton_rope flash_fwd_kernel g _residual_add "
                                        "_rms_norm_forward_kernel g _swiglu_forward_kernel g _residual_add");
const QString kBackward =
    QStringLiteral("w n _swiglu_backward_kernel w n _rms_norm_backward_kernel w n flash_bwd_dot_do_o_kernel "
                   "flash_bwd_dq_dk_dv_kernel _triton_rope w n _rms_norm_backward_kernel");
const QString kLoss = QStringLiteral("_rms_norm_forward_kernel g liger_cross_entropy_kernel element_mul_kernel");
const QString kOptimizer = QStringLiteral("multi_tensor_apply_kernel<FusedAdam> multi_tensor_apply_kernel<FusedAdam>");

// Names, of which single letters stand for those of NamedKernels.h.
Kernels &add(Kernels &kernels, const QString &text, int times = 1)
{
    for (int t = 0; t < times; ++t)
        for (const QString &name : text.split(QLatin1Char(' ')))
            name.size() == 1 ? kernels.letters(name) : kernels.add(name);
    return kernels;
}

// "f8 b8 o0": stage and layers of each pass.
QString stages(const Segmentation &found)
{
    QStringList words;
    for (const Pass &pass : found.devices.front().passes)
        words << QLatin1Char(pass.stage == Stage::Forward ? 'f'
                         : pass.stage == Stage::Backward  ? 'b'
                         : pass.stage == Stage::Optimizer ? 'o'
                                                          : '?')
                + QString::number(pass.layers);
    return words.join(QLatin1Char(' '));
}

} // namespace

void TestCutPasses::pausesWithinOnePass()
{
    Kernels kernels;
    const QStringList layer = kLayer.split(QLatin1Char(' '));
    const auto interrupted = [&](int part, int layers) {
        kernels.add(layer.mid(0, part).join(QLatin1Char(' '))).pause(1'000'000).add(layer.mid(part).join(QLatin1Char(' ')));
        kernels.add(kLayer, layers - 1);
    };
    kernels.add(kLayer, 5);
    interrupted(4, 9);
    interrupted(7, 9);
    QCOMPARE(stages(kernels.segmented()), QStringLiteral("?23"));
}

// A rank of a pipeline that shows no transfers.
void TestCutPasses::pausesBetweenPasses()
{
    Kernels kernels;
    for (int pass = 0; pass < 4; ++pass)
        kernels.add(kLayer, 5).pause(1'000'000);
    QCOMPARE(stages(kernels.segmented()), QStringLiteral("?5 ?5 ?5 ?5"));
}

void TestCutPasses::theEndOfAPassAlone()
{
    const QString tail = QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel");
    Kernels kernels;
    kernels.add(QStringLiteral("silu_and_mul_kernel down_gemm_cutlass ") + tail);
    for (int pass = 0; pass < 3; ++pass)
        kernels.add(QStringLiteral("embedding_kernel")).add(kLayer, kLayers).add(tail);
    const Segmentation found = kernels.segmented();
    QCOMPARE(stages(found), QStringLiteral("?1 ?8 ?8 ?8"));
    QCOMPARE(found.passOf[0], 0);
    QCOMPARE(found.layerOf[0], kLayers - 1);
    QCOMPARE(found.layerOf[2], kTailLayer);
    QCOMPARE(found.passOf[5], 1);
}

// The other pass has no end that it could be compared with.
void TestCutPasses::theEndOfAPassBeforeASinglePass()
{
    const QString tail = QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel Memcpy_DtoH Memcpy_HtoD");
    Kernels kernels;
    kernels.add(QStringLiteral("silu_and_mul_kernel down_gemm_cutlass ") + tail)
        .add(QStringLiteral("embedding_kernel"))
        .add(kLayer, 20)
        .add(kLayer.section(QLatin1Char(' '), 0, 4));
    const Segmentation found = kernels.segmented();
    QCOMPARE(found.devices.front().passes.size(), std::size_t{2});
    QCOMPARE(found.passOf[0], 0);
    QVERIFY(found.layerOf[1] >= 0);
    QCOMPARE(found.layerOf[3], kTailLayer);
    QCOMPARE(found.passOf[8], 1);
}

// The drafts have other layers, and only the first of each row begins like the one that the capture shows first.
void TestCutPasses::theEndOfATargetBeforeDrafts()
{
    const QString tail = QStringLiteral("rms_norm_kernel index_kernel lm_head_gemm argmax_sampling_kernel");
    const auto drafts = [&](Kernels &kernels) {
        kernels.add(QStringLiteral("prepare_inputs CatArrayBatchedCopy fc_gemm embedding_kernel")).add(kLayer).add(tail);
        for (int next = 0; next < 3; ++next)
            kernels.add(QStringLiteral("fill_kernel embedding_kernel")).add(kLayer).add(tail);
    };
    Kernels kernels;
    kernels.add(QStringLiteral("silu_and_mul_kernel down_gemm_cutlass ") + tail);
    drafts(kernels);
    for (int round = 0; round < 3; ++round) {
        kernels.add(QStringLiteral("Memcpy_HtoD embedding_kernel")).add(kLayer, 16).add(tail);
        drafts(kernels);
    }
    const Segmentation found = kernels.segmented();
    QCOMPARE(found.devices.front().passes.size(), std::size_t{1 + 4 + 3 * 5});
    QCOMPARE(found.passOf[0], 0);
    QCOMPARE(found.passOf[6], 1);
}

// The last pass waits before it chooses a token.
void TestCutPasses::aPauseBeforeTheChoice()
{
    Kernels kernels;
    for (int pass = 0; pass < 2; ++pass) {
        kernels.add(QStringLiteral("embedding_kernel")).add(kLayer, 12).add(QStringLiteral("rms_norm_kernel lm_head_gemm"));
        if (pass == 1)
            kernels.pause(50'000'000);
        kernels.add(QStringLiteral("argmax_sampling_kernel"));
    }
    const Segmentation found = kernels.segmented();
    QCOMPARE(found.passOf.back(), 1);
    QCOMPARE(found.layerOf.back(), kTailLayer);
}

// The norm before it opens its layer all the same, and not the one before the feed-forward work, of which no rule knows.
void TestCutPasses::aLostProductBeforeAttention()
{
    constexpr int kAll = 40;
    const QString behind = QStringLiteral("masked_multihead_attention o_gemm pointwise_add rms_norm_kernel up_gemm "
                                          "__myl_SliSilMul_0x1 down_gemm pointwise_add");
    Kernels kernels;
    std::vector<int> layerOf{kHeadLayer};
    kernels.add(QStringLiteral("embedding_kernel"));
    for (int layer = 0; layer < kAll; ++layer) {
        kernels.add(QLatin1String(layer == 20 ? "rms_norm_kernel " : "rms_norm_kernel qkv_gemm ") + behind);
        layerOf.insert(layerOf.end(), layer == 20 ? 9 : 10, layer);
    }
    kernels.add(QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel"));
    layerOf.insert(layerOf.end(), 3, kTailLayer);
    const Segmentation found = kernels.segmented();
    QCOMPARE(std::vector<int>(found.layerOf.begin(), found.layerOf.end()), layerOf);
}

// Where copies and indices go is of no matter; masks of the sampling are copied before it.
void TestCutPasses::whatStandsBetweenTwoPasses()
{
    Kernels kernels;
    kernels.add(QStringLiteral("embedding_kernel"))
        .add(kLayer, 12)
        .add(QStringLiteral("rms_norm_kernel lm_head_gemm Memcpy_HtoD Memcpy_HtoD index_put_kernel apply_token_bitmask "
                            "argmax_sampling_kernel Memcpy_DtoH Memcpy_DtoD Memcpy_DtoD fill_kernel index_kernel arange_kernel "
                            "embedding_kernel"))
        .add(kLayer, 8);
    const Segmentation found = kernels.segmented();
    const std::size_t sampling = 1 + 12 * 9 + 6;
    QCOMPARE(found.passOf[sampling], 0);
    QCOMPARE(found.layerOf[sampling], kTailLayer);
    QVERIFY2(found.confidence > 0.9, qPrintable(QString::number(found.confidence)));
}

// The compiler numbers the kernels of each place that calls them: blocks of two kinds are one network.
void TestCutPasses::compiledBlocksOfTwoKinds()
{
    Kernels kernels;
    const auto blocks = [&kernels](int first, int products, int times) {
        const auto compiled = [&](const char *name, int n) {
            kernels.add(QStringLiteral("triton_%1_%2").arg(QLatin1String(name)).arg(first + n));
        };
        for (int t = 0; t < times; ++t) {
            compiled("poi_fused_silu", 0);
            kernels.letters(QStringLiteral("g"));
            compiled("red_fused_add_mul_native_layer_norm", 1);
            kernels.letters(QStringLiteral("g F g"));
            compiled("poi_fused_add_mul", 2);
            for (int product = 0; product < products; ++product) {
                compiled("red_fused_add_mul_native_layer_norm", 3);
                kernels.letters(QStringLiteral("g"));
                compiled("poi_fused_gelu", 4);
                kernels.letters(QStringLiteral("g"));
                compiled("poi_fused_add_mul", 5);
            }
        }
    };
    for (int step = 0; step < 6; ++step) {
        blocks(0, 2, 5);
        blocks(20, 1, 12);
        kernels.pause(1'000'000);
    }
    QCOMPARE(stages(kernels.segmented()), QStringLiteral("?17 ?17 ?17 ?17 ?17 ?17"));
}

// Experts run on the host: what they give is copied to the device.
void TestCutPasses::beginsInALayerThatCopies()
{
    const QString attention = kLayer.section(QLatin1Char(' '), 0, 5);
    const QString experts = QStringLiteral("gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass");
    Kernels kernels;
    const auto layer = [&] { kernels.add(experts).pause(1'000'000).add(QStringLiteral("Memcpy_HtoD add_kernel")); };
    layer();
    for (int l = 0; l < 12; ++l) {
        kernels.add(attention);
        layer();
    }
    kernels.add(QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel"));
    const Segmentation found = kernels.segmented();
    QCOMPARE(stages(found), QStringLiteral("?13"));
    QCOMPARE(found.passOf[0], 0);
    QVERIFY(found.layerOf[0] >= 0);
}

// The steps of the decoder have fewer layers, and nothing is looked up. CTranslate2 adds the residual by a transformation of thrust.
void TestCutPasses::anEncoderBeforeSteps()
{
    const QString norm = QStringLiteral("ctranslate2::ops::LayerNormForwardCUDAKernel ");
    const QString bias = QStringLiteral(" ctranslate2::cuda::bias_add_kernel ");
    const QString sum = QStringLiteral(" thrust::cuda_cub::core::detail::_kernel_agent<__transform::add>");
    const auto attention = [&](const QString &products) -> QString {
        return norm + products + bias
            + QStringLiteral("split_heads_kernel gemm_16x16 ctranslate2::ops::cunn_SoftMaxForward gemm_16x16 combine_heads_kernel "
                             "gemm_32x32")
            + bias + sum;
    };
    const QString transform = QLatin1Char(' ') + norm + QStringLiteral("gemm_64x64") + bias
        + QStringLiteral("at::native::vectorized_elementwise_kernel<4,at::native::GeluCUDAKernelImpl> gemm_64x32") + bias + sum;
    Kernels kernels;
    kernels.letters(QStringLiteral("h C")).add(bias + sum).add(attention(QStringLiteral("gemm_32x16")) + transform, 32).add(norm);
    for (int step = 0; step < 8; ++step)
        kernels.letters(QStringLiteral("h"))
            .add(QStringLiteral("ct2_gather_kernel") + sum)
            .add(attention(QStringLiteral("gemm_32x16")) + QLatin1Char(' ') + attention(QStringLiteral("gemm_16x64")) + transform, 4)
            .add(norm + QStringLiteral("lm_head_gemm topk_kernel"));
    const Segmentation found = kernels.segmented();
    QCOMPARE(stages(found), QStringLiteral("?32 ?4 ?4 ?4 ?4 ?4 ?4 ?4 ?4"));
    QCOMPARE(found.layerOf[3], kHeadLayer);
    QCOMPARE(found.layerOf[4], 0);
}

// It has more layers than the decoder all the same, also where the attention of one was lost.
void TestCutPasses::anEncoderThatTheCaptureCuts()
{
    for (const bool lost : {false, true}) {
        const QString layer = QStringLiteral("LgFga LgGga");
        Kernels kernels;
        kernels.letters(QStringLiteral("LgGga")).letters(layer, 10);
        kernels.letters(lost ? QString(layer).remove(QLatin1Char('F')) : layer).letters(layer, 9).letters(QStringLiteral("L d"));
        for (int step = 0; step < 6; ++step) {
            kernels.letters(QStringLiteral("h")).add(QStringLiteral("embedding_kernel"));
            kernels.letters(QStringLiteral("LggFga LggFga LgGga"), 4).letters(QStringLiteral("L"));
            kernels.add(QStringLiteral("lm_head_gemm argmax_sampling_kernel"));
        }
        const Segmentation found = kernels.segmented();
        QCOMPARE(stages(found), QStringLiteral("?21 ?4 ?4 ?4 ?4 ?4 ?4"));
        QVERIFY(found.layerOf[0] >= 0);
    }
}

// Their gated norm does not open the layers instead.
void TestCutPasses::lostNormsOfStateSpaceLayers()
{
    constexpr int kLayersOfStates = 24;
    const QString behind = QStringLiteral("in_proj_gemm_cutlass _causal_conv1d_fwd_kernel _chunk_state_fwd_kernel "
                                          "_chunk_scan_fwd_kernel _layer_norm_fwd_1pass_kernel out_proj_gemm_cutlass add_kernel");
    Kernels kernels;
    std::vector<int> layerOf;
    for (int pass = 0; pass < 2; ++pass) {
        kernels.add(QStringLiteral("embedding_kernel"));
        layerOf.push_back(kHeadLayer);
        for (int layer = 0; layer < kLayersOfStates; ++layer) {
            const bool lost = layer == 5 || layer == 12;
            kernels.add(lost ? behind : QStringLiteral("rms_norm_kernel ") + behind);
            layerOf.insert(layerOf.end(), lost ? 7 : 8, layer);
        }
        kernels.add(QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel"));
        layerOf.insert(layerOf.end(), 3, kTailLayer);
    }
    const Segmentation found = kernels.segmented();
    QCOMPARE(std::vector<int>(found.layerOf.begin(), found.layerOf.end()), layerOf);
}

// What layers run, before the first pass, is of a pass that was not found.
void TestCutPasses::workOfAnotherNetworkAtTheFront()
{
    const auto passes = [](Kernels kernels) {
        for (int pass = 0; pass < 10; ++pass)
            kernels.add(QStringLiteral("embedding_kernel"))
                .add(kLayer, 4)
                .add(QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel"));
        return kernels;
    };
    QVERIFY(passes({}).confidence() > 0.9);
    Kernels other;
    other.add(QStringLiteral("down_gemm_cutlass qkv_gemm_cutlass rms_norm_kernel"), 6).pause(2'000'000);
    const double confidence = passes(other).confidence();
    QVERIFY2(confidence < 0.9, qPrintable(QString::number(confidence)));
}

// TensorRT numbers the kernels of an engine.
void TestCutPasses::numberedNames()
{
    Kernels kernels;
    for (int pass = 0; pass < 3; ++pass) {
        kernels.add(QStringLiteral("__myl_Gather_myl0_0"));
        for (int layer = 0; layer < 6; ++layer)
            for (const char *name :
                {"__myl_AddMeanSubMulMeanAddSqrtDivMulAdd_myl0_%1", "sm80_xmma_gemm_f16f16_tn_cublas", "__myl_Fc_fmha_v2_myl0_%1",
                    "sm80_xmma_gemm_f16f16_tn_cublas", "__myl_AddMeanSubMulMeanAddSqrtDivMul_myl0_%1",
                    "sm80_xmma_gemm_f16f16_tn_cublas", "__myl_ErfAddMul_myl0_%1", "sm80_xmma_gemm_f16f16_tn_cublas"})
                kernels.add(QString(QLatin1String(name)).replace(QStringLiteral("%1"), QString::number(10 * layer)));
        kernels.add(QStringLiteral("argmax_sampling_kernel"));
    }
    QCOMPARE(stages(kernels.segmented()), QStringLiteral("?6 ?6 ?6"));
}

// They alone are no gradients by their names, but by their layouts.
void TestCutPasses::gradientsOfTheLastProduct()
{
    Kernels kernels;
    for (int step = 0; step < 2; ++step) {
        add(kernels, QStringLiteral("e"));
        add(kernels, kForward, 6);
        add(kernels,
            kLoss
                + QStringLiteral(
                    " sm80_xmma_gemm_bf16bf16_nt_n_tilesize256x128x32 sm80_xmma_gemm_bf16bf16_nn_n_tilesize256x128x32"));
        add(kernels, QStringLiteral("_rms_norm_backward_kernel"));
        add(kernels, kBackward, 6);
        add(kernels, kOptimizer);
    }
    const Segmentation found = kernels.segmented();
    QCOMPARE(stages(found), QStringLiteral("f6 b6 o0 f6 b6 o0"));
    const std::size_t loss = 1 + 6 * 11 + 2;
    QCOMPARE(found.passOf[loss - 1], 0);
    QCOMPARE(found.passOf[loss + 2], 1);
}

// Gradients that were reduced over ranks are copied back; an optimizer without a name of its own runs products.
void TestCutPasses::workBehindTheBackwardPass()
{
    for (const bool products : {false, true}) {
        Kernels kernels;
        for (int step = 0; step < 2; ++step) {
            add(kernels, QStringLiteral("e"));
            add(kernels, kForward, 6);
            add(kernels, kLoss + QStringLiteral(" w n _rms_norm_backward_kernel"));
            add(kernels, kBackward, 6);
            kernels.letters(products ? QStringLiteral("gma") : QStringLiteral("mma"), 60);
            add(kernels, kOptimizer);
        }
        const Segmentation found = kernels.segmented();
        QCOMPARE(stages(found), QStringLiteral("f6 b6 o0 f6 b6 o0"));
        QCOMPARE(found.passOf[found.passOf.size() - 60], products ? 5 : 4);
    }
}

void TestCutPasses::beginsInARecomputedLayer()
{
    Kernels kernels;
    for (int layer = 0; layer < 6; ++layer)
        add(add(kernels, kForward), kBackward);
    add(kernels, kOptimizer);
    add(kernels, QStringLiteral("e"));
    add(kernels, kForward, 12);
    add(kernels, kLoss + QStringLiteral(" w n _rms_norm_backward_kernel"));
    for (int layer = 0; layer < 12; ++layer)
        add(add(kernels, kForward), kBackward);
    QCOMPARE(stages(kernels.segmented()), QStringLiteral("b6 o0 f12 b12"));
}

// The forward pass is cut, too, and tells no number of layers.
void TestCutPasses::endsInALayerOfABackwardPass()
{
    Kernels kernels;
    add(kernels, kForward, 4);
    add(kernels, kLoss + QStringLiteral(" w n _rms_norm_backward_kernel"));
    add(kernels, kBackward, 6);
    add(kernels, kBackward.section(QLatin1Char(' '), 0, 6));
    QCOMPARE(stages(kernels.segmented()), QStringLiteral("f4 b7"));
}

LAMELLA_TEST(TestCutPasses)
#include "tst_CutPasses.moc"
