// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernels of a capture leave open lowers the confidence, and only there: on which side of a layer its norms stand, where
// layers begin that only repeat, where the work between two passes is parted, what an end of the capture cut off.
#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/Confidence.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "tests/core/analysis/segmentation/NamedKernels.h"
#include "tests/core/analysis/segmentation/NamedLetters.h"
#include "tests/support/StructureTrace.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace lamella::core;
using namespace lamella::test;

class TestLayerDoubts : public QObject {
    Q_OBJECT
private slots:
    void normsOfAnEncoder();
    void normsOfAnEncodersFirstLayer();
    void activationOfAnMlpIsNoPooler();
    void threeLookups();
    void boundedLogitsAreNoPooler();
    void encoderBesideADecoder();
    void blocksOfTwoKindsInOneNetwork();
    void aLayerWithoutAttention();
    void tailWithAResultIsNoLayer();
    void selfAndCrossAttention();
    void kernelsOfMostLayersOfAPrefill();
    void draftThatJoinsTwoNorms();
    void manyDraftsOfALongTarget();
    void aFirstPassThatTunes();
    void aTowerBeforeOnePass();
    void convolutionsBetweenStacks();
    void productsOfOtherSizes();
    void noLayerMoreThanOtherPassesHave();
    void aSumBeforeTheFirstProduct();
    void anUnfusedFirstNorm();
    void visionTowerAlone();
    void severalLayersInOne();
    void partOfALayerInAHead();
    void backwardPassAlone();
    void firstKernelOfABackwardLayer_data();
    void firstKernelOfABackwardLayer();
    void networkInAHead();
    void repetitionWithoutAnEnd();
    void repetitionWithFewSoftmaxes();
    void workOutsideOfTheLayers();
    void workInNoPass();
    void backwardWork();
    void workBetweenTwoPasses();
    void workInFlight();
    void lastLayerIsTruncated();
    void stageOfTheConfig();
    void oneCountedBoundaryIsNotEveryOther();
    void sliceOfSingleBlocks();
    void notDecided_data();
    void notDecided();
    void backwardCutBehindALostKernel();
};

namespace {

const QString kLayer =
    QStringLiteral("rms_norm_kernel qkv_gemm_cutlass rotary_embedding_kernel flash_fwd_kernel o_proj_gemm_cutlass "
                   "fused_add_rms_norm_kernel gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass");
const QString kHead = QStringLiteral("embedding_kernel");
const QString kTail = QStringLiteral("rms_norm_kernel lm_head_gemm argmax_sampling_kernel");
const QString kEncoderLayer =
    QStringLiteral("qkv_gemm_cutlass %1 flash_fwd_kernel o_proj_gemm_cutlass add_kernel layer_norm_kernel "
                   "up_gemm_cutlass gelu_kernel down_gemm_cutlass add_kernel layer_norm_kernel");
const QString kEncoderHead = QStringLiteral("embedding_kernel add_kernel layer_norm_kernel");

// First kernel that is found in layer `layer`.
std::ptrdiff_t beginOf(const Segmentation &found, int layer)
{
    return std::find(found.layerOf.begin(), found.layerOf.end(), layer) - found.layerOf.begin();
}

StructureTrace structure(std::string_view family, std::uint64_t seed, CaptureCut cut)
{
    const auto found = std::ranges::find(structureFamilies(), family, &StructureFamily::name);
    return structureTrace(*found, seed, cut);
}

Segmentation segmented(const StructureTrace &trace, bool withConfig)
{
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    options.config = withConfig ? &trace.config : nullptr;
    return segmentTrace(*trace.document, KernelNames(*trace.document, *options.profiles, nullptr), options).value();
}

} // namespace

// A decoder rotates positions, and norms before its halves; a text encoder of the same kernels may norm behind them.
void TestLayerDoubts::normsOfAnEncoder()
{
    const auto cut = [](const QString &kernel) {
        const QString layer = kEncoderLayer.arg(kernel);
        return Kernels().add(kEncoderHead).add(layer, 5).add(layer.section(QLatin1Char(' '), 0, 6)).confidence();
    };
    const double encoder = cut(QStringLiteral("copy_kernel"));
    const double decoder = cut(QStringLiteral("rotary_embedding_kernel"));
    QVERIFY2(encoder < 0.8, qPrintable(QString::number(encoder)));
    QVERIFY2(decoder > 0.9, qPrintable(QString::number(decoder)));
}

// Its lookup is cut off; its first layer lacks the norm with which the others seem to open.
void TestLayerDoubts::normsOfAnEncodersFirstLayer()
{
    const QString layer = kEncoderLayer.arg(QStringLiteral("copy_kernel"));
    const double confidence = Kernels()
                                  .add(QStringLiteral("layer_norm_kernel mask_kernel"))
                                  .add(layer, 5)
                                  .add(layer.section(QLatin1Char(' '), 0, 6))
                                  .confidence();
    QVERIFY2(confidence < 0.9, qPrintable(QString::number(confidence)));
}

