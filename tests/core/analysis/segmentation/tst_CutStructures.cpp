// SPDX-License-Identifier: GPL-3.0-or-later
// Captures that begin or end inside of passes of random structures: how much of them is right, and how sure the segmentation is
// where the capture does not show it.
#include "tests/support/StructureTrace.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <string_view>

using namespace lamella::core;
using namespace lamella::test;

namespace {

const StructureFamily &familyToCut(std::string_view name)
{
    const auto found = std::find_if(
        structureFamilies().begin(), structureFamilies().end(), [&](const StructureFamily &one) { return one.name == name; });
    Q_ASSERT(found != structureFamilies().end());
    return *found;
}

Segmentation segmentedBy(const StructureTrace &trace, const ModelConfig *config)
{
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    options.config = config;
    const KernelNames names(*trace.document, *options.profiles, nullptr);
    return segmentTrace(*trace.document, names, options).value();
}

Segmentation segmentedCapture(const StructureTrace &trace, bool withConfig = false)
{
    return segmentedBy(trace, withConfig ? &trace.config : nullptr);
}

} // namespace

class TestCutStructures : public QObject {
    Q_OBJECT
private slots:
    void layersAreRight_data();
    void layersAreRight();
    void numbersByConfig();
    void configIsAPrior();
    void configOfFewLayers();
    void endsOfTheCaptureAreNotWhole();
    void unmatchedMicroBatchesAreDoubted();
    void pausesBetweenLayersAreDoubted();
    void encodersWithoutAnEndAreDoubted();
    void layersOfTheTarget();
    void wrongConfigIsContradicted();
    void wholePassContradictsMoreLayers();
    void expertsOfTheConfigAreMissed();
    void partOfABackwardPassContradictsNoConfig();
};

