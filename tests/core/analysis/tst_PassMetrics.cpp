// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Coverage.h"
#include "core/analysis/Hotness.h"
#include "core/analysis/LayerParts.h"
#include "core/analysis/PassMetrics.h"
#include "core/base/Saturate.h"
#include "tests/support/HostText.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QList>
#include <QTest>

using namespace lamella;
using namespace lamella::core;

namespace {

using Intervals = QList<QPair<int, int>>; // start, end

// One pass on streams 7 and 8: head, two layers with a parallel collective each, tail; then work outside.
// Layer 0: 10..40 (gemm 10-20, attn 20-30, nccl 25-40). Layer 1: 50..72 (gemm 50-60, norm 60-62, nccl 55-72). Tail 80..85.
constexpr std::string_view kText =
    "7: copy@2+3 gemm@10+10 attn@20+10 gemm@50+10 norm@60+2 gemm@80+5 odd@100+40; 8: nccl@25+15 nccl@55+17";
const test::KernelPlaces kPlaces{
    {0, kHeadLayer}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, kTailLayer}, {kNoPass, kNoLayer}};

KernelScope wholeScope(const test::BuiltTrace &trace, std::optional<std::vector<bool>> streams = {})
{
    KernelScope scope;
    scope.devices = {DeviceId(0)};
    for (const Pass &pass : trace.segmentation->devices[0].passes)
        scope.passes.push_back({DeviceId(0), &pass});
    scope.streams = std::move(streams);
    return scope;
}

std::int64_t of(const CategorySums &sums, Category category)
{
    return sums[static_cast<std::size_t>(category)];
}

} // namespace

class TestPassMetrics : public QObject {
    Q_OBJECT
private slots:
    void workSumCountsOverlapOnce_data()
    {
        QTest::addColumn<Intervals>("intervals");
        QTest::addColumn<int>("sum");
        QTest::addColumn<int>("busy");
        QTest::addColumn<int>("wall");
        QTest::newRow("none") << Intervals{} << 0 << 0 << 0;
        QTest::newRow("apart") << Intervals{{0, 10}, {20, 25}} << 15 << 15 << 25;
        QTest::newRow("touching") << Intervals{{0, 10}, {10, 25}} << 25 << 25 << 25;
        QTest::newRow("overlapping") << Intervals{{0, 10}, {5, 15}} << 20 << 15 << 15;
        QTest::newRow("inside") << Intervals{{0, 50}, {5, 15}, {60, 70}} << 70 << 60 << 70;
        QTest::newRow("long one ends last, started first") << Intervals{{0, 50}, {45, 46}} << 51 << 50 << 50;
        QTest::newRow("no duration") << Intervals{{5, 5}, {9, 9}} << 0 << 0 << 4;
        QTest::newRow("before zero") << Intervals{{-20, -10}, {-15, 5}} << 30 << 25 << 25;
    }
    void workSumCountsOverlapOnce()
    {
        QFETCH(Intervals, intervals);
        QFETCH(int, sum);
        QFETCH(int, busy);
        QFETCH(int, wall);
        WorkSum work;
        for (const auto &i : intervals)
            work.add(i.first, i.second);
        QCOMPARE(work.sumNs, sum);
        QCOMPARE(work.busyNs, busy);
        QCOMPARE(work.wallNs(), wall);
        QCOMPARE(work.idleNs(), wall - busy);
        QCOMPARE(static_cast<qsizetype>(work.count), intervals.size());
    }

    void sumsOfHostileTimesStopAtTheLargest()
    {
        constexpr std::int64_t kLong = 3'000'000'000'000'000'000;
        WorkSum work;
        for (int i = 0; i < 5; ++i)
            work.add(0, kLong);
        QCOMPARE(work.sumNs, INT64_MAX);
        QCOMPARE(work.busyNs, kLong);
        QCOMPARE(meanNs(INT64_MAX, 2), INT64_MAX / 2 + 1);
        QCOMPARE(addSaturated(INT64_MIN, -1), INT64_MIN);
    }

    // A copy on another stream ends after the last kernel of its layer: the mean is over the layers' own walls.
    void averageIsThatOfTheTableOfLayers()
    {
        const test::BuiltTrace trace(
            "7: norm@0+10 gemm@10+10 norm@20+10 gemm@30+10; 8: copy@15+45", {{0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}});
        trace.segmentation->devices[0].layers[0].range = {{0}, {20}}; // its range on the main stream
        const KernelScope scope = wholeScope(trace);
        std::int64_t walls = 0;
        const auto layers = layerMetrics(trace.input(), scope, scope.passes[0]);
        for (const LayerMetrics &m : layers)
            walls += m.work.wallNs();
        QCOMPARE(layers.size(), std::size_t{2});
        const PassMetrics m = passMetrics(trace.input(), scope, scope.passes[0]);
        QCOMPARE(*m.averageLayerNs, walls / 2);
        QCOMPARE(*m.firstLayerNs, 60);
    }