// A product and its hyperbolic tangent behind the layers are the pooler of a text encoder, but not where each layer holds them.
void TestLayerDoubts::activationOfAnMlpIsNoPooler()
{
    const QString layer = QStringLiteral("layer_norm_kernel qkv_gemm_cutlass flash_fwd_kernel o_proj_gemm_cutlass add_kernel "
                                         "layer_norm_kernel up_gemm_cutlass tanh_kernel down_gemm_cutlass add_kernel");
    const Segmentation found =
        Kernels().add(kHead).add(layer, 6).add(QStringLiteral("layer_norm_kernel lm_head_gemm")).segmented();
    QCOMPARE(beginOf(found, 0), 1);
    QCOMPARE(beginOf(found, 1), 11);
}

// Words, positions and token types are looked up: an embedding model of BERT's kind, whose results are averaged.
void TestLayerDoubts::threeLookups()
{
    const QString layer = QStringLiteral("qkv_gemm_cutlass flash_fwd_kernel o_proj_gemm_cutlass add_kernel layer_norm_kernel "
                                         "up_gemm_cutlass gelu_kernel down_gemm_cutlass add_kernel layer_norm_kernel");
    const QString lookups =
        QStringLiteral("embedding_kernel embedding_kernel embedding_kernel add_kernel add_kernel layer_norm_kernel");
    const Segmentation found = Kernels().add(lookups).add(layer, 6).add(QStringLiteral("mean_kernel")).segmented();
    QCOMPARE(beginOf(found, 0), 6);
    QCOMPARE(beginOf(found, 1), 16);
}

// Gemma 2 bounds its logits by a hyperbolic tangent; then a token is chosen from them.
void TestLayerDoubts::boundedLogitsAreNoPooler()
{
    const QString bounded = QStringLiteral("rms_norm_kernel lm_head_gemm mul_kernel tanh_kernel mul_kernel");
    const QString plain = QStringLiteral("layer_norm_kernel qkv_gemm_cutlass flash_fwd_kernel o_proj_gemm_cutlass add_kernel "
                                         "layer_norm_kernel up_gemm_cutlass gelu_kernel down_gemm_cutlass add_kernel");
    const Segmentation rotating = Kernels().add(kHead).add(kLayer, 6).add(bounded).segmented();
    QCOMPARE(beginOf(rotating, 0), 1);
    QCOMPARE(beginOf(rotating, 1), 10);
    const Segmentation choosing =
        Kernels().add(kHead).add(plain, 6).add(bounded).add(QStringLiteral("argmax_sampling_kernel")).segmented();
    QCOMPARE(beginOf(choosing, 0), 1);
    QCOMPARE(beginOf(choosing, 1), 11);
    const Segmentation pooling = Kernels().add(kEncoderHead).add(kEncoderLayer.arg(QStringLiteral("copy_kernel")), 6)
                                     .add(QStringLiteral("pooler_gemm tanh_kernel classifier_gemm argmax_sampling_kernel")).segmented();
    QCOMPARE(beginOf(pooling, 0), 3);
    QCOMPARE(beginOf(pooling, 1), 14);
}

// Each is told by itself, though most passes are of the other.
void TestLayerDoubts::encoderBesideADecoder()
{
    Kernels kernels;
    for (int pass = 0; pass < 4; ++pass)
        kernels.add(kHead).add(kLayer, 6).add(kTail);
    kernels.add(kEncoderHead).add(kEncoderLayer.arg(QStringLiteral("copy_kernel")), 4).add(QStringLiteral("pooler_gemm tanh_kernel"));
    const Segmentation found = kernels.segmented();
    const std::size_t encoder = 4 * (1 + 6 * 9 + 3) + 3; // its first layer
    QCOMPARE(found.layerOf[0], kHeadLayer);
    QCOMPARE(found.layerOf[1], 0);
    QCOMPARE(found.layerOf[encoder], 0);
    QCOMPARE(found.layerOf[encoder + 10], 0); // the norm that closes it
    QCOMPARE(found.layerOf[encoder + 11], 1);
}

// The double and the single blocks of a diffusion model do the same work and follow each other without anything between.
void TestLayerDoubts::blocksOfTwoKindsInOneNetwork()
{
    const QString twice = QStringLiteral("layer_norm_kernel mul_kernel image_qkv_gemm layer_norm_kernel mul_kernel text_qkv_gemm "
                                         "rms_norm_kernel flash_fwd_kernel image_out_gemm add_kernel text_out_gemm add_kernel "
                                         "layer_norm_kernel mul_kernel up_gemm gelu_kernel down_gemm add_kernel");
    const QString once = QStringLiteral("layer_norm_kernel mul_kernel in_gemm rms_norm_kernel flash_fwd_kernel gelu_kernel out_gemm "
                                        "add_kernel");
    Kernels kernels;
    for (int step = 0; step < 4; ++step)
        kernels.add(QStringLiteral("patch_conv cos_kernel silu_kernel time_gemm")).add(twice, 6).add(once, 12)
            .add(QStringLiteral("layer_norm_kernel proj_out_gemm euler_step_kernel"));
    const DeviceSegmentation device = kernels.segmented().devices.front();
    QCOMPARE(device.passes.size(), std::size_t(4));
    QCOMPARE(device.modelLayers, 18);
}