void TestCutStructures::layersAreRight_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("seed");
    QTest::addColumn<CaptureCut>("cut");
    const auto add = [](const char *name, int seed, CaptureCut cut) {
        QTest::addRow("%s, %d", name, seed) << QByteArray(name) << seed << cut;
    };
    // The pattern of layer types is no sign of passes.
    add("shared attention", 1, CaptureCut::Slice);
    add("Mamba and attention", 3, CaptureCut::Slice);
    add("linear attention", 7, CaptureCut::Slice);
    // Ids and positions of a step are its input.
    add("diffusion", 2, CaptureCut::BothEnds);
    add("multimodal", 1, CaptureCut::BothEnds);
    // The last layer ends like others of its kind.
    add("single halves", 4, CaptureCut::Whole);
    // Norms that close a half.
    add("norm behind", 1, CaptureCut::Slice);
    add("sandwich norms", 3, CaptureCut::Slice);
    // The first pass shows the end of a layer, not how layers begin.
    add("XLA", 6, CaptureCut::Slice);
    add("norm behind", 6, CaptureCut::BothEnds);
    // A decoder behind an encoder that the capture cut, and without lm_head behind it.
    add("encoder-decoder", 8, CaptureCut::Slice);
    add("encoder-decoder", 9, CaptureCut::BothEnds);
    // Attention of one kernel and of two is no encoder with its decoder.
    add("no lm_head", 9, CaptureCut::Whole);
    // A first layer of another kind is no draft: nothing is embedded behind it.
    add("no lm_head", 13, CaptureCut::Whole);
    // A layer of another kind in the middle of a pass is no end of it; two cut passes do not say how many layers there are.
    for (const int seed : {18, 19, 26})
        add("an odd layer, lost events", seed, CaptureCut::Slice);
    add("dense", 15, CaptureCut::BothEnds);
    // A pass whose first layer lost its attention.
    add("lost events", 3, CaptureCut::Whole);
    // Each model has its own number of layers.
    add("two models", 9, CaptureCut::BothEnds);
    // The cut layer is like those of other passes, for its own has only one, or none of its kind.
    add("few layers", 16, CaptureCut::BothEnds);
    add("MLA", 25, CaptureCut::BothEnds);
    // Experts in the last of two layers alone.
    add("few layers", 18, CaptureCut::Whole);
    // Passes of two layers, of which the capture shows more ends than half of the places.
    add("few layers", 40, CaptureCut::BothEnds);
    // The only attention layer but for one at the end of the capture.
    add("Mamba and attention", 18, CaptureCut::Slice);
    // The last layer of the pass that the capture cuts at its front lost its attention.
    add("lost events", 47, CaptureCut::BothEnds);
    // A pass of which the capture shows the begin alone.
    add("MLA", 3, CaptureCut::BothEnds);
    add("draft with lm_head", 13, CaptureCut::BothEnds);
    // Forwards of a pipeline's warm-up follow each other.
    for (const int seed : {11, 19, 31, 33})
        add("interleaved 1F1B", seed, CaptureCut::Whole);
    // Layers of a backward pass whose ends the capture does not show: compiled, eager, with scattered gradients.
    add("1F1B", 11, CaptureCut::Slice);
    add("training", 6, CaptureCut::Slice);
    for (const int seed : {8, 18})
        add("FSDP, accumulation", seed, CaptureCut::Slice);
    // Micro-batches of which nothing but a pause shows the begin; one of a few microseconds, with dense first layers.
    for (const int seed : {2, 3, 5, 7, 9, 12, 13, 14})
        add("silent stage", seed, CaptureCut::Whole);
    for (const int seed : {13, 29})
        add("models in turns, 2 to 1", seed, CaptureCut::Whole);
    // One lost event takes no layer with it.
    add("parallel halves", 15, CaptureCut::Whole);
    add("hybrids, lost events", 16, CaptureCut::BothEnds);
    for (const int seed : {6, 10})
        add("hybrids, lost events", seed, CaptureCut::Slice);
    for (const int seed : {6, 11})
        add("Mamba, lost events", seed, CaptureCut::BothEnds);
    add("Mamba, lost events", 3, CaptureCut::Slice);
    // One, two or three kernels a layer.
    for (const int seed : {1, 2, 3, 6})
        add("fused layers", seed, CaptureCut::Whole);
    // Of those the capture may hold parts alone: attention begins each of them.
    for (const int seed : {1, 6, 9})
        add("fused layers", seed, CaptureCut::Slice);
    // A model with as many layers as two passes of the other one; a network of another kind before the first pass.
    add("two models", 5, CaptureCut::Whole);
    add("text encoder and DiT", 5, CaptureCut::Whole);
    // Layers of two micro-batches that run at the same time belong together.
    for (const int seed : {1, 4, 5, 6})
        add("two-batch overlap", seed, CaptureCut::Slice);
    // A part of a text encoder.
    for (const int seed : {1, 10})
        add("BERT", seed, CaptureCut::Slice);
    // No rule names a kernel: the first layer opens with another one than the others.
    for (const int seed : {1, 2, 6})
        add("no names", seed, CaptureCut::Whole);
    // Steps of a few products, which are no layers.
    for (const int seed : {4, 6, 12})
        add("small networks", seed, CaptureCut::Whole);
    add("BERT", 4, CaptureCut::BothEnds);
    for (const int seed : {1, 23})
        add("draft, shared lm_head", seed, CaptureCut::Whole);
    for (const int seed : {1, 9})
        add("draft model", seed, CaptureCut::BothEnds);
    add("draft without embedding", 1, CaptureCut::Whole);
    add("doubled events", 1, CaptureCut::Whole);
    // Some layers of a pass whose layers are halves; two mixers at the end of the capture.
    add("single halves", 5, CaptureCut::Slice);
    // The target of a draft model that runs more often begins inside of a layer.
    for (const int seed : {6, 13})
        add("draft model, shared lm_head", seed, CaptureCut::BothEnds);
    // Nothing but norms between the passes.
    add("nothing around layers", 2, CaptureCut::BothEnds);
    add("few layers, lost events", 4, CaptureCut::Whole);
    add("training, lost events", 2, CaptureCut::BothEnds);
    // Engines and architectures, each whole and cut.
    for (const char *name : {"hyper-connections", "chunked prefill", "Kimi linear", "exchanged experts", "Mamba and MLPs",
             "sliding windows", "fused first norms"})
        for (const int seed : {1, 2, 3})
            for (const CaptureCut cut : {CaptureCut::Whole, CaptureCut::BothEnds})
                add(name, 2 * seed - (cut == CaptureCut::Whole ? 1 : 0), cut);
}

void TestCutStructures::layersAreRight()
{
    QFETCH(QByteArray, name);
    QFETCH(int, seed);
    QFETCH(CaptureCut, cut);
    const StructureTrace trace = structureTrace(familyToCut(name.toStdString()), static_cast<std::uint64_t>(seed), cut);
    const double right = shareRight(trace, segmentedCapture(trace), false);
    QVERIFY2(right >= 0.99, qPrintable(QString::number(right)));
}

// A single pause in a stage that shows no other end may be one.
void TestCutStructures::pausesBetweenLayersAreDoubted()
{
    for (const std::uint64_t seed : {3U, 14U}) {
        const double confidence =
            segmentedCapture(structureTrace(familyToCut("silent stage"), seed, CaptureCut::BothEnds)).confidence;
        QVERIFY2(confidence < 0.7, qPrintable(QString::number(confidence)));
    }
}

