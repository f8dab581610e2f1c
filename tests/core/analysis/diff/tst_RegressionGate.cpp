// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/RegressionGate.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lamella::core;

namespace {

using Walls = std::vector<std::int64_t>;

Walls walls(std::mt19937 &random, int passes, double mean, double sigma, double growth = 0)
{
    std::normal_distribution<double> noise(0, sigma);
    Walls all;
    for (int i = 0; i < passes; ++i)
        all.push_back(static_cast<std::int64_t>((mean + growth * i) * (1 + noise(random))));
    return all;
}

StageComparison compared(const Walls &a, const Walls &b)
{
    return compareStages({{Stage::Decode, true, a}}, {{Stage::Decode, true, b}}).front();
}

} // namespace

class TestRegressionGate : public QObject {
    Q_OBJECT
private slots:
    void sample_data()
    {
        QTest::addColumn<QList<int>>("in");
        QTest::addColumn<int>("median");
        QTest::addColumn<int>("spread"); // -1 = none
        QTest::newRow("none") << QList<int>{} << 0 << -1;
        QTest::newRow("one") << QList<int>{70} << 70 << -1;
        QTest::newRow("too few for a spread") << QList<int>{70, 90, 80} << 80 << -1;
        QTest::newRow("even count") << QList<int>{10, 20, 20, 10} << 15 << 7;
        QTest::newRow("no noise") << QList<int>{50, 50, 50, 50, 50} << 50 << 0;
        QTest::newRow("growth is no noise") << QList<int>{100, 110, 120, 130, 140, 150} << 125 << 0;
        QTest::newRow("one outlier does not count") << QList<int>{100, 100, 900, 100, 100, 100} << 100 << 0;
    }
    void sample()
    {
        QFETCH(QList<int>, in);
        QFETCH(int, median);
        QFETCH(int, spread);
        const Walls numbers(in.begin(), in.end());
        const WallSample s = wallSample(numbers);
        QCOMPARE(static_cast<qsizetype>(s.passes), in.size());
        QCOMPARE(s.medianNs, median);
        QCOMPARE(s.spreadNs.has_value() ? static_cast<int>(*s.spreadNs) : -1, spread);
    }

    void spreadIsThatOfTheNoise()
    {
        std::mt19937 random(1);
        const WallSample s = wallSample(walls(random, 2000, 1e7, 0.02, 500));
        QVERIFY(s.spreadNs.has_value());
        const double share = static_cast<double>(*s.spreadNs) / static_cast<double>(s.medianNs);
        QVERIFY2(std::abs(share - 0.02) < 0.002, qPrintable(QString::number(share)));
    }

    void chanceDoesNotFailABuild()
    {
        // The same program twice, a few noisy passes each: three standard errors, so about one in a hundred is called different.
        std::mt19937 random(2);
        int failed = 0;
        int found = 0;
        for (int i = 0; i < 500; ++i) {
            failed += fails(compared(walls(random, 12, 6e6, 0.03), walls(random, 12, 6e6, 0.03)), 0.0) ? 1 : 0;
            found += fails(compared(walls(random, 12, 6e6, 0.03), walls(random, 12, 6.9e6, 0.03)), 0.05) ? 1 : 0;
        }
        QVERIFY2(failed <= 20, qPrintable(QString::number(failed)));
        QVERIFY2(found >= 480, qPrintable(QString::number(found)));
    }

    void gate_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("failAbove");
        QTest::addColumn<bool>("fail");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("the same") << 1.0 << 0.0 << false << "unchanged";
        QTest::newRow("below the least noise") << 1.009 << 0.0 << false << "unchanged";
        QTest::newRow("slower, but allowed") << 1.04 << 0.05 << false << "slower";
        QTest::newRow("slower than allowed") << 1.06 << 0.05 << true << "slower";
        QTest::newRow("faster") << 0.8 << 0.05 << false << "faster";
    }
    void gate()
    {
        QFETCH(double, factor);
        QFETCH(double, failAbove);
        QFETCH(bool, fail);
        QFETCH(QString, verdict);
        const StageComparison row = compared(Walls(8, 1'000'000), Walls(8, std::llround(factor * 1e6)));
        QCOMPARE(fails(row, failAbove), fail);
        QCOMPARE(QString::fromUtf8(verdictName(row.verdict).data()), verdict);
    }

    void tooFewPassesAreGivenTwoPercent()
    {
        const StageComparison row = compared({1'000'000}, {1'015'000});
        QCOMPARE(row.noiseNs, 20'000);
        QCOMPARE(row.verdict, Verdict::Unchanged);
        QVERIFY(fails(compared({1'000'000}, {1'030'000}), 0.0));
    }

    void stagesOfOneSideFailNothing()
    {
        const auto rows = compareStages({{Stage::Decode, true, {5}}}, {{Stage::Prefill, true, {9}}});
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].verdict, Verdict::OnlyB);
        QCOMPARE(rows[1].verdict, Verdict::OnlyA);
        QVERIFY(!fails(rows[0], 0) && !fails(rows[1], 0));
    }

    void steadyPassesCountWhereThereAreAny()
    {
        Segmentation segmentation;
        DeviceSegmentation device;
        const auto add = [&device](Stage stage, PassState state, bool complete, std::int64_t wall) {
            Pass pass;
            pass.number = static_cast<int>(device.passes.size());
            pass.stage = stage;
            pass.state = state;
            pass.complete = complete;
            pass.range = {{0}, {wall}};
            device.passes.push_back(pass);
        };
        add(Stage::Prefill, PassState::Unknown, true, 90);
        add(Stage::Prefill, PassState::Unknown, false, 10);
        add(Stage::Decode, PassState::Cold, true, 30);
        add(Stage::Decode, PassState::Steady, true, 20);
        add(Stage::Decode, PassState::Steady, true, 21);
        segmentation.devices.push_back(device);
        const auto stages = stageWalls(segmentation, DeviceId(0));
        QCOMPARE(stages.size(), std::size_t{2});
        QCOMPARE(stages[0].wallsNs, Walls{90});
        QVERIFY(!stages[0].steady && stages[1].steady);
        QCOMPARE(stages[1].wallsNs, (Walls{20, 21}));
        QVERIFY(stageWalls(segmentation, DeviceId(4)).empty());
    }
};

QTEST_GUILESS_MAIN(TestRegressionGate)
#include "tst_RegressionGate.moc"