// It has an MLP alone, as some of Nemotron-Super.
void TestLayerDoubts::aLayerWithoutAttention()
{
    const QString mlp = QStringLiteral("fused_add_rms_norm_kernel gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass");
    const QString layer = kLayer.section(QLatin1Char(' '), 1); // behind a norm that adds
    Kernels kernels;
    for (int pass = 0; pass < 3; ++pass) {
        kernels.add(kHead).add(kLayer);
        for (int l = 1; l < 10; ++l)
            kernels.add(l == 6 ? mlp : QStringLiteral("fused_add_rms_norm_kernel ") + layer);
        kernels.add(kTail);
    }
    const Segmentation found = kernels.segmented();
    QCOMPARE(found.devices.front().modelLayers, 10);
    QCOMPARE(beginOf(found, 6), 1 + 6 * 9);
    QCOMPARE(beginOf(found, 7), 1 + 6 * 9 + 4);
}

// A tail may begin like a layer, with an eager norm and a product of the same name.
void TestLayerDoubts::tailWithAResultIsNoLayer()
{
    const QString norm = QStringLiteral("pow_kernel mean_kernel add_eps_kernel rsqrt_kernel mul_kernel");
    const QString layer = norm + QStringLiteral(" gemm_kernel rotary_embedding_kernel flash_fwd_kernel gemm_kernel add_kernel ") + norm
        + QStringLiteral(" gemm_kernel silu_and_mul_kernel gemm_kernel add_kernel");
    const Segmentation found =
        Kernels().add(kHead).add(layer, 8).add(norm + QStringLiteral(" gemm_kernel argmax_sampling_kernel")).segmented();
    QCOMPARE(found.devices.front().passes.front().layers, 8);
    QCOMPARE(found.layerOf.back(), kTailLayer);
}

// A block of a video model attends to its tokens, then to the text, and has one MLP.
void TestLayerDoubts::selfAndCrossAttention()
{
    const QString attention =
        QStringLiteral("q_gemm_cutlass k_gemm_cutlass v_gemm_cutlass rms_norm_kernel flash_fwd_kernel o_gemm_cutlass add_kernel");
    const QString layer = QStringLiteral("layer_norm_kernel mul_kernel ") + attention + QStringLiteral(" layer_norm_kernel ")
        + attention + QStringLiteral(" layer_norm_kernel mul_kernel up_gemm_cutlass gelu_kernel down_gemm_cutlass add_kernel");
    Kernels kernels;
    for (int step = 0; step < 4; ++step)
        kernels.add(QStringLiteral("patch_conv cos_kernel silu_kernel time_gemm"))
            .add(layer, 10)
            .add(QStringLiteral("layer_norm_kernel proj_out_gemm euler_step_kernel"));
    const DeviceSegmentation device = kernels.segmented().devices.front();
    QCOMPARE(device.modelLayers, 10);
    QCOMPARE(device.passes.size(), std::size_t(4));
}

// Weights of some layers are quantized in another way: their kernel stands in most layers of the prefill and ends no pass.
void TestLayerDoubts::kernelsOfMostLayersOfAPrefill()
{
    const auto layer = [](const QString &stage, const QString &down) {
        return QStringLiteral("rms_norm_f32 mul_mat_q_%1 rope_norm k_set_rows flash_attn_%1 mul_mat_q_%1 k_bin_bcast "
                              "rms_norm_f32 mul_mat_q_%1 silu_f32 %2 k_bin_bcast")
            .arg(stage, down);
    };
    Kernels kernels;
    for (int pass = 0; pass < 7; ++pass) {
        const QString stage = pass == 0 ? QStringLiteral("tile") : QStringLiteral("vec");
        kernels.add(QStringLiteral("k_get_rows"));
        for (int l = 0; l < 32; ++l)
            kernels.add(layer(stage, (l % 4 == 3 ? QStringLiteral("mul_mat_q_") : QStringLiteral("mul_mat_q6_")) + stage));
        kernels.add(QStringLiteral("rms_norm_f32 mul_mat_q6_vec"));
    }
    const DeviceSegmentation device = kernels.segmented().devices.front();
    QCOMPARE(device.passes.size(), std::size_t(7));
    QCOMPARE(device.modelLayers, 32);
}

// EAGLE 3 norms the embedding and the hidden state by themselves, and puts both into the first product of its only layer, whose
// parts another kernel may add up.
void TestLayerDoubts::draftThatJoinsTwoNorms()
{
    const QString withParts = QString(kLayer).replace(
        QStringLiteral("qkv_gemm_cutlass"), QStringLiteral("qkv_gemm_cutlass cublasLt::splitKreduce_kernel"));
    for (const QString &layer : {kLayer, withParts}) {
        const QString draft = QStringLiteral("embedding_kernel rms_norm_kernel rms_norm_kernel CatArrayBatchedCopy ")
            + layer.section(QLatin1Char(' '), 1) + QStringLiteral(" fused_add_rms_norm_kernel lm_head_gemm argmax_sampling_kernel");
        Kernels kernels;
        for (int pass = 0; pass < 3; ++pass)
            kernels.add(kHead)
                .add(kLayer)
                .add(QString(kLayer).replace(
                         QStringLiteral("rms_norm_kernel qkv"), QStringLiteral("fused_add_rms_norm_kernel qkv")),
                    11)
                .add(kTail)
                .add(draft, 3);
        const Segmentation found = kernels.segmented();
        const std::size_t first = 1 + 12 * 9 + 3; // kernel of a draft
        QCOMPARE(found.layerOf[first], kHeadLayer);
        for (std::size_t k = first + 1; k <= first + 4; ++k)
            QCOMPARE(found.layerOf[k], 0);
    }
}