// Nothing but the pooler tells whether an encoder norms before its halves or behind them.
void TestCutStructures::encodersWithoutAnEndAreDoubted()
{
    const double confidence = segmentedCapture(structureTrace(familyToCut("BERT"), 1, CaptureCut::Slice)).confidence;
    QVERIFY2(confidence < 0.8, qPrintable(QString::number(confidence)));
}

// A draft model has fewer layers, though it runs more often.
void TestCutStructures::layersOfTheTarget()
{
    for (const char *family : {"draft model", "draft without embedding"}) {
        for (const std::uint64_t seed : {1U, 4U, 9U}) {
            const StructureTrace trace = structureTrace(familyToCut(family), seed, CaptureCut::BothEnds);
            const DeviceSegmentation device = segmentedCapture(trace).devices.front();
            QCOMPARE(device.modelLayers, trace.config.layers);
            QVERIFY(
                std::any_of(device.passes.begin(), device.passes.end(), [](const Pass &p) { return p.stage == Stage::Draft; }));
        }
    }
}

// Of another model: the kernels say how many layers there are, and that the config says something else.
void TestCutStructures::wrongConfigIsContradicted()
{
    const auto contradicts = [](const SegmentationCheck &check) {
        return !check.ok && check.sentence.english().find("the config says") != std::string::npos;
    };
    for (const std::uint64_t seed : {2U, 4U}) {
        const StructureTrace trace = structureTrace(familyToCut("dense"), seed, CaptureCut::BothEnds);
        for (const int layers : {trace.config.layers + 3, 2 * trace.config.layers, trace.config.layers / 2}) {
            ModelConfig wrong = trace.config;
            wrong.layers = layers;
            const Segmentation found = segmentedBy(trace, &wrong);
            QCOMPARE(found.devices.front().modelLayers, trace.config.layers);
            QVERIFY(std::any_of(found.checks.begin(), found.checks.end(), contradicts));
            QVERIFY2(shareRight(trace, found, true) >= 0.99, qPrintable(QString::number(layers)));
            QVERIFY(found.confidence < 0.9);
        }
    }
}

// One pass with its input and its result has no more layers than it shows, whatever config or user say.
void TestCutStructures::wholePassContradictsMoreLayers()
{
    const StructureTrace trace = structureTrace(familyToCut("single pass"), 1, CaptureCut::Whole);
    ModelConfig wrong = trace.config;
    wrong.layers = 3 * trace.config.layers;
    const Segmentation byConfig = segmentedBy(trace, &wrong);
    QCOMPARE(byConfig.devices.front().modelLayers, trace.config.layers);
    QVERIFY2(byConfig.confidence < 0.9, qPrintable(QString::number(byConfig.confidence)));
    SegmentationOptions options;
    options.profiles = &builtinProfiles();
    options.layers = wrong.layers;
    const Segmentation byUser =
        segmentTrace(*trace.document, KernelNames(*trace.document, *options.profiles, nullptr), options).value();
    QVERIFY2(byUser.confidence < 0.9, qPrintable(QString::number(byUser.confidence)));
}

void TestCutStructures::expertsOfTheConfigAreMissed()
{
    const StructureTrace trace = structureTrace(familyToCut("dense"), 1, CaptureCut::Whole);
    ModelConfig other = trace.config;
    other.traits = {"moe"};
    const double confidence = segmentedBy(trace, &other).confidence;
    QVERIFY2(confidence < 0.9, qPrintable(QString::number(confidence)));
    QVERIFY(segmentedBy(trace, &trace.config).confidence > 0.9);
}

void TestCutStructures::numbersByConfig()
{
    // The capture begins inside of the only encoder, whose layers the config counts.
    for (const std::uint64_t seed : {9U, 10U}) {
        const StructureTrace trace = structureTrace(familyToCut("encoder-decoder"), seed, CaptureCut::BothEnds);
        QVERIFY(!trace.offsetKnown && trace.offsetKnownByConfig);
        const double right = shareRight(trace, segmentedCapture(trace, true), true);
        QVERIFY2(right >= 0.99, qPrintable(QString::number(right)));
        QVERIFY(!segmentedCapture(trace).devices.front().passes.front().complete);
    }
}

