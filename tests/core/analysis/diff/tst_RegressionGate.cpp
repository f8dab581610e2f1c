// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/RegressionGate.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
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

StageWalls decode(const Walls &walls)
{
    return {Stage::Decode, walls.size(), true, 0, walls, walls};
}

StageComparison stages(const Walls &a, const Walls &b)
{
    return compareStages({decode(a)}, {decode(b)}).front();
}

Figure compared(const Walls &a, const Walls &b, Measure measure = Measure::Median)
{
    return stages(a, b).figures.at(static_cast<std::size_t>(measure));
}

bool anyFails(const Walls &a, const Walls &b, double share)
{
    const StageComparison row = stages(a, b);
    return std::any_of(row.figures.begin(), row.figures.end(), [share](const Figure &f) { return fails(f, share); });
}

// Verdicts of median, mean and P90.
QString verdicts(const Walls &a, const Walls &b)
{
    QStringList names;
    for (const Figure &figure : stages(a, b).figures)
        names << QString::fromUtf8(verdictName(figure.verdict).data());
    return names.join(QLatin1Char(' '));
}

// `count` passes of 1 ms, then the others.
Walls even(int count, const Walls &others = {})
{
    Walls all(static_cast<std::size_t>(count), 1'000'000);
    all.insert(all.end(), others.begin(), others.end());
    return all;
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
        QTest::newRow("growth is no noise") << QList<int>{1000, 1010, 1020, 1030, 1040, 1050} << 1025 << 0;
        QTest::newRow("steeper than a context grows") << QList<int>{100, 100, 100, 150} << 100 << 0;
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

    void chanceIsRareHoweverFewPasses_data()
    {
        QTest::addColumn<int>("passes");
        for (const int passes : {4, 5, 6, 7, 8, 10, 12, 20, 40})
            QTest::addRow("%d", passes) << passes;
    }
    // The same program twice, with noise below and above the one that a trend is told from: neither slower nor faster, whichever
    // of the three figures, but for about one of a hundred runs each. With 20 standard deviations the median is slower.
    void chanceIsRareHoweverFewPasses()
    {
        QFETCH(int, passes);
        constexpr int kRuns = 1000;
        for (const double sigma : {0.004, 0.03}) {
            std::mt19937 random(3);
            int differ = 0;
            int found = 0;
            for (int i = 0; i < kRuns; ++i) {
                const Walls a = walls(random, passes, 6e7, sigma);
                differ +=
                    verdicts(a, walls(random, passes, 6e7, sigma)) == QStringLiteral("unchanged unchanged unchanged") ? 0 : 1;
                found += fails(compared(a, walls(random, passes, 6e7 * (1 + 20 * sigma), sigma)), 0.0) ? 1 : 0;
            }
            QVERIFY2(differ <= 40, qPrintable(QStringLiteral("%1 of %2, sigma %3").arg(differ).arg(kRuns).arg(sigma)));
            QVERIFY2(found >= 990, qPrintable(QStringLiteral("%1 of %2, sigma %3").arg(found).arg(kRuns).arg(sigma)));
        }
    }

    // A spread of m passes counts 1 + 9 / m^1.5 times.
    void theSpreadOfFewPassesIsUncertain()
    {
        const Walls four{990'000, 1'010'000, 1'010'000, 990'000}; // without a trend, also four times
        Walls sixteen;
        for (int i = 0; i < 4; ++i)
            sixteen.insert(sixteen.end(), four.begin(), four.end());
        const WallSample few = wallSample(four);
        const WallSample many = wallSample(sixteen);
        QCOMPARE(few.spreadNs.value_or(0), 14'826);
        QCOMPARE(many.spreadNs.value_or(0), 14'826);
        QCOMPARE(standardErrorNs(Measure::Mean, few), 14'826 / 2.0 * 2.125);
        QCOMPARE(standardErrorNs(Measure::Mean, many), 14'826 / 4.0 * 1.140625);
        QCOMPARE(standardErrorNs(Measure::Median, few), 1.2533 * standardErrorNs(Measure::Mean, few));
    }

    void chanceDoesNotFailABuild()
    {
        // The same program twice, a few noisy passes each. With three standard errors, each of the three figures differs by
        // chance in about one of a hundred runs.
        std::mt19937 random(2);
        int failed = 0;
        int found = 0;
        for (int i = 0; i < 500; ++i) {
            const Walls a = walls(random, 12, 6e6, 0.03);
            failed += anyFails(a, walls(random, 12, 6e6, 0.03), 0.0) ? 1 : 0;
            found += fails(compared(a, walls(random, 12, 6.9e6, 0.03)), 0.05) ? 1 : 0;
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
        const Figure row = compared(Walls(8, 1'000'000), Walls(8, std::llround(factor * 1e6)));
        QCOMPARE(fails(row, failAbove), fail);
        QCOMPARE(QString::fromUtf8(verdictName(row.verdict).data()), verdict);
    }

    void tooFewPassesAreGivenTwoPercent()
    {
        const Figure row = compared({1'000'000}, {1'015'000});
        QCOMPARE(row.noiseNs, 20'000);
        QCOMPARE(row.verdict, Verdict::Unchanged);
        QVERIFY(fails(compared({1'000'000}, {1'030'000}), 0.0));
    }

    // The median does not change: 2 of 22 passes are slow in A, 3 in B.
    void aLongerTailFailsMeanAndP90()
    {
        const Walls a = even(20, {3'800'000, 3'800'000});
        const Walls b = even(19, {3'800'000, 3'800'000, 3'800'000});
        QCOMPARE(verdicts(a, b), QStringLiteral("unchanged slower slower"));
        QCOMPARE(compared(a, b, Measure::Mean).aNs(), 1'254'545);
        QCOMPARE(compared(a, b, Measure::Mean).bNs(), 1'381'818);
        QCOMPARE(compared(a, b, Measure::P90).aNs(), 1'000'000);
        QCOMPARE(compared(a, b, Measure::P90).bNs(), 3'520'000);
        QVERIFY(!fails(compared(a, b), 0.05));
        QVERIFY(fails(compared(a, b, Measure::Mean), 0.05));
        QVERIFY(fails(compared(a, b, Measure::P90), 0.05));
    }

    // One slow pass of many changes the mean but not the P90, and is counted as an outlier.
    void oneOutlierShowsInTheMean()
    {
        const Figure mean = compared(even(24), even(23, {3'000'000}), Measure::Mean);
        QCOMPARE(mean.verdict, Verdict::Slower);
        QCOMPARE(mean.a.outliers, std::size_t{0});
        QCOMPARE(mean.b.outliers, std::size_t{1});
        QCOMPARE(verdicts(even(24), even(23, {3'000'000})), QStringLiteral("unchanged slower unchanged"));
        QVERIFY(!fails(mean, 0.10)); // 8.3 %
        QVERIFY(fails(mean, 0.05));
    }

    void aP90OfFewPassesIsNotJudged()
    {
        QCOMPARE(verdicts(even(3), even(2, {1'500'000})), QStringLiteral("unchanged slower not_judged"));
        const Figure p90 = compared(even(3), even(2, {1'500'000}), Measure::P90);
        QVERIFY(!fails(p90, 0));
        QCOMPARE(p90.bNs(), 1'400'000);
        QCOMPARE(verdicts(even(4), even(3, {1'500'000})), QStringLiteral("unchanged slower slower"));
    }

    void whatOneSideLacks_data()
    {
        QTest::addColumn<int>("a"); // passes
        QTest::addColumn<int>("b");
        QTest::addColumn<bool>("completeB");
        QTest::addColumn<QString>("verdict"); // empty = nothing is missing
        QTest::addColumn<int>("figures");
        QTest::newRow("as many") << 7 << 7 << true << "" << 3;
        QTest::newRow("half") << 8 << 4 << true << "" << 3;
        QTest::newRow("less than half") << 7 << 3 << true << "fewer_passes" << 3;
        QTest::newRow("more") << 3 << 9 << true << "" << 3;
        QTest::newRow("gone") << 7 << 0 << true << "only_a" << 0;
        QTest::newRow("new") << 0 << 7 << true << "only_b" << 0;
        QTest::newRow("partial passes alone") << 7 << 7 << false << "incomplete" << 0;
    }
    void whatOneSideLacks()
    {
        QFETCH(int, a);
        QFETCH(int, b);
        QFETCH(bool, completeB);
        const auto of = [](int passes, bool complete) {
            StageWalls walls = decode(even(passes));
            walls.complete = complete;
            return passes > 0 ? std::vector<StageWalls>{walls} : std::vector<StageWalls>{};
        };
        const auto rows = compareStages(of(a, true), of(b, completeB));
        QCOMPARE(rows.size(), std::size_t{1});
        const auto missing = rows.front().missing;
        QTEST(missing ? QString::fromUtf8(verdictName(*missing).data()) : QString(), "verdict");
        QTEST(static_cast<int>(rows.front().figures.size()), "figures");
        QCOMPARE(rows.front().passesA, static_cast<std::size_t>(a));
        QCOMPARE(rows.front().passesB, static_cast<std::size_t>(b));
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
        add(Stage::Decode, PassState::Outlier, true, 40);
        segmentation.devices.push_back(device);
        const auto stages = stageWalls(segmentation, DeviceId(0));
        QCOMPARE(stages.size(), std::size_t{2});
        QCOMPARE(stages[0].countedNs, Walls{90});
        QCOMPARE(stages[0].passes, std::size_t{1});
        QCOMPARE(stages[1].countedNs, (Walls{20, 21}));
        QCOMPARE(stages[1].settledNs, (Walls{20, 21, 40}));
        QCOMPARE(stages[1].passes, std::size_t{4});
        QCOMPARE(stages[1].representative, 3);
        QVERIFY(stageWalls(segmentation, DeviceId(4)).empty());
    }
};

LAMELLA_CORE_APPLICATION_TEST(TestRegressionGate)
#include "tst_RegressionGate.moc"