// Most passes are drafts of one layer each, and fit a model of one layer.
void TestLayerDoubts::manyDraftsOfALongTarget()
{
    const QString draft = QStringLiteral("embedding_kernel ") + kLayer + QStringLiteral(" rms_norm_kernel lm_head_gemm gatherTopK");
    Kernels kernels;
    for (int pass = 0; pass < 10; ++pass) {
        kernels.add(kHead).add(kLayer, 64).add(kTail).pause(1'000'000);
        kernels.add(draft, 6);
    }
    const DeviceSegmentation device = kernels.segmented().devices.front();
    QCOMPARE(device.passes.size(), std::size_t{10 * 7});
    QCOMPARE(device.modelLayers, 64);
}

// A layer holds the candidates of an autotuner. That it is as large as several says nothing where other passes have as many layers.
void TestLayerDoubts::aFirstPassThatTunes()
{
    Kernels kernels;
    kernels.add(kHead).add(kLayer, 5).add(kLayer + QStringLiteral(" down_gemm_cutlass").repeated(40)).add(kLayer, 6).add(kTail);
    for (int pass = 0; pass < 3; ++pass)
        kernels.add(kHead).add(kLayer, 12).add(kTail);
    QVERIFY2(kernels.confidence() > 0.9, qPrintable(QString::number(kernels.confidence())));
}

// A vision tower runs once, and its layers are like none of the language model.
void TestLayerDoubts::aTowerBeforeOnePass()
{
    const QString block = QStringLiteral("layer_norm_kernel qkv_gemm flash_fwd_kernel o_proj_gemm "
                                         "vectorized_elementwise_kernel<4,MulFunctor> "
                                         "vectorized_elementwise_kernel<4,CUDAFunctor_add<bfloat16>> layer_norm_kernel fc1_gemm "
                                         "vectorized_elementwise_kernel<4,GeluCUDAKernelImpl> fc2_gemm "
                                         "vectorized_elementwise_kernel<4,MulFunctor> "
                                         "vectorized_elementwise_kernel<4,CUDAFunctor_add<bfloat16>>");
    Kernels kernels;
    kernels.add(QStringLiteral("sm80_xmma_fprop_implicit_gemm")).add(block, 10).add(QStringLiteral("projector_gemm projector_gemm"));
    for (int pass = 0; pass < 3; ++pass)
        kernels.add(kHead).add(kLayer, 24).add(kTail);
    const Segmentation found = kernels.segmented();
    const std::vector<Pass> &passes = found.devices.front().passes;
    QCOMPARE(passes.size(), std::size_t{4});
    QCOMPARE(passes[0].layers, 10);
    QCOMPARE(passes[0].expectedLayers, 10);
    QVERIFY(passes[0].complete);
    QVERIFY2(found.confidence > 0.9, qPrintable(QString::number(found.confidence)));
}

// Layers that begin with a product begin with another kernel in a batch of another size; that is no sign of shifted layers.
void TestLayerDoubts::productsOfOtherSizes()
{
    const QString behind = QStringLiteral(" flash_fwd_kernel o_gemm add_kernel layer_norm_kernel up_gemm "
                                          "vectorized_elementwise_kernel<4,GeluCUDAKernelImpl> down_gemm add_kernel layer_norm_kernel");
    Kernels kernels;
    for (int batch = 0; batch < 5; ++batch)
        kernels.add(kHead, 3)
            .add(QStringLiteral("add_kernel layer_norm_kernel"))
            .add((batch == 2 ? QStringLiteral("b_gemm a_gemm") : QStringLiteral("a_gemm b_gemm")) + behind, 12)
            .add(QStringLiteral("pooler_gemm tanh_kernel Memcpy_DtoH"));
    QVERIFY2(kernels.confidence() > 0.9, qPrintable(QString::number(kernels.confidence())));
}

// The stacks of a U-Net are no passes.
void TestLayerDoubts::convolutionsBetweenStacks()
{
    const auto confidence = [](int convolutions) {
        Kernels kernels;
        for (int stack = 0; stack < 8; ++stack)
            kernels.add(QStringLiteral("sm80_xmma_fprop_implicit_gemm"), convolutions).add(kLayer, 10);
        return kernels.add(QStringLiteral("sm80_xmma_fprop_implicit_gemm"), convolutions).confidence();
    };
    QVERIFY2(confidence(1) > 0.9, qPrintable(QString::number(confidence(1))));
    QVERIFY2(confidence(6) < 0.6, qPrintable(QString::number(confidence(6))));
}

// What a first pass tries in a layer, with norms and feed-forward work, is no layer of its own.
void TestLayerDoubts::noLayerMoreThanOtherPassesHave()
{
    const QString tried = QStringLiteral(" fused_add_rms_norm_kernel gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass");
    Kernels kernels;
    for (int pass = 0; pass < 5; ++pass) {
        kernels.add(kHead).add(kLayer, 3).add(pass == 0 ? kLayer + tried : kLayer).add(kLayer, 12).add(kTail);
    }
    for (const Pass &pass : std::vector<Pass>(kernels.segmented().devices.front().passes))
        QCOMPARE(pass.layers, 16);
}