// The true config never makes it worse, whatever the capture holds.
void TestCutStructures::configIsAPrior()
{
    const auto compare = [](const StructureFamily &family, std::uint64_t seed, CaptureCut cut) {
        const StructureTrace trace = structureTrace(family, seed, cut);
        const double without = shareRight(trace, segmentedCapture(trace), true);
        const double with = shareRight(trace, segmentedCapture(trace, true), true);
        QVERIFY2(trace.config.layers == 0 || with >= without - 0.002,
            (std::string(family.name) + ' ' + std::to_string(seed) + ": " + std::to_string(with)).c_str());
    };
    for (const StructureFamily &family : structureFamilies())
        for (const CaptureCut cut : {CaptureCut::Whole, CaptureCut::BothEnds, CaptureCut::Slice})
            compare(family, 1, cut);
    // Passes of two layers; micro-batches parted by pauses alone; a few lost events.
    compare(familyToCut("interleaved 1F1B"), 2, CaptureCut::BothEnds);
    for (const std::uint64_t seed : {3U, 8U, 14U})
        for (const CaptureCut cut : {CaptureCut::Whole, CaptureCut::BothEnds})
            compare(familyToCut("silent stage"), seed, cut);
    for (const std::uint64_t seed : {25U, 43U, 46U})
        compare(familyToCut("lost events"), seed, CaptureCut::Slice);
    compare(familyToCut("hyper-connections"), 34, CaptureCut::Slice);
}

// Two or three layers are too few to compare them: their config is believed where passes show it, and not where they show others.
void TestCutStructures::configOfFewLayers()
{
    for (const std::uint64_t seed : {5U, 6U, 9U, 10U, 11U, 14U, 16U}) {
        const StructureTrace trace = structureTrace(familyToCut("few layers"), seed, CaptureCut::Whole);
        QVERIFY(trace.config.layers <= 3);
        const Segmentation found = segmentedCapture(trace, true);
        QCOMPARE(found.devices.front().modelLayers, trace.config.layers);
        QVERIFY(shareRight(trace, found, true) >= 0.99 && found.confidence >= 0.9);
    }
    for (const int layers : {2, 3}) {
        const StructureTrace trace = structureTrace(familyToCut("dense"), 2, CaptureCut::Whole);
        ModelConfig wrong = trace.config;
        wrong.layers = layers;
        const Segmentation found = segmentedBy(trace, &wrong);
        QCOMPARE(found.devices.front().modelLayers, trace.config.layers);
        QVERIFY(found.confidence < 0.9);
    }
}

void TestCutStructures::endsOfTheCaptureAreNotWhole()
{
    // Two passes, both cut: how many layers the model has is not shown.
    const Segmentation two = segmentedCapture(structureTrace(familyToCut("text encoder and DiT"), 5, CaptureCut::BothEnds));
    QVERIFY(!two.devices.front().passes.empty());
    for (const Pass &pass : two.devices.front().passes)
        QVERIFY(!pass.complete);
    for (const std::uint64_t seed : {18U, 19U, 26U}) { // a part of a pass that begins and ends between layers
        const Segmentation part =
            segmentedCapture(structureTrace(familyToCut("an odd layer, lost events"), seed, CaptureCut::Slice));
        QVERIFY(!part.devices.front().passes.front().complete);
    }
    // Several passes without anything between them look like one of many layers.
    QVERIFY(segmentedCapture(structureTrace(familyToCut("nothing around layers"), 16, CaptureCut::BothEnds)).confidence < 0.9);
}

void TestCutStructures::unmatchedMicroBatchesAreDoubted()
{
    const auto captured = [](std::uint64_t seed, CaptureCut cut) {
        return segmentedCapture(structureTrace(familyToCut("two-batch overlap"), seed, cut));
    };
    QVERIFY2(captured(1, CaptureCut::BothEnds).confidence >= 0.9, "passes are seen to begin");
    for (const std::uint64_t seed : {1U, 4U, 5U, 6U}) { // neither micro-batch is seen to begin or to end
        const Segmentation slice = captured(seed, CaptureCut::Slice);
        QVERIFY2(slice.confidence <= 0.8, qPrintable(QString::number(seed) + QStringLiteral(": %1").arg(slice.confidence)));
        for (const Pass &pass : slice.devices.front().passes)
            QVERIFY2(pass.confidence <= 0.9, qPrintable(QString::number(seed)));
    }
}

void TestCutStructures::partOfABackwardPassContradictsNoConfig()
{
    const StructureTrace trace = structureTrace(familyToCut("training"), 6, CaptureCut::Slice);
    const Segmentation without = segmentedCapture(trace);
    const Segmentation with = segmentedCapture(trace, true);
    const Pass &pass = without.devices.front().passes.front();
    QCOMPARE(pass.stage, Stage::Backward);
    QVERIFY(!pass.complete);
    QVERIFY2(pass.note.english().find("may be missing") != std::string::npos, pass.note.english().c_str());
    QVERIFY(pass.layers < trace.config.layers);
    QVERIFY2(with.confidence >= without.confidence, qPrintable(QString::number(with.confidence)));
}

LAMELLA_TEST(TestCutStructures)
#include "tst_CutStructures.moc"
