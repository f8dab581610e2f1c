// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/StagePasses.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <string_view>

using namespace lamella::core;

namespace {

Pass passOf(int number, PassState state, bool complete, int layers, std::int64_t wall)
{
    Pass p;
    p.number = number;
    p.stage = Stage::Decode;
    p.state = state;
    p.complete = complete;
    p.layers = layers;
    p.range = {{number * 1'000'000}, {number * 1'000'000 + wall}};
    return p;
}

// "c2000 s1000 o1900 p500*3": state (c cold, w warm-up, s steady, o outlier, u unknown) or p for partial; wall; number of layers
// after * (default 4).
DeviceSegmentation deviceOf(const QString &passes)
{
    DeviceSegmentation device;
    for (const QString &word : passes.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QString wall = word.mid(1).section(QLatin1Char('*'), 0, 0);
        const QString layers = word.section(QLatin1Char('*'), 1);
        const char kind = word.at(0).toLatin1();
        const PassState state = kind == 'c' ? PassState::Cold
            : kind == 'w'                   ? PassState::WarmUp
            : kind == 's'                   ? PassState::Steady
            : kind == 'o'                   ? PassState::Outlier
                                            : PassState::Unknown;
        device.passes.push_back(passOf(static_cast<int>(device.passes.size()), state, kind != 'p',
            layers.isEmpty() ? 4 : layers.toInt(), wall.toLongLong()));
    }
    return device;
}

QString numbers(const std::vector<const Pass *> &passes)
{
    QStringList words;
    for (const Pass *pass : passes)
        words << QString::number(pass->number);
    return words.join(QLatin1Char(' '));
}

} // namespace

class TestStagePasses : public QObject {
    Q_OBJECT
private slots:
    void passes_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::addColumn<QString>("counted");
        QTest::addColumn<QString>("settled");
        QTest::addColumn<int>("median");
        QTest::addColumn<int>("representative");
        // The run P1-P3 alone would give P3.
        QTest::newRow("steady passes after the run count too") << "c2000 s1000 s1010 s1004 o1900 s1006 s1005"
                                                               << "1 2 3 5 6"
                                                               << "1 2 3 4 5 6" << 1005 << 6;
        QTest::newRow("of two middle ones the shorter") << "s1010 s1000 s1001 s1020"
                                                        << "0 1 2 3"
                                                        << "0 1 2 3" << 1001 << 2;
        QTest::newRow("of equal ones the earliest") << "s1001 s1000 s1000 s1000 s999"
                                                    << "0 1 2 3 4"
                                                    << "0 1 2 3 4" << 1000 << 1;
        QTest::newRow("warm-up is not settled") << "c3000 w2000 u900 s1000 s1001 p10"
                                                << "3 4"
                                                << "2 3 4" << 1000 << 3;
        QTest::newRow("complete ones where none is steady") << "u90 u30 p10 u60"
                                                            << "0 1 3"
                                                            << "0 1 3" << 60 << 3;
        QTest::newRow("most layers where none is complete") << "p10*1 p30*3 p20*3 p40*2"
                                                            << "0 1 2 3"
                                                            << "0 1 2 3" << 20 << 2;
        QTest::newRow("none") << ""
                              << ""
                              << "" << 0 << -1;
    }
    void passes()
    {
        QFETCH(QString, passes);
        const DeviceSegmentation device = deviceOf(passes);
        const StagePasses found = stagePasses(device, Stage::Decode);
        QTEST(numbers(found.counted), "counted");
        QTEST(numbers(found.settled), "settled");
        QTEST(static_cast<int>(medianNs(wallsOf(found.counted))), "median");
        const Pass *chosen = representativePass(found);
        QTEST(chosen == nullptr ? -1 : chosen->number, "representative");
        if (found.complete) // "the median" is the same wherever it is said
            QCOMPARE(chosen->range.length().value, medianNs(wallsOf(found.counted)));
        QCOMPARE(found.usable,
            static_cast<std::size_t>(passes.count(QLatin1Char(' ')) + (passes.isEmpty() ? 0 : 1)
                - (found.complete ? passes.count(QLatin1Char('p')) : 0)));
        QVERIFY(stagePasses(device, Stage::Prefill).counted.empty());
    }
};

LAMELLA_TEST(TestStagePasses)
#include "tst_StagePasses.moc"
