// SPDX-License-Identifier: GPL-3.0-or-later
// One pass of six layers and what stands at its ends: the norm behind the layers is the pass's own, a product before them
// prepares its input, and the part of a layer that the capture cut is a layer. The truth is what the trace was written from.
#include "core/analysis/Segmentation.h"
#include "core/profile/KernelNames.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <climits>

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

class TestCutLayers : public QObject {
    Q_OBJECT
private slots:
    void endsOfThePass_data();
    void endsOfThePass();
    void confidenceOfALonePass();
    void aCutLayerIsLikeNoOther();
    void aCutLayerThatChooses();
    void anotherCountInTheConfig();
    void aModulatedEndIsNoLayer();
    void passesThatAgreeOnTheirNumber();
    void aPartOfModulatedLayers();
    void whatComesBeforeEachLayer_data();
    void whatComesBeforeEachLayer();
    void aCutTowerIsNotNumberedByTheLanguageModel();
    void aTowerOfMoreLayersThanTheLanguageModel();
    void selfAndCrossAttentionWrittenOut();
    void oneLostActivationMovesNoBoundary();
    void draftsOfACutCaptureKeepTheirEnds();
    void microBatchesHalfALayerApart();
    void microBatchesWithoutAnEnd();
    void candidatesOfAnAutotuner();
};

namespace {

constexpr int kLayers = 6;
const QStringList kLayer = QStringLiteral("rms_norm_kernel qkv_gemm_cutlass rotary_embedding_kernel flash_fwd_kernel "
                                          "o_proj_gemm_cutlass ncclDevKernel_AllReduce_Sum_bf16_RING_LL "
                                          "fused_add_rms_norm_kernel gate_up_gemm_cutlass silu_and_mul_kernel down_gemm_cutlass")
                               .split(QLatin1Char(' '));

// Kernels launched one by one, inside frames of modules or without them.
class PassText {
public:
    explicit PassText(bool framed)
        : m_framed(framed)
    {
    }
    void module(const QString &name, const QStringList &kernels)
    {
        const int begin = m_now - 5;
        for (const QString &kernel : kernels)
            launch(kernel);
        if (m_framed && !name.isEmpty())
            frame(name, begin, m_now - 6);
    }
    [[nodiscard]] std::shared_ptr<const TraceDocument> document()
    {
        if (m_framed)
            frame(QStringLiteral("Model_0"), kBegin - 6, m_now);
        m_events.chop(1);
        return openText(traceObject(m_events.toStdString()));
    }

private:
    static constexpr int kBegin = 1000; // us

