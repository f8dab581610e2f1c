// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/RankComparison.h"
#include "core/analysis/ranks/Stragglers.h"
#include "tests/support/RankJob.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella;
using namespace lamella::core;
using test::RankJob;

class TestRankComparison : public QObject {
    Q_OBJECT
private slots:
    void stragglerAndItsLayerAreNamed_data()
    {
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("layer");
        QTest::newRow("one layer") << 2 << 5;
        QTest::newRow("first rank, first layer") << 0 << 0;
        QTest::newRow("last rank, last layer") << 3 << 7;
    }
    void stragglerAndItsLayerAreNamed()
    {
        QFETCH(int, rank);
        QFETCH(int, layer);
        RankJob job;
        job.clocks = {{}, {4'000'000'000, 30e-6}, {-2'000'000'000, -10e-6}, {1'000, 0}};
        job.straggler = rank;
        job.stragglerLayer = layer;
        const auto traces = job.build();
        const auto compared = compareRanks(test::views(traces)).value();
        QCOMPARE(compared.passes.size(), std::size_t(job.passes));
        QVERIFY(compared.straggler.has_value());
        QCOMPARE(int(compared.straggler->rank), rank);
        QCOMPARE(compared.straggler->layer, layer);
        QVERIFY(std::abs(compared.straggler->layerExcessNs - job.stragglerNs) < 5'000);
        QVERIFY(compared.straggler->layerShare > 0.7);
        std::int64_t wall = 0; // of the passes, as they are shown
        for (const RankPass &pass : compared.passes)
            wall += pass.whole.ranks[std::size_t(rank)]->wallNs;
        const double share = double(compared.straggler->excessNs) * double(compared.passes.size()) / double(wall);
        if (compared.straggler->passes == compared.passes.size())
            QVERIFY(std::abs(compared.straggler->share - share) < 1e-5);
        for (const RankPass &pass : compared.passes) {
            const RankRow &row = pass.layers[std::size_t(layer)];
            QCOMPARE(row.layer, layer);
            QCOMPARE(int(row.slowest.value_or(99)), rank);
            for (std::size_t r = 0; r < 4; ++r) {
                const std::int64_t wait = row.ranks[r]->waitNs;
                QVERIFY2(int(r) == rank ? wait < 3'000 : wait > 35'000 && wait < 45'000, qPrintable(QString::number(wait)));
            }
        }
    }
    void evenRanksHaveNoStraggler()
    {
        RankJob job;
        job.jitterNs = 0;
        const auto traces = job.build();
        const auto compared = compareRanks(test::views(traces)).value();
        QVERIFY(!compared.straggler);
        for (const RankPass &pass : compared.passes)
            for (const RankRow &layer : pass.layers) {
                QCOMPARE(qint64(layer.skewNs), qint64(0));
                QCOMPARE(qint64(layer.ranks[0]->waitNs), qint64(0));
                QVERIFY(!layer.slowest && !layer.waitedFor);
            }
    }
    void exposedWaitIsWhatNothingElseCovers()
    {
        std::string a = "7: ";
        std::string b = "7: ";
        std::string side = "; 8: ";
        test::KernelPlaces cutA;
        test::KernelPlaces cutB;
        for (const int t : {0, 1'000, 2'300, 3'100, 4'700}) {
            a += "gemm@" + std::to_string(t) + "+10 nccl@" + std::to_string(t + 10) + "+140 ";
            side += "attn@" + std::to_string(t + 50) + "+60 ";
            b += "gemm@" + std::to_string(t) + "+110 nccl@" + std::to_string(t + 110) + "+40 ";
            cutA.insert(cutA.end(), 3, {0, 0});
            cutB.insert(cutB.end(), 2, {0, 0});
        }
        std::vector<std::unique_ptr<test::BuiltTrace>> traces;
        traces.push_back(std::make_unique<test::BuiltTrace>(a + side, cutA));
        traces.push_back(std::make_unique<test::BuiltTrace>(b, cutB));
        const auto compared = compareRanks(test::views(traces)).value();
        const RankRow &row = compared.passes.front().layers.front();
        QCOMPARE(qint64(row.ranks[0]->waitNs), qint64(500)); // 5 x (140 - 40)
        QCOMPARE(qint64(row.ranks[0]->exposedWaitNs), qint64(200)); // [10, 110) without [50, 110): 40 each
        QCOMPARE(qint64(row.ranks[1]->waitNs), qint64(0));
        QCOMPARE(qint64(row.ranks[0]->ownNs()), qint64(4'850 - 200));
        QCOMPARE(row.slowest.value_or(9), std::size_t(1));
        QCOMPARE(qint64(compared.waitAt(0, KernelId(1))), qint64(100));
        QCOMPARE(qint64(compared.waitAt(0, KernelId(0))), qint64(0));
    }
    // Both do the same; the second one begins 40 ns late, and the first waits for it in the first collective.
    void lateRankIsWaitedForThoughItIsNotSlower()
    {
        std::string a = "7: ";
        std::string b = "7: ";
        test::KernelPlaces cut;
        for (const int t : {0, 1'000, 2'300, 3'100, 4'700}) {
            const int late = t == 0 ? 40 : 0;
            a += "gemm@" + std::to_string(t) + "+100 nccl@" + std::to_string(t + 100) + "+" + std::to_string(10 + late) + " ";
            b += "gemm@" + std::to_string(t + late) + "+100 nccl@" + std::to_string(t + late + 100) + "+10 ";
            cut.insert(cut.end(), 2, {0, 0});
        }
        std::vector<std::unique_ptr<test::BuiltTrace>> traces;
        traces.push_back(std::make_unique<test::BuiltTrace>(a, cut));
        traces.push_back(std::make_unique<test::BuiltTrace>(b, cut));
        const auto compared = compareRanks(test::views(traces)).value();
        const RankRow &row = compared.passes.front().layers.front();
        QCOMPARE(qint64(row.ranks[0]->ownNs()), qint64(row.ranks[1]->ownNs()));
        QVERIFY(!row.slowest);
        QCOMPARE(row.waitedFor.value_or(9), std::size_t(1));
        QVERIFY(!compared.straggler);
    }
    void passesArePairedByTheirCollectives()
    {
        RankJob job;
        job.firstPassMissingOf = 1;
        job.clocks = {{}, {9'000'000'000, 0}};
        const auto traces = job.build();
        const auto compared = compareRanks(test::views(traces)).value();
        QCOMPARE(compared.passes.size(), std::size_t(job.passes - 1));
        for (const RankPass &pass : compared.passes) {
            QCOMPARE(pass.whole.ranks[0]->pass, pass.pass);
            QCOMPARE(pass.whole.ranks[1]->pass, pass.pass - 1);
            QVERIFY(pass.whole.skewNs < 5'000);
        }
    }
    // Part of a pass is no fast pass; where all ranks recorded only a part, those are compared.
    void partOfAPassIsNotComparedWithWholePasses()
    {
        RankJob job;
        job.clocks = {{}, {4'000'000'000, 0}, {-1'000'000, 0}};
        const auto traces = job.build();
        const auto passOf = [&traces](std::size_t rank) -> Pass & { return traces[rank]->segmentation->devices[0].passes.back(); };
        passOf(1).complete = false;
        const auto compared = compareRanks(test::views(traces)).value();
        QCOMPARE(compared.partial, std::size_t(1));
        QCOMPARE(compared.passes.size(), std::size_t(job.passes));
        QCOMPARE(compared.passes.back().whole.compared, std::size_t(2));
        QVERIFY(!compared.passes.back().whole.ranks[1]);
        QCOMPARE(compared.passes.front().whole.compared, std::size_t(3));
        passOf(0).complete = false;
        passOf(2).complete = false;
        const auto parts = compareRanks(test::views(traces)).value();
        QCOMPARE(parts.partial, std::size_t(0));
        QCOMPARE(parts.passes.back().whole.compared, std::size_t(3));
    }
    // Each exceeds the median of some passes, and none takes longer than another over all of them.
    void ranksThatAreSlowInTurnLeaveNoStraggler()
    {
        std::vector<RankPass> passes(12);
        for (std::size_t p = 0; p < passes.size(); ++p)
            for (std::size_t rank = 0; rank < 4; ++rank) {
                RankTimes times;
                times.wallNs = 1000 + (p % 4 == rank ? 200 : 0);
                passes[p].whole.ranks.emplace_back(times);
            }
        QVERIFY(!findStraggler(passes, 4));
        for (RankPass &pass : passes)
            pass.whole.ranks[2]->wallNs += 100;
        const auto straggler = findStraggler(passes, 4);
        QVERIFY(straggler.has_value());
        QCOMPARE(straggler->rank, std::size_t(2));
        QCOMPARE(straggler->excessNs, 100);
    }
    void oneRankComparesWithNobody()
    {
        RankJob job;
        job.clocks = {{}};
        const auto traces = job.build();
        const auto compared = compareRanks(test::views(traces)).value();
        QVERIFY(compared.passes.empty());
        QVERIFY(!compared.straggler);
    }
};

LAMELLA_TEST(TestRankComparison)
#include "tst_RankComparison.moc"