// bitsandbytes adds an offset to the scales of each weight, before the product that takes them.
void TestLayerDoubts::aSumBeforeTheFirstProduct()
{
    const QString product = QStringLiteral(" kDequantizeBlockwise<float> vectorized_elementwise_kernel<4,CUDAFunctor_add<float>> "
                                           "kgemm_4bit_inference_naive ");
    const QString norm = QStringLiteral("vectorized_elementwise_kernel<4,pow_tensor_scalar> reduce_kernel<MeanOps> "
                                        "vectorized_elementwise_kernel<4,rsqrt_kernel_cuda> vectorized_elementwise_kernel<4,MulFunctor> "
                                        "vectorized_elementwise_kernel<4,MulFunctor>");
    const QString sum = QStringLiteral("vectorized_elementwise_kernel<4,CUDAFunctor_add<bfloat16>>");
    const QString layer = norm + product + product + QStringLiteral("flash_fwd_kernel") + product + sum + QLatin1Char(' ') + norm
        + product + QStringLiteral("vectorized_elementwise_kernel<4,silu_kernel>") + product + sum;
    Kernels kernels;
    for (int pass = 0; pass < 3; ++pass)
        kernels.add(kHead).add(layer, 12).add(norm + QLatin1Char(' ') + kTail);
    const Segmentation found = kernels.segmented();
    const auto size = static_cast<std::size_t>(layer.split(QLatin1Char(' '), Qt::SkipEmptyParts).size());
    const std::size_t first = 1; // behind the lookup
    QCOMPARE(found.layerOf[first - 1], kHeadLayer);
    for (std::size_t k = 0; k < 12 * size; ++k)
        QCOMPARE(found.layerOf[first + k], static_cast<std::int32_t>(k / size));
}

// The norms of the other layers are part of an all-reduce.
void TestLayerDoubts::anUnfusedFirstNorm()
{
    const QString behind = QStringLiteral(" qkv_gemm_cutlass rotary_embedding_kernel flash_fwd_kernel o_proj_gemm_cutlass "
                                          "allreduce_fusion_kernel_oneshot gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass");
    Kernels kernels;
    for (int pass = 0; pass < 4; ++pass)
        kernels.add(QStringLiteral("embedding_kernel ncclDevKernel_AllReduce rms_norm_kernel cvt_fp16_to_fp4") + behind)
            .add(QStringLiteral("allreduce_fusion_kernel_oneshot") + behind, 11)
            .add(QStringLiteral("allreduce_fusion_kernel_oneshot lm_head_gemm argmax_sampling_kernel"));
    const Segmentation found = kernels.segmented();
    QCOMPARE(found.layerOf[1], kHeadLayer);
    QCOMPARE(found.layerOf[2], 0);
    QCOMPARE(found.layerOf[3], 0);
    QCOMPARE(found.layerOf[4 + 8 + 1], 1);
}

// The config of a vision-language model: a capture of the tower alone is not several passes of the language model.
void TestLayerDoubts::visionTowerAlone()
{
    ModelConfig config;
    config.layers = 6;
    config.visionLayers = 12;
    const Kernels tower =
        Kernels().add(QStringLiteral("patch_conv")).add(kLayer, 12).add(QStringLiteral("layer_norm_kernel merger_gemm"));
    const Segmentation found = tower.segmented(&config);
    QCOMPARE(found.devices.front().passes.size(), std::size_t{1});
    QCOMPARE(found.devices.front().modelLayers, 12);
    QVERIFY2(found.confidence > 0.8, qPrintable(QString::number(found.confidence)));
    config.visionLayers = 0;
    QCOMPARE(tower.segmented(&config).devices.front().passes.size(), std::size_t{2});
}

// Of the mixers of a hybrid only attention has a name that tells.
void TestLayerDoubts::severalLayersInOne()
{
    const QString unknown = QString(kLayer)
                                .replace(QStringLiteral("flash_fwd_kernel"), QStringLiteral("mystery_kernel"))
                                .replace(QStringLiteral("rotary_embedding_kernel"), QStringLiteral("riddle_kernel"));
    const auto confidence = [&](int others) {
        Kernels kernels;
        for (int block = 0; block < 6; ++block)
            kernels.add(kLayer).add(unknown, others);
        return kernels.confidence();
    };
    const double several = confidence(3);
    QVERIFY2(several < 0.9, qPrintable(QString::number(several)));
}

