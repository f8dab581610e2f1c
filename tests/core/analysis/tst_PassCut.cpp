// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PassCut.h"
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/import/DiagnosticKinds.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace lamella::core;

namespace {

constexpr std::uint32_t kKernels = 5; // of a whole layer

struct CutPass {
    std::vector<int> layers; // in the order of time
    std::uint32_t lastKernels = kKernels; // of the last of them
    Stage stage = Stage::Decode;
    bool complete = false;
};

const CutPass kWhole{{0, 1, 2, 3}, kKernels, Stage::Decode, true};
const CutPass kWholeBackward{{3, 2, 1, 0}, kKernels, Stage::Backward, true};

// Passes of a model of four layers, one after another.
DeviceSegmentation deviceOf(const std::vector<CutPass> &passes)
{
    DeviceSegmentation device;
    std::int64_t at = 0;
    for (const CutPass &cut : passes) {
        Pass pass;
        pass.number = static_cast<int>(device.passes.size());
        pass.stage = cut.stage;
        pass.complete = cut.complete;
        pass.layers = static_cast<int>(cut.layers.size());
        pass.expectedLayers = 4;
        pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
        for (const int layer : cut.layers) {
            device.layers.push_back(
                {pass.number, layer, 0, {{at}, {at + 8}}, layer == cut.layers.back() ? cut.lastKernels : kKernels});
            at += 10;
        }
        std::sort(device.layers.begin() + pass.firstLayer, device.layers.end(),
            [](const LayerSpan &a, const LayerSpan &b) { return a.layer < b.layer; });
        device.passes.push_back(pass);
    }
    return device;
}

} // namespace

class TestPassCut : public QObject {
    Q_OBJECT
private slots:
    void theLastLayerIsNamed_data()
    {
        QTest::addColumn<std::vector<CutPass>>("passes");
        QTest::addColumn<int>("pass");
        QTest::addColumn<QString>("text"); // empty: not known
        const auto row = [](const char *name, const std::vector<CutPass> &passes, int pass, const char *text) {
            QTest::newRow(name) << passes << pass << QString::fromLatin1(text);
        };
        row("whole", {kWhole, kWhole}, 1, "");
        row("the end of the capture", {kWhole, {{0, 1}}}, 1, "recorded up to layer 1");
        row("inside of a layer", {kWhole, {{0, 1}, 3}}, 1, "recorded up to a part of layer 1");
        row("no complete pass of the stage: as the other layers", {{{0, 1, 2}, 3}}, 0, "recorded up to a part of layer 2");
        row("in the tail", {kWhole, {{0, 1, 2, 3}}}, 1, "recorded up to layer 3");
        row("the begin of the capture", {{{2, 3}}, kWhole}, 0, "recorded from layer 2");
        row("in the head", {{{0, 1, 2, 3}}, kWhole}, 0, "recorded from layer 0");
        row("a backward pass ends with its first layer", {kWholeBackward, {{3, 2}, kKernels, Stage::Backward}}, 1,
            "recorded up to layer 2");
        row("a backward pass that began before", {{{1, 0}, kKernels, Stage::Backward}, kWholeBackward}, 0,
            "recorded from layer 1");
        row("one layer of a backward pass", {kWholeBackward, {{3}, kKernels, Stage::Backward}}, 1, "recorded up to layer 3");
        row("within the run layers lack for another reason", {kWhole, {{0, 1}}, kWhole}, 1, "");
        row("both ends of the only pass", {{{1, 2}}}, 0, "recorded from layer 1 up to layer 2");
        row("a layer inside of the last pass is missing", {kWhole, {{0, 1, 3}}}, 1, "");
        row("a layer inside of the first pass is missing", {{{0, 2, 3}}, kWhole}, 0, "");
        row("all layers of the only pass: either end", {{{0, 1, 2, 3}}}, 0, "");
        row("no layer", {kWhole, {{}}}, 1, "");
    }

    void theLastLayerIsNamed()
    {
        QFETCH(std::vector<CutPass>, passes);
        QFETCH(int, pass);
        QFETCH(QString, text);
        const DeviceSegmentation device = deviceOf(passes);
        const std::vector<PassCut> cuts = passCuts(device, device.passes[static_cast<std::size_t>(pass)]);
        QCOMPARE(QString::fromStdString(passCutText(cuts).english()), text);
    }

    // Of a model whose number of layers is not known.
    void withoutACountNothingIsCut()
    {
        DeviceSegmentation device = deviceOf({kWhole, {{0, 1}}});
        device.passes[1].expectedLayers = 0;
        QVERIFY(passCuts(device, device.passes[1]).empty());
    }

    void innerLayersAreNoEnds()
    {
        DeviceSegmentation device = deviceOf({kWhole, {{0, 1, 2, 3}}});
        QCOMPARE(passCuts(device, device.passes[1]).size(), std::size_t{1});
        device.layers[6].kernels = 0;
        QVERIFY(passCuts(device, device.passes[1]).empty());
    }

    // A file that stops early may have lost events of a pass that shows all of its layers, but one that lacks layers is partial
    // all the same.
    void lostEventsAreNoCut()
    {
        const auto document = lamella::test::documentFromText("7: gemm@0+5");
        document->diagnostics.add(diagnostics::kTruncatedArray, 0, {});
        const auto textOf = [&document](const CutPass &last) {
            DeviceSegmentation device = deviceOf({kWhole, last});
            markLostEvents(*document, {}, device);
            Pass &pass = device.passes[1];
            return pass.complete ? std::string("complete") : passCutText(passCuts(device, pass)).english();
        };
        QCOMPARE(textOf(kWhole), std::string());
        QCOMPARE(textOf({{0, 1}}), std::string("recorded up to layer 1"));
    }
};

LAMELLA_TEST(TestPassCut)
#include "tst_PassCut.moc"