    void launch(const QString &kernel)
    {
        ++m_launch;
        event(QStringLiteral(R"("cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1)"), m_now - 5, 1);
        event(QStringLiteral(R"("cat":"kernel","name":"%1","pid":0,"tid":7)").arg(kernel), m_now, 9);
        m_now += 10;
    }
    void frame(const QString &name, int begin, int end)
    {
        m_events +=
            QStringLiteral(R"({"ph":"X","cat":"python_function","name":"nn.Module: %1","pid":1,"tid":1,"ts":%2,"dur":%3},)")
                .arg(name)
                .arg(begin)
                .arg(end - begin);
    }
    void event(const QString &what, int start, int duration)
    {
        m_events += QStringLiteral(R"({"ph":"X",%1,"ts":%2,"dur":%3,"args":{"device":0,"stream":7,"correlation":%4}},)")
                        .arg(what)
                        .arg(start)
                        .arg(duration)
                        .arg(m_launch);
    }

    bool m_framed = false;
    int m_now = kBegin;
    int m_launch = 0;
    QString m_events;
};

std::shared_ptr<const TraceDocument> passWith(bool framed, const QStringList &before, const QStringList &behind)
{
    PassText text(framed);
    text.module({}, before);
    for (int layer = 0; layer < kLayers; ++layer)
        text.module(QStringLiteral("DecoderLayer_%1").arg(layer), kLayer);
    text.module(QStringLiteral("RMSNorm_12"), behind);
    return text.document();
}

Segmentation segmentedPass(const TraceDocument &document, const ModelConfig *config = nullptr)
{
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    options.config = config;
    const KernelNames names(document, *options.profiles, nullptr);
    return segmentTrace(document, names, options).value();
}

// Kernels of head, layers and tail: "1 10 10 10 10 10 10 2".
QString parts(const Segmentation &segmentation)
{
    QStringList runs;
    int last = INT_MIN;
    int size = 0;
    for (const std::int32_t layer : segmentation.layerOf) {
        if (layer != last && size > 0)
            runs << QString::number(size);
        size = layer == last ? size + 1 : 1;
        last = layer;
    }
    return (runs << QString::number(size)).join(QLatin1Char(' '));
}

} // namespace

void TestCutLayers::endsOfThePass_data()
{
    QTest::addColumn<bool>("framed");
    QTest::addColumn<QStringList>("before");
    QTest::addColumn<QStringList>("behind");
    QTest::addColumn<int>("layers");
    QTest::addColumn<QString>("parts");
    const QStringList embedding{QStringLiteral("embedding_kernel")};
    const QStringList product{QStringLiteral("down_gemm_cutlass")};
    const QStringList sampling{QStringLiteral("argmax_sampling_kernel")};
    const QString all = QStringLiteral("%1 10 10 10 10 10 10 %2");
    for (const bool framed : {false, true}) {
        const char *how = framed ? "frames" : "kernels alone";
        QTest::addRow("final norm, %s", how) << framed << embedding << kLayer.mid(0, 1) << 6 << all.arg(1).arg(1);
        QTest::addRow("product before, %s", how) << framed << product << sampling << 6 << all.arg(1).arg(1);
    }
    QTest::newRow("frames of no layer") << true << embedding << kLayer.mid(0, 3) << 6 << all.arg(1).arg(3);
    QTest::newRow("begin of a layer") << false << embedding << kLayer.mid(0, 2) << 7 << all.arg(1).arg(2);
    QTest::newRow("most of a layer") << false << embedding << kLayer.mid(0, 3) << 7 << all.arg(1).arg(3);
    QTest::newRow("end of a layer") << false << kLayer.mid(8) << sampling << 7 << all.arg(2).arg(1);
}

void TestCutLayers::endsOfThePass()
{
    QFETCH(bool, framed);
    QFETCH(QStringList, before);
    QFETCH(QStringList, behind);
    QFETCH(int, layers);
    QFETCH(QString, parts);
    const auto document = passWith(framed, before, behind);
    const Segmentation found = segmentedPass(*document);
    QCOMPARE(found.devices[0].passes.size(), std::size_t{1});
    QCOMPARE(::parts(found), parts);
    QCOMPARE(found.devices[0].passes[0].layers, layers);
    QCOMPARE(found.evidence, framed ? Evidence::Annotation : Evidence::Discovered);
}

// There is no other pass to compare it with, and nothing names what ends it.
void TestCutLayers::confidenceOfALonePass()
{
    const auto document = passWith(true, {QStringLiteral("embedding_kernel")}, kLayer.mid(0, 1));
    const Segmentation lone = segmentedPass(*document);
    const auto ended = passWith(true, {QStringLiteral("embedding_kernel")},
        {QStringLiteral("rms_norm_kernel"), QStringLiteral("lm_head_gemm"), QStringLiteral("argmax_sampling_kernel")});
    const Segmentation shown = segmentedPass(*ended);
    QVERIFY2(lone.confidence < 0.995, qPrintable(QString::number(lone.confidence)));
    QVERIFY(lone.confidence < shown.confidence);
    QCOMPARE(lone.devices[0].passes[0].confidence, lone.confidence);
    // Nothing else is in doubt: no reason to look at the layers first (help/layers.md).
    QVERIFY2(lone.devices[0].passes[0].confidence > 0.9, qPrintable(QString::number(lone.devices[0].passes[0].confidence)));
    QCOMPARE(lone.devices[0].passes[0].confidenceWhy.english(),
        std::string(
            "6 layers, which no other whole pass and no config confirm; 100 % of its layers run the same kernels as another "
            "layer"));
}

void TestCutLayers::aCutLayerIsLikeNoOther()
{
    const auto document = passWith(false, {QStringLiteral("embedding_kernel")}, kLayer.mid(0, 3));
    const std::string why = segmentedPass(*document).devices[0].passes[0].confidenceWhy.english();
    QVERIFY2(why.find("100 % of its whole layers run the same kernels as another layer; a layer that the capture truncated is "
                      "compared with none")
            != std::string::npos,
        why.c_str());
}

// Frames show the first layer and what follows the last one: a config of more layers is that of another model.
// Layers of sparse attention choose tokens with a kernel that samples elsewhere: the begin of one is no result of the pass.
void TestCutLayers::aCutLayerThatChooses()
{
    QStringList layer = kLayer;
    layer.insert(3, QStringLiteral("topKPerRowDecode"));
    PassText text(false);
    const QStringList input{QStringLiteral("embedding_kernel")};
    for (const int layers : {kLayers, kLayers, 2}) {
        text.module({}, input);
        for (int l = 0; l < layers; ++l)
            text.module({}, layer);
        const QStringList result = QStringLiteral("fused_add_rms_norm_kernel lm_head_gemm_cutlass argmax_kernel").split(u' ');
        text.module({}, layers == kLayers ? result : layer.first(4));
    }
    const Segmentation segmentation = segmentedPass(*text.document());
    QCOMPARE(int(segmentation.layerOf.back()), 2);
}

void TestCutLayers::anotherCountInTheConfig()
{
    const auto document = passWith(true, {QStringLiteral("embedding_kernel")}, kLayer.mid(0, 1));
    ModelConfig config;
    config.layers = kLayers + 4;
    const Segmentation found = segmentedPass(*document, &config);
    QCOMPARE(found.devices[0].passes[0].layers, kLayers);
    QVERIFY2(found.confidence < 0.9, qPrintable(QString::number(found.confidence)));
}

namespace {

// A layer of a diffusion model: scale and shift of its first norm are a product.
const QStringList kModulation{QStringLiteral("silu_kernel"), QStringLiteral("modulation_gemm_cutlass"),
    QStringLiteral("layer_norm_kernel"), QStringLiteral("scale_kernel"), QStringLiteral("shift_kernel")};
const QStringList kModulated = kModulation
    + QStringLiteral("qkv_gemm_cutlass flash_fwd_kernel o_proj_gemm_cutlass CUDAFunctor_add layer_norm_kernel scale_kernel "
                     "shift_kernel up_gemm_cutlass gelu_kernel down_gemm_cutlass CUDAFunctor_add")
          .split(QLatin1Char(' '));

} // namespace

// What ends the pass begins as a layer does, up to another product.
void TestCutLayers::aModulatedEndIsNoLayer()
{
    PassText text(false);
    text.module({}, {QStringLiteral("patch_gemm_cutlass")});
    for (int layer = 0; layer < kLayers; ++layer)
        text.module({}, kModulated);
    text.module({}, kModulation + QStringList{QStringLiteral("final_gemm_cutlass")});
    const auto document = text.document();
    QCOMPARE(parts(segmentedPass(*document)), QStringLiteral("1 16 16 16 16 16 16 6"));
}

// The end of the last pass begins as a layer does, further than its norms, but both passes have as many layers before it.
void TestCutLayers::passesThatAgreeOnTheirNumber()
{
    PassText text(false);
    for (int pass = 0; pass < 2; ++pass) {
        text.module({}, {QStringLiteral("time_embedding_kernel"), QStringLiteral("patch_gemm_cutlass")});
        for (int layer = 0; layer < kLayers; ++layer)
            text.module({}, kModulated);
        text.module({}, kModulated.mid(0, 6));
    }
    const Segmentation found = segmentedPass(*text.document());
    QCOMPARE(found.devices[0].passes.size(), std::size_t{2});
    QCOMPARE(found.devices[0].passes[1].layers, kLayers);
}

// Text encoders that norm last have the same kernels in a part of a pass, but for the modulation.
void TestCutLayers::aPartOfModulatedLayers()
{
    PassText text(false);
    text.module({}, kModulated.mid(9));
    for (int layer = 0; layer < kLayers; ++layer)
        text.module({}, kModulated);
    text.module({}, kModulated.mid(0, 8));
    const auto document = text.document();
    QCOMPARE(parts(segmentedPass(*document)), QStringLiteral("7 16 16 16 16 16 16 8"));
}

void TestCutLayers::whatComesBeforeEachLayer_data()
{
    QTest::addColumn<QString>("head");
    QTest::addColumn<QString>("lead"); // before each layer, behind `end` of the one before
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("parts");
    const auto row = [](const char *name, const char *head, const char *lead, const char *end, const char *parts) {
        QTest::newRow(name) << QString::fromLatin1(head) << QString::fromLatin1(lead) << QString::fromLatin1(end)
                            << QString::fromLatin1(parts);
    };
    row("parameters that FSDP gathers", "embedding_kernel", "split_with_sizes_copy_out_kernel", "CUDAFunctor_add",
        "1 11 11 11 11 11 11 2");
    row("the same behind a fused add", "embedding_kernel", "split_with_sizes_copy_out_kernel", "", "1 10 10 10 10 10 10 2");
    row("scale and shift of a diffusion model", "embedding_kernel", "CUDAFunctor_add direct_copy_kernel",
        "mul_kernel CUDAFunctor_add", "1 17 17 17 17 17 17 6");
    row("one kernel of them", "embedding_kernel", "CUDAFunctor_add", "mul_kernel CUDAFunctor_add", "1 16 16 16 16 16 16 5");
    row("a norm without mean that closes them", "embedding_kernel mul_kernel CUDAFunctor_add", "",
        "CUDAFunctor_add mul_kernel CUDAFunctor_add", "3 12 12 12 12 12 12 2");
    row("a multiplier", "embedding_kernel vectorized_elementwise_kernel", "", "CUDAFunctor_add vectorized_elementwise_kernel",
        "2 11 11 11 11 11 11 2");
    row("positions added to the embedding", "embedding_kernel CUDAFunctor_add", "", "CUDAFunctor_add", "2 10 10 10 10 10 10 2");
    row("and behind a bias", "embedding_kernel CUDAFunctor_add", "", "CUDAFunctor_add CUDAFunctor_add", "2 11 11 11 11 11 11 2");
    row("an embedding that is reduced over ranks", "embedding_kernel ncclDevKernel_AllReduce", "", "ncclDevKernel_AllReduce",
        "2 10 10 10 10 10 10 2");
}

// It opens the layer where it comes before the first one, too, and leaves the others what they add to the residual.
void TestCutLayers::whatComesBeforeEachLayer()
{
    QFETCH(QString, head);
    QFETCH(QString, lead);
    QFETCH(QString, end);
    QFETCH(QString, parts);
    const auto kernels = [](const QString &text) { return text.split(QLatin1Char(' '), Qt::SkipEmptyParts); };
    // A diffusion model scales and shifts its norms, the last one, too.
    const bool modulates = lead.startsWith(QStringLiteral("CUDAFunctor"));
    const QString norm =
        QStringLiteral("layer_norm_kernel ") + (modulates ? QStringLiteral("mul_kernel CUDAFunctor_add ") : QString());
    const QStringList layer = kernels(norm + QStringLiteral("qkv_gemm_cutlass flash_fwd_kernel o_gemm_cutlass CUDAFunctor_add ")
        + norm + QStringLiteral("up_gemm_cutlass gelu_kernel down_gemm_cutlass"));
    PassText text(false);
    text.module({}, kernels(head));
    for (int i = 0; i < kLayers; ++i)
        text.module({}, kernels(lead) + layer + kernels(end));
    text.module({}, (modulates ? kernels(lead) : QStringList()) + kernels(norm + QStringLiteral("final_gemm_cutlass")));
    QCOMPARE(::parts(segmentedPass(*text.document())), parts);
}

// The capture begins inside of a vision tower: its last layers are numbered by the config's tower, or from the first one seen.
void TestCutLayers::aCutTowerIsNotNumberedByTheLanguageModel()
{
    const QStringList tower =
        QStringLiteral("layer_norm_kernel tower_qkv_gemm_cutlass tower_rotary_embedding_kernel flash_fwd_kernel "
                       "tower_o_gemm_cutlass CUDAFunctor_add layer_norm_kernel tower_up_gemm_cutlass gelu_kernel "
                       "tower_down_gemm_cutlass CUDAFunctor_add")
            .split(QLatin1Char(' '));
    PassText text(false);
    text.module({}, tower.mid(3));
    for (int layer = 1; layer < 5; ++layer)
        text.module({}, tower);
    text.module(
        {}, {QStringLiteral("layer_norm_kernel"), QStringLiteral("merger_gemm_cutlass"), QStringLiteral("embedding_kernel")});
    for (int layer = 0; layer < kLayers + 2; ++layer)
        text.module({}, kLayer);
    text.module({}, {kLayer[0], QStringLiteral("lm_head_gemm"), QStringLiteral("argmax_sampling_kernel")});
    const auto document = text.document();
    ModelConfig config;
    config.layers = kLayers + 2;
    for (const int visionLayers : {0, 12}) {
        config.visionLayers = visionLayers;
        const Segmentation found = segmentedPass(*document, &config);
        QCOMPARE(found.devices[0].passes.size(), std::size_t{2});
        QCOMPARE(found.layerOf.front(), visionLayers == 0 ? 0 : visionLayers - 5);
        QVERIFY(!found.devices[0].passes[0].complete);
        QCOMPARE(found.devices[0].passes[1].layers, kLayers + 2);
    }
}

// A kernel that each layer of the tower runs once and each of the language model three times marks no layers of either.
void TestCutLayers::aTowerOfMoreLayersThanTheLanguageModel()
{
    const QStringList tower = QStringLiteral("layer_norm_kernel tower_qkv_gemm_cutlass flash_fwd_kernel wide_gemm_cutlass "
                                             "CUDAFunctor_add layer_norm_kernel tower_up_gemm_cutlass gelu_kernel "
                                             "tower_down_gemm_cutlass CUDAFunctor_add")
                                  .split(QLatin1Char(' '));
    QStringList language = kLayer;
    for (const int product : {1, 4, 9})
        language[product] = QStringLiteral("wide_gemm_cutlass");
    PassText text(false);
    text.module({}, {QStringLiteral("conv2d_kernel")});
    for (int layer = 0; layer < 27; ++layer)
        text.module({}, tower);
    text.module(
        {}, {QStringLiteral("layer_norm_kernel"), QStringLiteral("merger_gemm_cutlass"), QStringLiteral("embedding_kernel")});
    for (int layer = 0; layer < kLayers; ++layer)
        text.module({}, language);
    text.module({}, {kLayer[0], QStringLiteral("lm_head_gemm"), QStringLiteral("argmax_sampling_kernel")});
    const auto document = text.document();
    const Segmentation found = segmentedPass(*document);
    QCOMPARE(found.devices[0].passes.size(), std::size_t{2});
    QCOMPARE(found.devices[0].passes[0].layers, 27);
    QCOMPARE(found.devices[0].passes[1].layers, kLayers);
}

// The decoder of a T5, whose attention is products and a softmax, and whose feed-forward half shows by its ReLU alone.
void TestCutLayers::selfAndCrossAttentionWrittenOut()
{
    const QString norm = QStringLiteral("pow_tensor_kernel rsqrt_kernel mul_kernel ");
    const QString attends =
        QStringLiteral("scores_gemm_cutlass softmax_warp_forward values_gemm_cutlass o_gemm_cutlass CUDAFunctor_add ");
    const QString layer = norm + QStringLiteral("q_gemm_cutlass k_gemm_cutlass v_gemm_cutlass ") + attends + norm
        + QStringLiteral("q_gemm_cutlass ") + attends + norm
        + QStringLiteral("up_gemm_cutlass launch_clamp_scalar down_gemm_cutlass CUDAFunctor_add");
    PassText text(false);
    for (int pass = 0; pass < 3; ++pass) {
        text.module({}, {QStringLiteral("embedding_kernel")});
        for (int l = 0; l < kLayers; ++l)
            text.module({}, layer.split(QLatin1Char(' ')));
        text.module(
            {}, {QStringLiteral("rms_norm_kernel"), QStringLiteral("lm_head_gemm"), QStringLiteral("argmax_sampling_kernel")});
    }
    const auto document = text.document();
    const QString pass = QStringLiteral("1 27 27 27 27 27 27 3");
    QCOMPARE(parts(segmentedPass(*document)), QStringList({pass, pass, pass}).join(QLatin1Char(' ')));
}

// Nothing stands around the layers of a stage of a pipeline, so that what repeats shows where they begin.
void TestCutLayers::oneLostActivationMovesNoBoundary()
{
    PassText text(false);
    for (int pass = 0; pass < 5; ++pass) {
        text.module({}, {QStringLiteral("ncclDevKernel_SendRecv")});
        for (int layer = 0; layer < 3; ++layer) {
            QStringList kernels = kLayer;
            if (pass == 3 && layer == 2)
                kernels.removeAt(8);
            text.module({}, kernels);
        }
    }
    const auto document = text.document();
    const Segmentation found = segmentedPass(*document);
    QStringList sizes;
    for (const LayerSpan &layer : found.devices[0].layers)
        sizes << QString::number(layer.kernels);
    QCOMPARE(sizes.join(QLatin1Char(' ')), QStringLiteral("10 10 10 10 10 10 10 10 10 10 10 9 10 10 10"));
}

// The capture begins inside of a target pass and ends in the head of a draft, which is no part of the tail before it.
void TestCutLayers::draftsOfACutCaptureKeepTheirEnds()
{
    const QStringList tail{kLayer[0], QStringLiteral("lm_head_gemm"), QStringLiteral("argmax_sampling_kernel")};
    const QStringList head{
        QStringLiteral("embedding_kernel"), QStringLiteral("CatArrayBatchedCopy"), QStringLiteral("fc_gemm_cutlass")};
    PassText text(false);
    const auto target = [&](int layers) {
        for (int layer = 0; layer < layers; ++layer)
            text.module({}, kLayer);
        text.module({}, tail);
    };
    text.module({}, kLayer.mid(7));
    target(7);
    for (int round = 0; round < 3; ++round) {
        for (int draft = 0; draft < 3; ++draft)
            text.module({}, head + kLayer + QStringList{QStringLiteral("cublasLt::splitKreduce_kernel")} + tail);
        if (round < 2) {
            text.module({}, head.mid(0, 1));
            target(8);
        }
    }
    text.module({}, head);
    const auto document = text.document();
    const Segmentation found = segmentedPass(*document);
    int drafts = 0;
    for (const Pass &pass : found.devices[0].passes) {
        drafts += pass.stage == Stage::Draft ? 1 : 0;
        if (pass.stage == Stage::Draft && drafts < 9)
            QCOMPARE(pass.kernels, std::uint32_t{3 + 11 + 3});
    }
    QCOMPARE(drafts, 9);
}

namespace {

const QStringList kAttention = kLayer.mid(0, 6);
const QStringList kFeedForward = kLayer.mid(6);

// The first micro-batch is half a layer ahead.
QStringList turns(int layers)
{
    QStringList kernels = kAttention + kFeedForward + kAttention;
    for (int layer = 1; layer < layers; ++layer)
        kernels += kAttention + kFeedForward + kFeedForward + kAttention;
    return kernels + kFeedForward;
}

} // namespace

// A layer holds what runs from its first attention to the next layer's, and the last one all that is left.
void TestCutLayers::microBatchesHalfALayerApart()
{
    PassText text(false);
    for (int pass = 0; pass < 3; ++pass) {
        text.module({}, {QStringLiteral("embedding_kernel")});
        text.module({}, turns(kLayers));
        text.module({}, {kLayer[0], QStringLiteral("lm_head_gemm"), QStringLiteral("argmax_sampling_kernel")});
    }
    const auto document = text.document();
    const Segmentation found = segmentedPass(*document);
    QCOMPARE(found.devices[0].passes.size(), std::size_t{3});
    const QString pass = QStringLiteral("1 16 20 20 20 20 24 3");
    QCOMPARE(parts(found), QStringList({pass, pass, pass}).join(QLatin1Char(' ')));
}

// Both attentions stand before both feed-forward halves, whether one micro-batch is half a layer ahead or not.
void TestCutLayers::microBatchesWithoutAnEnd()
{
    PassText text(false);
    text.module({}, turns(8).mid(26, 100));
    const auto document = text.document();
    const Segmentation found = segmentedPass(*document);
    QVERIFY2(found.confidence > 0 && found.confidence < 0.6, qPrintable(QString::number(found.confidence)));
}

// They run in the frame of the layer that is tuned, which is as large as many, and hold feed-forward work and norms.
void TestCutLayers::candidatesOfAnAutotuner()
{
    PassText text(true);
    text.module({}, {QStringLiteral("embedding_kernel")});
    for (int layer = 0; layer < kLayers; ++layer) {
        QStringList kernels = kLayer.mid(0, 9);
        for (int candidate = 0; layer == 1 && candidate < 4; ++candidate)
            kernels << kLayer.mid(6, 3);
        text.module(QStringLiteral("DecoderLayer_%1").arg(layer), kernels << kLayer.mid(9));
    }
    text.module(QStringLiteral("RMSNorm_12"), kLayer.mid(0, 1));
    const auto document = text.document();
    const Segmentation found = segmentedPass(*document);
    QCOMPARE(parts(found), QStringLiteral("1 10 22 10 10 10 10 1"));
}

LAMELLA_TEST(TestCutLayers)
#include "tst_CutLayers.moc"