// The capture begins inside of a layer, whose rest was taken for a head.
void TestLayerDoubts::partOfALayerInAHead()
{
    const auto doubted = [](const QString &head) {
        NamedLetters letters(head.toStdString() + "NGAGFGNGAGFGNGAGFGNGS");
        const std::vector<StreamId> streams(letters.trace.document.kernels.size(), StreamId{0});
        letters.trace.document.kernels.stream.assign(streams.begin(), streams.end());
        const MainSequence &sequence = letters.trace.sequence;
        PassLayout pass;
        pass.span = {0, sequence.size()};
        const auto first = static_cast<std::uint32_t>(head.size());
        for (std::uint32_t begin = first; begin < first + 18; begin += 6)
            pass.layers.push_back({{begin, begin + 6}, {begin + 2, begin + 3}, false, false, false, -1});
        DeviceSegmentation device;
        device.passes.resize(1);
        device.layers.resize(3);
        device.modelLayers = 3;
        const std::vector<PassLayout> layouts{pass};
        const std::vector<std::int32_t> passOf(sequence.size(), 0);
        std::vector<SegmentationCheck> checks;
        const std::vector<std::uint32_t> &work = sequence.kernel;
        (void)judge({letters.trace.document.kernels, letters.names, sequence, layouts, device, nullptr, {}, {}, passOf, work,
                        Evidence::Discovered},
            checks);
        return std::ranges::any_of(checks, [](const SegmentationCheck &check) {
            return !check.ok && check.sentence.english().find("are kernels of layers") != std::string::npos;
        });
    };
    QVERIFY(doubted(QStringLiteral("GFGFGFGFGFGF")));
    QVERIFY(!doubted(QStringLiteral("ENG")));
    QVERIFY(!doubted(QStringLiteral("xyzxyzxyzxyz")));
}

void TestLayerDoubts::backwardPassAlone()
{
    const QString layer = QStringLiteral(
        "down_dgrad_gemm_cutlass down_wgrad_gemm_cutlass silu_backward_kernel gate_up_dgrad_gemm_cutlass "
        "rms_norm_backward_kernel o_dgrad_gemm_cutlass flash_bwd_kernel qkv_dgrad_gemm_cutlass rms_norm_backward_kernel");
    const Segmentation found = Kernels().add(layer, 12).segmented();
    QVERIFY(found.devices.front().passes.size() == 1 && found.devices.front().passes.front().stage == Stage::Backward);
    QVERIFY2(found.confidence < 0.9, qPrintable(QString::number(found.confidence)));
}

// What stands between the gradient of a norm and the next product, where the gradient of the embedding's dropout ends the pass like
// that of a layer's dropout begins one; the sum of a norm's weight gradient is of the norm.
void TestLayerDoubts::firstKernelOfABackwardLayer_data()
{
    QTest::addColumn<QString>("behindNorm"); // of a layer
    QTest::addColumn<QString>("first"); // of the next one
    QTest::addColumn<QString>("last"); // of the pass, before the gradient of the embedding
    QTest::newRow("dropout") << "add_kernel" << "masked_scale_kernel" << "masked_scale_kernel ";
    QTest::newRow("sequence parallel") << "add_kernel" << "ncclDevKernel_AllGather_RING_LL" << "ncclDevKernel_AllGather_RING_LL ";
    QTest::newRow("sum of a norm's weight gradient") << "reduce_kernel_sum" << "down_dgrad_gemm_cutlass" << "";
}

void TestLayerDoubts::firstKernelOfABackwardLayer()
{
    QFETCH(QString, behindNorm);
    QFETCH(QString, first);
    QFETCH(QString, last);
    constexpr int kLayers = 8;
    const QString forward =
        QStringLiteral("layer_norm_kernel qkv_gemm_cutlass flash_fwd_kernel o_gemm_cutlass dropout_kernel add_kernel "
                       "layer_norm_kernel up_gemm_cutlass gelu_kernel down_gemm_cutlass dropout_kernel add_kernel");
    const QString norm = QStringLiteral(" layer_norm_backward_kernel ") + behindNorm;
    const QString backward = first
        + QStringLiteral(
            " mlp_dgrad_gemm_cutlass mlp_wgrad_gemm_cutlass gelu_backward_kernel up_dgrad_gemm_cutlass up_wgrad_gemm_cutlass")
        + norm
        + QStringLiteral(
            " o_dgrad_gemm_cutlass o_wgrad_gemm_cutlass flash_bwd_kernel qkv_dgrad_gemm_cutlass qkv_wgrad_gemm_cutlass")
        + norm;
    const QString head =
        QStringLiteral("nll_loss_backward_kernel lm_head_dgrad_gemm lm_head_wgrad_gemm layer_norm_backward_kernel")
        + (behindNorm.startsWith(QStringLiteral("reduce")) ? QStringLiteral(" ") + behindNorm : QString());
    Kernels kernels;
    for (int step = 0; step < 3; ++step)
        kernels.add(kHead)
            .add(forward, kLayers)
            .add(QStringLiteral("layer_norm_kernel lm_head_gemm nll_loss_kernel"))
            .add(head)
            .add(backward, kLayers)
            .add(last + QStringLiteral("embedding_backward_kernel"))
            .add(QStringLiteral("multi_tensor_apply_adam"), 4);
    const Segmentation found = kernels.segmented();
    const auto count = [](const QString &names) { return static_cast<std::size_t>(names.count(u' ')) + 1; };
    std::size_t at = 1 + kLayers * count(forward) + 3 + count(head);
    QCOMPARE(found.layerOf[at - 1], kHeadLayer);
    for (int layer = kLayers - 1; layer >= 0; --layer, at += count(backward)) {
        QCOMPARE(found.layerOf[at], layer);
        QCOMPARE(found.layerOf[at + count(backward) - 1], layer);
    }
}

