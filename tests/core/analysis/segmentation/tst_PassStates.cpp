// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/PassStates.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <vector>

using namespace lamella::core;

class TestPassStates : public QObject {
    Q_OBJECT
private slots:
    void states_data();
    void states();
    void prefillDoesNotDisturbDecode();
    void noCompletePassChoosesTheLongest();
    void selectedIsNearestToTheMedianOfAllSteady();
    void onlyTheRunOfTheUserIsSteady();
    void growthIsShown();
};

namespace {

Pass passOf(int number, Stage stage, std::int64_t wall)
{
    Pass p;
    p.number = number;
    p.stage = stage;
    p.complete = true;
    p.layers = 4;
    p.range = {{number * 100'000}, {number * 100'000 + wall}};
    return p;
}

QString statesOf(const DeviceSegmentation &device)
{
    QStringList names;
    for (const Pass &p : device.passes)
        names << QString::fromUtf8(stateName(p.state).data());
    return names.join(QLatin1Char(' '));
}

} // namespace

void TestPassStates::states_data()
{
    QTest::addColumn<QList<int>>("walls");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<int>("selected");
    QTest::newRow("cold first pass") << QList<int>{2000, 1000, 1010, 990, 1005} << "cold steady steady steady steady" << 1;
    QTest::newRow("warm-up") << QList<int>{3000, 1500, 1000, 1010, 990, 1005} << "cold warm-up steady steady steady steady" << 2;
    QTest::newRow("slow passes between usual ones")
        << QList<int>{1000, 3000, 1005, 3000, 995, 3000, 1000, 1002, 998, 1001}
        << "steady outlier steady outlier steady outlier steady steady steady steady" << 0;
    QTest::newRow("slower after the warm-up")
        << QList<int>{3000, 1000, 1200, 1000, 1010, 990, 1005} << "cold steady unknown steady steady steady steady" << 1;
    QTest::newRow("outlier inside") << QList<int>{1000, 1010, 990, 1000, 1800, 1000}
                                    << "steady steady steady steady outlier steady" << 0;
    QTest::newRow("growth with context") << QList<int>{1000, 1010, 1020, 1030, 1040, 1050, 1060, 1070, 1080, 1090, 1100, 1110,
        1120} << "steady steady steady steady steady steady steady steady steady steady steady steady steady"
                                         << 6;
    QTest::newRow("nine percent above the median")
        << QList<int>{1090, 1000, 1000, 1000, 1000, 1000} << "cold steady steady steady steady steady" << 1;
    QTest::newRow("a fall") << QList<int>{1000, 980, 960, 940, 920, 900, 880, 860, 840}
                            << "steady steady steady steady steady unknown unknown unknown unknown" << 2;
    QTest::newRow("two passes are no run") << QList<int>{1000, 1001} << "unknown unknown" << 0;
    QTest::newRow("one pass") << QList<int>{1000} << "unknown" << 0;
}

void TestPassStates::states()
{
    QFETCH(QList<int>, walls);
    QFETCH(QString, expected);
    QFETCH(int, selected);
    DeviceSegmentation device;
    for (int i = 0; i < walls.size(); ++i)
        device.passes.push_back(passOf(i, Stage::Decode, walls[i]));
    classifyStates(device);
    QCOMPARE(statesOf(device), expected);
    QCOMPARE(device.selectedPass, selected);
    QVERIFY(!device.selectedWhy.empty());
}

void TestPassStates::prefillDoesNotDisturbDecode()
{
    DeviceSegmentation device;
    device.passes = {passOf(0, Stage::Prefill, 90'000), passOf(1, Stage::Decode, 1000), passOf(2, Stage::Decode, 1002),
        passOf(3, Stage::Prefill, 80'000), passOf(4, Stage::Decode, 1001)};
    classifyStates(device);
    QCOMPARE(statesOf(device), QStringLiteral("unknown steady steady unknown steady"));
    QCOMPARE(device.selectedPass, 4);
}

void TestPassStates::noCompletePassChoosesTheLongest()
{
    DeviceSegmentation device;
    device.passes = {passOf(0, Stage::Unknown, 10), passOf(1, Stage::Unknown, 10)};
    device.passes[0].complete = device.passes[1].complete = false;
    device.passes[1].layers = 9;
    classifyStates(device);
    QCOMPARE(device.selectedPass, 1);
}

// The run P1-P4 alone has its median at P2; `compare` reports the median of the seven steady passes, which is P6.
void TestPassStates::selectedIsNearestToTheMedianOfAllSteady()
{
    DeviceSegmentation device;
    int number = 0;
    for (const int wall : {12920, 6125, 5941, 5954, 6064, 10395, 6009, 6018, 5921})
        device.passes.push_back(passOf(number++, Stage::Decode, wall));
    classifyStates(device);
    QCOMPARE(statesOf(device), QStringLiteral("cold steady steady steady steady outlier steady steady steady"));
    QCOMPARE(device.selectedPass, 6);
    QCOMPARE(device.selectedWhy.english(), std::string("median of 7 steady passes (decode)"));
}

void TestPassStates::onlyTheRunOfTheUserIsSteady()
{
    DeviceSegmentation device;
    int number = 0;
    for (const int wall : {1000, 1001, 1004, 1003, 1002, 1000})
        device.passes.push_back(passOf(number++, Stage::Decode, wall));
    StateChoice choice;
    choice.steadyPasses = PassRange{1, 3};
    classifyStates(device, choice);
    QCOMPARE(statesOf(device), QStringLiteral("unknown steady steady steady unknown unknown"));
    QCOMPARE(device.selectedPass, 3);
}

void TestPassStates::growthIsShown()
{
    DeviceSegmentation device;
    for (int i = 0; i < 12; ++i)
        device.passes.push_back(passOf(i, Stage::Decode, 50'000 + 800 * i));
    classifyStates(device);
    QCOMPARE(device.stateRule.english(),
        std::string(
            "decode: P0-P11 is the longest run within 5 % of its median once its growth of 0.001 ms from pass to pass is taken "
            "out; other passes within 5 % of that are steady too; outlier above 0.081 ms"));
}

LAMELLA_TEST(TestPassStates)
#include "tst_PassStates.moc"
