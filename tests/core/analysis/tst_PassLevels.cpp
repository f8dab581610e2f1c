// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/PassLevels.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lamella::core;

namespace {

struct Level {
    int passes = 0;
    double wall = 0;
};

// Complete, steady passes of decode; their walls have noise of one percent.
DeviceSegmentation run(const std::vector<Level> &levels, unsigned seed = 1)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(1, 0.01);
    DeviceSegmentation device;
    for (const Level &level : levels)
        for (int i = 0; i < level.passes; ++i) {
            Pass pass;
            pass.number = static_cast<int>(device.passes.size());
            pass.stage = Stage::Decode;
            pass.state = PassState::Steady;
            pass.complete = true;
            const std::int64_t begin = pass.number * std::int64_t{1'000'000'000};
            pass.range = {{begin}, {begin + static_cast<std::int64_t>(level.wall * noise(random))}};
            device.passes.push_back(pass);
        }
    return device;
}

} // namespace

class TestPassLevels : public QObject {
    Q_OBJECT
private slots:
    void noiseIsNoLevel()
    {
        for (unsigned seed = 0; seed < 20; ++seed)
            QVERIFY(passLevels(run({{400, 1e7}}, seed), Stage::Decode).empty());
        QVERIFY(passLevels(run({{7, 1e7}, {7, 2e7}}), Stage::Decode).empty()); // too few
        QVERIFY(passLevels({}, Stage::Decode).empty());
    }

    void aLevelIsFoundToThePass_data()
    {
        QTest::addColumn<int>("before");
        QTest::addColumn<int>("own");
        QTest::addColumn<int>("after");
        QTest::addColumn<double>("wall");
        QTest::newRow("slower in the middle") << 1241 << 179 << 380 << 1.18e7;
        QTest::newRow("slower at the end") << 300 << 60 << 0 << 1.18e7;
        QTest::newRow("slower at the beginning") << 0 << 60 << 300 << 1.3e7;
        QTest::newRow("faster") << 100 << 40 << 100 << 0.8e7;
        QTest::newRow("short") << 500 << 8 << 500 << 1.5e7;
        QTest::newRow("more passes than groups") << 4501 << 333 << 5000 << 1.18e7;
    }

    void aLevelIsFoundToThePass()
    {
        QFETCH(int, before);
        QFETCH(int, own);
        QFETCH(int, after);
        QFETCH(double, wall);
        const DeviceSegmentation device = run({{before, 1e7}, {own, wall}, {after, 1e7}});
        const auto levels = passLevels(device, Stage::Decode);
        QCOMPARE(levels.size(), std::size_t{1});
        QCOMPARE(levels.front().first->number, before);
        QCOMPARE(levels.front().last->number, before + own - 1);
        QCOMPARE(levels.front().passes, std::int64_t{own});
        QVERIFY(std::abs(static_cast<double>(levels.front().deltaNs()) - (wall - 1e7)) < 0.01e7);
        QVERIFY(levels.front().holds(before) && !levels.front().holds(before + own));
        QVERIFY(passLevels(device, Stage::Prefill).empty());
    }

    // As the context of a sequence grows: no pass is where the change is.
    void aDriftIsNoLevel()
    {
        std::vector<Level> ramp;
        for (int i = 0; i < 900; ++i)
            ramp.push_back({1, 1e7 + i * 5e3}); // 45 % over all
        QVERIFY(passLevels(run(ramp), Stage::Decode).empty());
    }

    void outliersCutAndColdPassesAreNoLevel()
    {
        DeviceSegmentation device = run({{12, 3e7}, {200, 1e7}});
        for (int i = 0; i < 12; ++i)
            device.passes[static_cast<std::size_t>(i)].state = i < 6 ? PassState::Cold : PassState::WarmUp;
        for (const std::size_t i : {40U, 90U, 91U, 150U}) {
            device.passes[i].range.end.value += 20'000'000;
            device.passes[i].state = PassState::Outlier;
        }
        device.passes.back().complete = false;
        QVERIFY(passLevels(device, Stage::Decode).empty());
    }

    void severalAreInTheOrderOfTime()
    {
        const DeviceSegmentation device = run({{300, 1e7}, {50, 1.2e7}, {200, 1e7}, {60, 1.4e7}, {300, 1e7}}); // levels refer to it
        const auto levels = passLevels(device, Stage::Decode);
        QCOMPARE(levels.size(), std::size_t{2});
        QCOMPARE(levels.front().first->number, 300);
        const auto second = std::find_if(levels.begin(), levels.end(), [](const PassLevel &level) { return level.holds(560); });
        QVERIFY(second != levels.end());
        QCOMPARE(second->first->number, 550);
        QCOMPARE(second->last->number, 609);
    }
};

LAMELLA_TEST(TestPassLevels)
#include "tst_PassLevels.moc"