// A text encoder of whose attention no rule knows is no part of the first step.
void TestLayerDoubts::networkInAHead()
{
    const QString other = QStringLiteral("norm_kernel q_gemm k_gemm v_gemm scores_gemm weights_kernel values_gemm out_gemm up_gemm down_gemm");
    const auto confidence = [&](int blocks) {
        Kernels kernels;
        for (int pass = 0; pass < 4; ++pass) {
            kernels.add(kHead);
            if (pass == 0 && blocks > 0)
                kernels.add(other, blocks);
            kernels.add(kLayer, 8).add(kTail);
        }
        return kernels.confidence();
    };
    const double alone = confidence(0);
    const double beside = confidence(6);
    QVERIFY2(alone > 0.9, qPrintable(QString::number(alone)));
    QVERIFY2(beside < 0.9, qPrintable(QString::number(beside)));
}

// Kernels that no rule knows, and a softmax in each layer: that they repeat does not say where a layer begins.
void TestLayerDoubts::repetitionWithoutAnEnd()
{
    const QString layer = QStringLiteral("step_a gemm_x exp_kernel gemm_y step_b step_c step_d step_e");
    const double slice = Kernels().add(layer, 14).confidence();
    const double ended =
        Kernels().add(kHead).add(layer, 14).add(QStringLiteral("lm_head_gemm argmax_sampling_kernel")).confidence();
    QVERIFY2(slice < 0.4, qPrintable(QString::number(slice)));
    QVERIFY2(ended > slice + 0.3, qPrintable(QString::number(ended)));
}

// A softmax now and then does not make layers of what repeats.
void TestLayerDoubts::repetitionWithFewSoftmaxes()
{
    const QString block = QStringLiteral("step_a gemm_x step_b step_c gemm_y step_d step_e step_f");
    const QString tail = QStringLiteral("lm_head_gemm argmax_sampling_kernel");
    const double few = Kernels()
                           .add(kHead)
                           .add(block, 10)
                           .add(QStringLiteral("step_a gemm_x exp_kernel gemm_y step_c step_d step_e step_f"))
                           .add(block, 10)
                           .add(tail)
                           .confidence();
    QVERIFY2(few < 0.4, qPrintable(QString::number(few)));
}

// More than several layers' worth of work before the first one may be another network.
void TestLayerDoubts::workOutsideOfTheLayers()
{
    const auto pass = [](int others) {
        return Kernels().add(kHead).add(QStringLiteral("step_a step_b step_c"), others).add(kLayer, 6).add(kTail).confidence();
    };
    const double usual = pass(3);
    const double much = pass(30);
    QVERIFY2(usual > 0.9, qPrintable(QString::number(usual)));
    QVERIFY2(much < 0.9, qPrintable(QString::number(much)));
}

// A prefill whose mixers no rule knows, before two passes of decode.
void TestLayerDoubts::workInNoPass()
{
    Kernels passes;
    const QString unknown = QString(kLayer).replace(QStringLiteral("flash_fwd"), QStringLiteral("mystery"));
    passes.add(kHead).add(unknown, 40).add(kTail);
    const auto addDecode = [](Kernels &kernels) {
        for (int pass = 0; pass < 3; ++pass)
            kernels.add(kHead).add(kLayer, 12).add(kTail);
        return kernels.confidence();
    };
    Kernels alone;
    QVERIFY(addDecode(alone) >= 0.9);
    const double confidence = addDecode(passes);
    QVERIFY2(confidence < 0.9, qPrintable(QString::number(confidence)));
}

// Two backward kernels of each hundred show that more of the work is no forward pass.
void TestLayerDoubts::backwardWork()
{
    const auto after = [](const QString &kernel) {
        return Kernels().add(kernel, 4).add(kHead).add(kLayer, 12).add(kTail).add(kHead).add(kLayer, 12).add(kTail).confidence();
    };
    const double forward = after(QStringLiteral("sigmoid_kernel"));
    const double backward = after(QStringLiteral("sigmoid_backward_kernel"));
    QVERIFY2(forward > 0.9, qPrintable(QString::number(forward)));
    QVERIFY2(backward < 0.9, qPrintable(QString::number(backward)));
}

// Nothing tells which of the odd kernels between two passes end the first one.
void TestLayerDoubts::workBetweenTwoPasses()
{
    const QString odd = QStringLiteral("odd_a odd_b odd_c odd_d odd_e odd_f");
    const auto asked = [](const Segmentation &found) {
        return std::ranges::any_of(found.checks, [](const SegmentationCheck &check) {
            return check.sentence.english().find("the boundary between one pass and the next") != std::string::npos;
        });
    };
    const Segmentation open = Kernels().add(kLayer, 6).add(odd).add(kLayer, 6).add(odd).add(kLayer, 6).segmented();
    QVERIFY(asked(open));
    QVERIFY2(open.confidence < 0.9, qPrintable(QString::number(open.confidence)));
    const Segmentation shown = Kernels()
                                   .add(kHead + QStringLiteral(" ") + kLayer + QStringLiteral(" ") + kLayer + QStringLiteral(" ")
                                           + kLayer + QStringLiteral(" ") + kTail,
                                       3)
                                   .segmented();
    QVERIFY(!asked(shown));
}