    void passHasWallBusySumIdle()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const KernelScope scope = wholeScope(trace);
        const PassMetrics m = passMetrics(trace.input(), scope, scope.passes[0]);
        QCOMPARE(m.work.range.begin.value, 2);
        QCOMPARE(m.work.wallNs(), 83);
        QCOMPARE(m.work.sumNs, 3 + 10 + 10 + 15 + 10 + 17 + 2 + 5);
        QCOMPARE(m.work.busyNs, 3 + 30 + 22 + 5);
        QCOMPARE(m.work.idleNs(), 23);
        QCOMPARE(m.work.count, 8u);
        QCOMPARE(*m.averageLayerNs, 26);
        QCOMPARE(*m.firstLayerNs, 30);
    }
    void passOnOneStream()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const KernelScope scope = wholeScope(trace, std::vector<bool>{false, true});
        const PassMetrics m = passMetrics(trace.input(), scope, scope.passes[0]);
        QCOMPARE(m.work.count, 2u);
        QCOMPARE(m.work.sumNs, 32);
        QCOMPARE(*m.firstLayerNs, 30);
    }
    void layersAreCutByLayerNotByStream()
    {
        const test::BuiltTrace trace(kText, kPlaces);
        const KernelScope scope = wholeScope(trace);
        const std::vector<LayerMetrics> layers = layerMetrics(trace.input(), scope, scope.passes[0]);
        QCOMPARE(layers.size(), 4u);
        QCOMPARE(layers[0].layer, kHeadLayer);
        QCOMPARE(layers[1].layer, 0);
        QCOMPARE(layers[3].layer, kTailLayer);
        const LayerMetrics &first = layers[1];
        QCOMPARE(first.work.wallNs(), 30);
        QCOMPARE(first.work.busyNs, 30);
        QCOMPARE(first.work.sumNs, 35);
        QCOMPARE(first.work.count, 3u);
        QCOMPARE(first.collectives, 1u);
        QCOMPARE(of(first.categoryNs, Category::Gemm), 10);
        QCOMPARE(of(first.categoryNs, Category::Attention), 10);
        QCOMPARE(of(first.categoryNs, Category::Communication), 15);
        QCOMPARE(of(layers[2].categoryNs, Category::Norm), 2);
        QCOMPARE(layers[2].work.wallNs(), 22);
    }
    void clustersAddUpByType()
    {
        test::BuiltTrace trace(kText, kPlaces);
        DeviceSegmentation &device = trace.segmentation->devices[0];
        device.typeNames = {"A", "B"};
        device.layers[0].type = 1;
        const KernelScope scope = wholeScope(trace);
        std::vector<ClusterMetrics> clusters = clusterMetrics(trace.input(), layerMetrics(trace.input(), scope, scope.passes[0]));
        QCOMPARE(clusters.size(), 2u);
        QCOMPARE(clusters[0].type, std::string("B"));
        QCOMPARE(clusters[0].wallNs, 30);
        QVERIFY(clusters[1].type.empty()); // layer 1 has no type
        device.layers[0].type = 0;
        device.layers[1].type = 0;
        clusters = clusterMetrics(trace.input(), layerMetrics(trace.input(), scope, scope.passes[0]));
        QCOMPARE(clusters.size(), 1u);
        QCOMPARE(clusters[0].layers, 2u);
        QCOMPARE(clusters[0].wallNs, 52);
        QCOMPARE(clusters[0].sumNs, 64);
        QCOMPARE(of(clusters[0].categoryNs, Category::Communication), 32);
    }
    void meanRoundsToNearest()
    {
        QCOMPARE(meanNs(7, 2), 4);
        QCOMPARE(meanNs(5, 3), 2);
        QCOMPARE(meanNs(4, 3), 1);
        QCOMPARE(meanNs(-7, 2), -4);
        QCOMPARE(meanNs(0, 0), 0);
    }

    void hotnessByName()
    {
        const test::BuiltTrace trace("7: b@0+10 a@20+4 b@30+20 a@60+8 c@70+42 a@200+6 a@300+30", {});
        std::vector<KernelId> all;
        for (std::uint32_t k = 0; k < trace.document->kernels.size(); ++k)
            all.push_back(KernelId(k));
        const std::vector<NameHotness> names = hotness(*trace.document, all);
        QCOMPARE(names.size(), 3u);
        QCOMPARE(trace.document->text(names[0].name), std::string_view("a")); // 48
        QCOMPARE(names[0].count, 4u);
        QCOMPARE(names[0].sumNs, 48);
        QCOMPARE(names[0].minNs, 4);
        QCOMPARE(names[0].maxNs, 30);
        QCOMPARE(names[0].medianNs, 7); // of 4 6 8 30
        QCOMPARE(trace.document->text(names[1].name), std::string_view("c"));
        QCOMPARE(names[1].medianNs, 42);
        QCOMPARE(names[2].medianNs, 15);
        QVERIFY(hotness(*trace.document, {}).empty());
    }
    void medianOfAnEvenNumberIsRoundedLikeAMean()
    {
        const test::BuiltTrace trace("7: a@0+5 a@10+6", {});
        QCOMPARE(hotness(*trace.document, std::vector<KernelId>{KernelId(0), KernelId(1)})[0].medianNs, 6);
    }
    void equalSumsAreInOrderOfName()
    {
        const test::BuiltTrace trace("7: z@0+5 m@10+5 a@20+5", {});
        const std::vector<KernelId> all{KernelId(0), KernelId(1), KernelId(2)};
        std::string order;
        for (const NameHotness &h : hotness(*trace.document, all))
            order += trace.document->text(h.name);
        QCOMPARE(order, std::string("amz"));
    }

    void coverageOfGpuTime()
    {
        test::BuiltTrace trace(kText, kPlaces);
        trace.document->kernels.kind[0] = KernelKind::Memcpy;
        test::addHost(*trace.document, "1: cudaLaunchKernel>1@0+1");
        const Coverage c = coverage(*trace.document, *trace.names, *trace.segmentation);
        QCOMPARE(c.gpuNs, 112);
        QCOMPARE(c.inPassesNs, 72);
        QCOMPARE(c.unnamedNs, 40);
        QCOMPARE(c.gpuWork, 9u);
        QCOMPARE(c.kernels, 8u);
        QCOMPARE(c.launchShare(), 1.0 / 9);
        QCOMPARE(c.ownLaunchShare(), 1.0 / 9);
        trace.document->kernels.launch[2] = trace.document->kernels.launch[1]; // two kernels with one launch: a graph
        const Coverage shared = coverage(*trace.document, *trace.names, *trace.segmentation);
        QCOMPARE(shared.withoutLaunch, 7u);
        QCOMPARE(shared.launchShare(), 2.0 / 9);
        QCOMPARE(shared.ownLaunchShare(), 0.0);
        QCOMPARE(c.unnamedShare(), 40.0 / 112);
        trace.document->kernels.launch[3] = EventId(9999); // the call is not there: its time is not known
        QCOMPARE(coverage(*trace.document, *trace.names, *trace.segmentation).withoutLaunch, 7u);
    }
    void coverageOfNothing()
    {
        const test::BuiltTrace trace("", {});
        const Coverage c = coverage(*trace.document, *trace.names, *trace.segmentation);
        QCOMPARE(c.inPassesShare(), 0.0);
        QCOMPARE(c.launchShare(), 0.0);
    }

    void partsSplitAtTheNormAfterAttention()
    {
        // norm gemm rope attn gemm | norm moe; the collective on stream 8 is assigned by its start.
        const test::BuiltTrace trace("7: norm@0+1 gemm@2+1 rope@4+1 attn@6+1 gemm@8+1 norm@12+1 moe@14+1; 8: nccl@10+9 nccl@15+1",
            test::KernelPlaces(9, {0, 0}));
        const KernelScope scope = wholeScope(trace);
        const LayerParts parts(trace.input(), scope.passes[0], joinLaunches(*trace.document));
        QVERIFY(parts.of(0, 0) == LayerPart::Attention);
        QVERIFY(parts.of(0, 10) == LayerPart::Attention);
        QVERIFY(parts.of(0, 12) == LayerPart::FeedForward);
        QVERIFY(parts.of(0, 15) == LayerPart::FeedForward);
        QVERIFY(parts.of(1, 0) == LayerPart::None);
    }
    void layerWithoutAttentionHasNoParts()
    {
        const test::BuiltTrace trace("7: norm@0+1 gemm@2+1 norm@4+1 gemm@6+1", test::KernelPlaces(4, {0, 0}));
        const KernelScope scope = wholeScope(trace);
        QVERIFY(LayerParts(trace.input(), scope.passes[0], joinLaunches(*trace.document)).of(0, 5) == LayerPart::None);
    }
};

LAMELLA_TEST(TestPassMetrics)
#include "tst_PassMetrics.moc"
