// SPDX-License-Identifier: GPL-3.0-or-later
// Differences by layer: medians over the passes, noise of each layer, and layers that only one side has.
#include "core/analysis/PassLevels.h"
#include "core/analysis/StagePasses.h"
#include "core/analysis/diff/LayerDeltas.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lamella::core;

namespace {

struct LayerOf {
    int layer;
    int type;
    std::int64_t wallNs;
};

// A pass after the others, its layers one behind the other.
void addPass(DeviceSegmentation &device, const std::vector<LayerOf> &layers)
{
    Pass pass;
    pass.number = static_cast<int>(device.passes.size());
    pass.stage = Stage::Decode;
    pass.state = PassState::Steady;
    pass.complete = true;
    pass.layers = static_cast<int>(layers.size());
    pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
    std::int64_t at = device.passes.empty() ? 0 : device.passes.back().range.end.value + 1000;
    pass.range.begin = {at};
    for (const LayerOf &one : layers) {
        LayerSpan span;
        span.pass = pass.number;
        span.layer = one.layer;
        span.type = one.type;
        span.range = {{at}, {at + one.wallNs}};
        at += one.wallNs;
        device.layers.push_back(span);
    }
    pass.range.end = {at};
    device.passes.push_back(pass);
}

Segmentation withTypes(std::vector<std::string> types)
{
    Segmentation made;
    made.devices.emplace_back();
    made.devices[0].device = DeviceId{0};
    made.devices[0].typeNames = std::move(types);
    made.mainDevice = DeviceId{0};
    return made;
}

DeltaSide side(const Segmentation &segmentation, std::size_t pass, bool ofStage)
{
    const Pass &shown = segmentation.devices[0].passes[pass];
    DeltaSide made{segmentation, {DeviceId{0}, &shown}};
    if (ofStage)
        made.passes = stagePasses(segmentation.devices[0], shown.stage).counted;
    return made;
}

std::vector<LayerPair> pairsOf(const std::vector<LayerDelta> &deltas)
{
    std::vector<LayerPair> pairs;
    for (const LayerDelta &delta : deltas)
        pairs.push_back(
            {delta.layerA == kNoLayer ? kNoCounterpart : delta.layerA, delta.layerB == kNoLayer ? kNoCounterpart : delta.layerB});
    return pairs;
}

} // namespace

class TestLayerDeltas : public QObject {
    Q_OBJECT
private slots:
    void mediansOfTheStages()
    {
        Segmentation a = withTypes({"dense"});
        Segmentation b = withTypes({"dense"});
        for (const std::int64_t more : {0, 10, 20}) {
            addPass(a.devices[0], {{0, 0, 1000 + more}, {1, 0, 2000 + more}});
            addPass(b.devices[0], {{0, 0, 1005 + more}, {1, 0, 1500 + more}});
        }
        const auto deltas = layerDeltas(side(a, 0, true), side(b, 0, true));
        QCOMPARE(deltas.size(), std::size_t{2});
        QCOMPARE(deltas[0].layerA, 0);
        QCOMPARE(deltas[0].layerB, 0);
        QVERIFY(deltas[0].figure && deltas[1].figure);
        QCOMPARE(deltas[0].figure->aNs(), std::int64_t{1010}); // the middle one of 1000, 1010, 1020
        QCOMPARE(deltas[0].figure->deltaNs(), std::int64_t{5});
        QCOMPARE(deltas[0].figure->noiseNs, std::int64_t{20}); // three passes: 2 % of 1010 are assumed
        QVERIFY(deltas[0].figure->verdict == Verdict::Unchanged);
        QCOMPARE(deltas[1].figure->deltaNs(), std::int64_t{-500});
        QVERIFY(deltas[1].figure->verdict == Verdict::Faster);
    }

    // One pass has no spread of its own: it takes that of its stage, with the standard error of one pass.
    void aPassAloneHasTheNoiseOfItsStage()
    {
        Segmentation trace = withTypes({"dense"});
        for (const std::int64_t ns : {900, 950, 1000, 1050, 1100})
            addPass(trace.devices[0], {{0, 0, ns}});
        trace.devices[0].passes[0].state = PassState::Outlier; // 950, 1000, 1050, 1100 count
        const WallSample stage = wallSample(std::vector<std::int64_t>{950, 1000, 1050, 1100});
        const WallSample alone = deltaSample(side(trace, 0, false), 0);
        QCOMPARE(alone.passes, std::size_t{1});
        QCOMPARE(alone.medianNs, std::int64_t{900});
        QVERIFY(alone.spreadNs && alone.spreadNs == stage.spreadNs);
        QVERIFY(*alone.spreadNs > 0);
        const Figure figure = deltaFigure(alone, alone);
        QCOMPARE(
            figure.noiseNs, std::int64_t(std::llround(3 * std::sqrt(2.0) * 2.125 * double(*alone.spreadNs)))); // 1 + 9 / 4^1.5
        QCOMPARE(deltaSample(side(trace, 0, true), kNoLayer).passes, std::size_t{4});
    }