// A sequence that is spread over streams: what runs on others at the same time (copies in flight) is no work in no pass.
void TestLayerDoubts::workInFlight()
{
    NamedLetters letters("ENGAGFGxNGAGFGS");
    constexpr std::uint32_t kInFlight = 7;
    KernelTable &kernels = letters.trace.document.kernels;
    std::vector<std::uint32_t> positions;
    std::vector<std::uint32_t> work;
    std::vector<StreamId> streams;
    std::vector<std::int32_t> passOf(kernels.size(), 0);
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        streams.push_back(StreamId{k == kInFlight ? 2 : k % 2});
        work.push_back(k);
        if (k != kInFlight)
            positions.push_back(k);
    }
    passOf[kInFlight] = kNoPass;
    kernels.stream.assign(streams.begin(), streams.end());
    const MainSequence sequence = partOf(letters.trace.sequence, positions);
    PassLayout pass;
    pass.span = {0, sequence.size()};
    for (const std::uint32_t begin : {1U, 7U})
        pass.layers.push_back({{begin, begin + 6}, {begin + 2, begin + 3}, false, false, false, -1});
    DeviceSegmentation device;
    device.passes.resize(1);
    device.layers.resize(2);
    device.modelLayers = 2;
    const std::vector<PassLayout> layouts{pass};
    std::vector<SegmentationCheck> checks;
    (void)judge({kernels, letters.names, sequence, layouts, device, nullptr, {}, {}, passOf, work, Evidence::Discovered}, checks);
    const auto ofTime = std::ranges::find_if(checks,
        [](const SegmentationCheck &check) { return check.sentence.english().find("belongs to no pass") != std::string::npos; });
    QVERIFY(ofTime != checks.end());
    QVERIFY2(ofTime->ok, ofTime->sentence.english().c_str());
}

// What the capture shows behind the last whole layer is the begin of one more, whose end it lacks.
void TestLayerDoubts::lastLayerIsTruncated()
{
    const Segmentation found = Kernels().add(kHead).add(kLayer, 6).add(kLayer.section(QLatin1Char(' '), 0, 4)).segmented();
    const Pass &pass = found.devices.front().passes.front();
    QCOMPARE(pass.layers, 7);
    QVERIFY2(pass.note.english().find("truncated inside a layer") != std::string::npos, pass.note.english().c_str());
    QCOMPARE(found.layerOf.back(), 6);
}

// A stage whose transfers are not recorded holds an even part of the config's layers.
void TestLayerDoubts::stageOfTheConfig()
{
    const StructureTrace trace = structure("silent stage", 4, CaptureCut::Whole);
    const Segmentation found = segmented(trace, true);
    QVERIFY(found.devices.front().modelLayers < trace.config.layers);
    QVERIFY2(found.confidence > 0.4, qPrintable(QString::number(found.confidence)));
}

// Two passes have one boundary: where counting alone finds it, no other one shows that every other is missing.
void TestLayerDoubts::oneCountedBoundaryIsNotEveryOther()
{
    ModelConfig config;
    config.layers = 6;
    const Segmentation found = Kernels().add(kHead).add(kLayer, 12).add(kTail).segmented(&config);
    QCOMPARE(found.devices.front().passes.size(), std::size_t{2});
    QVERIFY2(found.confidence > 0.8, qPrintable(QString::number(found.confidence)));
}

// A part of one pass contradicts no config, also where each block is a layer.
void TestLayerDoubts::sliceOfSingleBlocks()
{
    for (const char *family : {"single halves", "Mamba and MLPs"}) {
        const StructureTrace trace = structure(family, 2, CaptureCut::Slice);
        const Segmentation without = segmented(trace, false);
        const Segmentation with = segmented(trace, true);
        QCOMPARE(with.devices.front().modelLayers, trace.config.layers);
        QCOMPARE(with.layerOf.size(), without.layerOf.size());
        QVERIFY2(with.confidence >= without.confidence - 0.02, qPrintable(QString::number(with.confidence)));
    }
}

// What is cut wrongly because the capture does not tell: it is not shown as sure.
void TestLayerDoubts::notDecided_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<bool>("slice");
    QTest::newRow("layers of micro-batches, half a layer apart") << QStringLiteral("two-batch overlap") << quint64{14} << true;
    QTest::newRow("the end of a layer that is in none") << QStringLiteral("few layers, lost events") << quint64{15} << true;
}

void TestLayerDoubts::notDecided()
{
    QFETCH(QString, family);
    QFETCH(quint64, seed);
    QFETCH(bool, slice);
    const StructureTrace trace = structure(family.toStdString(), seed, slice ? CaptureCut::Slice : CaptureCut::Whole);
    const Segmentation found = segmented(trace, false);
    QVERIFY(shareRight(trace, found, false) < 0.95);
    QVERIFY2(found.confidence < 0.9, qPrintable(QString::number(found.confidence)));
}

// The last layer that a capture of a backward pass shows repeats the others up to where a kernel was lost, not up to its end.
void TestLayerDoubts::backwardCutBehindALostKernel()
{
    const StructureTrace trace = structure("training, lost events", 14, CaptureCut::Slice);
    const double right = shareRight(trace, segmented(trace, false), false);
    QVERIFY2(right > 0.95, qPrintable(QString::number(right)));
}

LAMELLA_TEST(TestLayerDoubts)
#include "tst_LayerDoubts.moc"
