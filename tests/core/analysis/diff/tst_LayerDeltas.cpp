// SPDX-License-Identifier: GPL-3.0-or-later
// Differences by layer: medians over the passes, noise of each layer, and layers that only one side has.
#include "core/analysis/diff/LayerDeltas.h"
#include "tests/support/TestMain.h"

#include <QTest>

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

DeviceSegmentation deviceWith(std::vector<std::string> types)
{
    DeviceSegmentation device;
    device.typeNames = std::move(types);
    return device;
}

} // namespace

class TestLayerDeltas : public QObject {
    Q_OBJECT
private slots:
    void mediansByNumber()
    {
        DeviceSegmentation a = deviceWith({"dense"});
        DeviceSegmentation b = deviceWith({"dense"});
        for (const std::int64_t more : {0, 10, 20}) {
            addPass(a, {{0, 0, 1000 + more}, {1, 0, 2000 + more}});
            addPass(b, {{0, 0, 1005 + more}, {1, 0, 1500 + more}});
        }
        const auto deltas = layerDeltas(a, b, Stage::Decode);
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
        QVERIFY(layerDeltas(a, b, Stage::Prefill).empty());
    }

    // Two dense layers became one: the MoE layers still meet, and the second dense one is alone.
    void otherNumbersAreAlignedByTypeAndOrder()
    {
        DeviceSegmentation a = deviceWith({"dense", "moe"});
        DeviceSegmentation b = deviceWith({"moe", "dense"}); // the same types in another order
        addPass(a, {{0, 0, 100}, {1, 0, 110}, {2, 1, 500}, {3, 1, 510}});
        addPass(b, {{0, 1, 90}, {1, 0, 400}, {2, 0, 420}});
        const auto deltas = layerDeltas(a, b, Stage::Decode);
        QCOMPARE(deltas.size(), std::size_t{4});
        QCOMPARE(deltas[0].layerB, 0);
        QCOMPARE(deltas[0].figure->deltaNs(), std::int64_t{-10});
        QCOMPARE(deltas[1].layerA, 1);
        QCOMPARE(deltas[1].layerB, kNoLayer);
        QVERIFY(!deltas[1].figure);
        QCOMPARE(deltas[2].layerB, 1);
        QCOMPARE(deltas[2].figure->deltaNs(), std::int64_t{-100});
        QCOMPARE(deltas[3].layerB, 2);
        const auto back = layerDeltas(b, a, Stage::Decode); // and what is only in B comes last
        QCOMPARE(back.size(), std::size_t{4});
        QCOMPARE(back.back().layerA, kNoLayer);
        QCOMPARE(back.back().layerB, 1);
    }
};

LAMELLA_TEST(TestLayerDeltas)
#include "tst_LayerDeltas.moc"