    // Passes at a level of their own against the others: medians over both, each with its own spread. The passes shown say
    // nothing about it.
    void aLevelAgainstTheOthers()
    {
        Segmentation trace = withTypes({"dense"});
        const std::vector<std::int64_t> noise{-30, -10, 0, 10, 30};
        for (int i = 0; i < 25; ++i) {
            const std::int64_t slower = i >= 10 && i < 15 ? 400 : 0;
            const std::int64_t own = noise[static_cast<std::size_t>(i % 5)];
            addPass(trace.devices[0], {{0, 0, 1000 + own + slower}, {1, 0, 2000 + 2 * own}});
        }
        const LevelSides level = levelSides(stagePasses(trace.devices[0], Stage::Decode).settled, 10, 14);
        QCOMPARE(level.own.size(), std::size_t{5});
        QCOMPARE(level.rest.size(), std::size_t{20});
        DeltaSide rest = side(trace, 0, false); // the fastest pass
        rest.passes = level.rest;
        DeltaSide own = side(trace, 14, false); // the slowest of the level
        own.passes = level.own;
        const Figure whole = deltaFigure(deltaSample(rest, kNoLayer), deltaSample(own, kNoLayer));
        QCOMPARE(whole.a.passes, std::size_t{20});
        QCOMPARE(whole.b.passes, std::size_t{5});
        QCOMPARE(whole.aNs(), std::int64_t{3000});
        QCOMPARE(whole.deltaNs(), std::int64_t{400});
        QVERIFY(whole.verdict == Verdict::Slower);
        const auto deltas = layerDeltas(rest, own);
        QCOMPARE(deltas.size(), std::size_t{2});
        QVERIFY(deltas[0].figure && deltas[1].figure);
        QCOMPARE(deltas[0].figure->deltaNs(), std::int64_t{400});
        QVERIFY(deltas[0].figure->a.spreadNs && deltas[0].figure->b.spreadNs);
        QVERIFY(deltas[0].figure->verdict == Verdict::Slower);
        QCOMPARE(deltas[1].figure->deltaNs(), std::int64_t{0}); // the passes shown differ by 120
        QVERIFY(deltas[1].figure->verdict == Verdict::Unchanged);
    }

    // As the lanes and the table `diff` pair them: two dense layers became one, the MoE layers still meet.
    void otherNumbersAreAlignedByTypeAndOrder()
    {
        Segmentation a = withTypes({"dense", "moe"});
        Segmentation b = withTypes({"moe", "dense"}); // the same types in another order
        addPass(a.devices[0], {{0, 0, 100}, {1, 0, 110}, {2, 1, 500}, {3, 1, 510}});
        addPass(b.devices[0], {{0, 1, 90}, {1, 0, 400}, {2, 0, 420}});
        for (const bool swapped : {false, true}) {
            const DeltaSide first = swapped ? side(b, 0, true) : side(a, 0, true);
            const DeltaSide second = swapped ? side(a, 0, true) : side(b, 0, true);
            std::vector<LayerPair> expected =
                pairLayers(layerList(first.segmentation, first.pass), layerList(second.segmentation, second.pass));
            std::erase_if(expected, [](const LayerPair &pair) { return pair.a == kHeadLayer || pair.a == kTailLayer; });
            const auto deltas = layerDeltas(first, second);
            QVERIFY(pairsOf(deltas) == expected);
            for (const LayerDelta &delta : deltas)
                QCOMPARE(delta.figure.has_value(), delta.layerA != kNoLayer && delta.layerB != kNoLayer);
        }
        QCOMPARE(counterpartOf(3, layerList(a, side(a, 0, true).pass), layerList(b, side(b, 0, true).pass)), 2);
    }
};

LAMELLA_TEST(TestLayerDeltas)
#include "tst_LayerDeltas.moc"
