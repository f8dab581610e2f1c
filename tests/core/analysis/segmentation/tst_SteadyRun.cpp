// SPDX-License-Identifier: GPL-3.0-or-later
// The longest steady stretch against the plain way to find it: try every stretch.
#include "core/analysis/segmentation/PassStates.h"
#include "core/base/Typical.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace lamella::core;

class TestSteadyRun : public QObject {
    Q_OBJECT
private slots:
    void stretches_data();
    void stretches();
    void asTheCubicWay_data();
    void asTheCubicWay();
    void manyPasses();
};

namespace {

SteadyRun everyStretch(const std::vector<double> &walls, double trend)
{
    SteadyRun best;
    best.trend = trend;
    for (std::size_t begin = 0; begin < walls.size(); ++begin) {
        for (std::size_t end = begin + 1; end <= walls.size(); ++end) {
            std::vector<double> flat;
            for (std::size_t i = begin; i < end; ++i)
                flat.push_back(walls[i] - trend * static_cast<double>(i - begin));
            const double median = lowerMiddleValue(flat); // as medianNs()
            const bool steady = std::all_of(
                flat.begin(), flat.end(), [&](double wall) { return std::abs(wall - median) <= kSteadyBand * median; });
            if (steady && end - begin > best.size())
                best = {begin, end, trend};
        }
    }
    return best;
}

QString text(const SteadyRun &run)
{
    return QStringLiteral("%1-%2").arg(run.begin).arg(run.end);
}

} // namespace

void TestSteadyRun::stretches_data()
{
    QTest::addColumn<QList<double>>("walls");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << QList<double>{} << "0-0";
    QTest::newRow("one") << QList<double>{7} << "0-1";
    QTest::newRow("all alike") << QList<double>{100, 100, 100} << "0-3";
    QTest::newRow("inside the band") << QList<double>{96, 104, 100} << "0-3";
    QTest::newRow("outside of it") << QList<double>{94, 106, 101} << "1-3";
    QTest::newRow("the median of two is the lower one") << QList<double>{106, 100} << "0-1";
    QTest::newRow("of equal ones the first") << QList<double>{100, 100, 200, 200, 50, 50, 300} << "0-2";
    QTest::newRow("a trend of one percent") << QList<double>{1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070, 1080, 1090, 1100,
        1110, 1120, 1130, 1140, 1150, 1160, 1170, 1180, 1190, 1200}
                                            << "0-21";
    QTest::newRow("the first one nine percent above the median") << QList<double>{1090, 1000, 1000, 1000, 1000, 1000} << "1-6";
    QTest::newRow("later walls move the median") << QList<double>{1000, 1000, 1104, 1052, 1052} << "0-5";
    QTest::newRow("a fall is no growth of context")
        << QList<double>{1000, 990, 980, 970, 960, 950, 940, 930, 920, 910, 900, 890, 880, 870, 860} << "0-9";
    QTest::newRow("growth that noise alone shows") << QList<double>{1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004,
        1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004, 1000, 1004,
        1000, 1004} << "0-32";
    QTest::newRow("a trend that is no growth of context") << QList<double>{100, 110, 120, 130, 140} << "0-1";
}

void TestSteadyRun::stretches()
{
    QFETCH(QList<double>, walls);
    QFETCH(QString, expected);
    QCOMPARE(text(longestSteady({walls.begin(), walls.end()})), expected);
}

void TestSteadyRun::asTheCubicWay_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("spread");
    QTest::addColumn<int>("slope");
    for (const int size : {3, 10, 40}) {
        for (const int spread : {40, 150, 600}) {
            for (const int slope : {-16, 0, 16})
                QTest::addRow("%d passes, spread %d, slope %d", size, spread, slope) << size << spread << slope;
        }
    }
}

// Walls are multiples of 16 and the trend a whole number, so that both ways calculate without rounding.
void TestSteadyRun::asTheCubicWay()
{
    QFETCH(int, size);
    QFETCH(int, spread);
    QFETCH(int, slope);
    std::mt19937 random(static_cast<unsigned>(size * 1000 + spread));
    for (int round = 0; round < 40; ++round) {
        std::vector<double> walls;
        for (int i = 0; i < size; ++i)
            walls.push_back(16 * (100 + static_cast<int>(random() % 997) * spread / 9970) + i * slope);
        const SteadyRun found = longestSteady(walls);
        QCOMPARE(text(found), text(everyStretch(walls, found.trend)));
    }
}

// A way that looks at every begin and every end would not come back.
void TestSteadyRun::manyPasses()
{
    std::vector<double> walls;
    for (int i = 0; i < 1'000'000; ++i)
        walls.push_back(1'000'000 + (i % 7 == 0 ? 100 : 0) + (i == 600'000 ? 500'000 : 0));
    QCOMPARE(text(longestSteady(walls)), QStringLiteral("0-600000"));
}

LAMELLA_TEST(TestSteadyRun)
#include "tst_SteadyRun.moc"
