// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/timeline/TimelineBands.h"
#include "widgets/timeline/TimelineData.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QTest>
#include <QWidget>

using namespace lamella;
using namespace lamella::ui;

class TestTimelineGeometry : public QObject {
    Q_OBJECT
private slots:
    void ticksAreRoundAndFew_data();
    void ticksAreRoundAndFew();
    void labelsShareAUnit_data();
    void labelsShareAUnit();
    void showingKeepsTheZoomThatFits();
    void aLayerTakesMoreThanHalfOfTheView();
    void inViewOrAround();
    void motionEndsAtTheTarget();
    void frameNamesAreShortened_data();
    void frameNamesAreShortened();
    void busyTimeOfAnyRange();
    void bandsStopWhereTheNextBegins();
    void namesOfBandsAreAlike();
    void oneLongLayerMakesNoRoomForNumbers();
    void bandsBecomePassesWhenNarrow();
    void manyPassesAreOneRun();
    void passNearATime();
};

void TestTimelineGeometry::ticksAreRoundAndFew_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<int>("max");
    QTest::addColumn<qint64>("step");
    QTest::newRow("tenths of ms") << qint64{464'950'000} << qint64{465'750'000} << 8 << qint64{100'000};
    QTest::newRow("nanoseconds") << qint64{7} << qint64{27} << 10 << qint64{2};
    QTest::newRow("before zero") << qint64{-1'000} << qint64{1'000} << 4 << qint64{500};
    QTest::newRow("hours") << qint64{0} << qint64{7'200'000'000'000} << 4 << qint64{2'000'000'000'000};
    QTest::newRow("nothing") << qint64{5} << qint64{5} << 4 << qint64{1};
}

void TestTimelineGeometry::ticksAreRoundAndFew()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(int, max);
    QFETCH(qint64, step);
    const TickScale scale = niceTicks({{begin}, {end}}, max);
    QCOMPARE(scale.stepNs, std::int64_t{step});
    QVERIFY(scale.ticks.size() <= static_cast<std::size_t>(max) + 1);
    for (const std::int64_t tick : scale.ticks) {
        QVERIFY(tick >= begin && tick <= end);
        QCOMPARE(tick % step, std::int64_t{0});
    }
}

void TestTimelineGeometry::labelsShareAUnit_data()
{
    QTest::addColumn<qint64>("greatest");
    QTest::addColumn<qint64>("step");
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QString>("label");
    QTest::newRow("ms with tenths") << qint64{465'700'000} << qint64{100'000} << qint64{465'100'000}
                                    << QStringLiteral("465.1_ms");
    QTest::newRow("whole ms") << qint64{473'000'000} << qint64{2'000'000} << qint64{464'000'000} << QStringLiteral("464_ms");
    QTest::newRow("to tens of ns") << qint64{465'000'100} << qint64{20} << qint64{465'000'020} << QStringLiteral("465.00002_ms");
    QTest::newRow("ns") << qint64{900} << qint64{100} << qint64{300} << QStringLiteral("300_ns");
    QTest::newRow("s, grouped") << qint64{12'345'600'000'000} << qint64{100'000'000} << qint64{12'345'600'000'000}
                                << QStringLiteral("12 345.6_s");
    QTest::newRow("minus") << qint64{900} << qint64{100} << qint64{-300} << QStringLiteral("-300_ns");
}

void TestTimelineGeometry::labelsShareAUnit()
{
    QFETCH(qint64, greatest);
    QFETCH(qint64, step);
    QFETCH(qint64, time);
    QFETCH(QString, label);
    label.replace(u'_', QChar(0x00A0)).replace(u' ', QChar(0x2009)).replace(u'-', QChar(0x2212));
    QCOMPARE(timeLabel(time, timeUnit(greatest, step)), label);
}

void TestTimelineGeometry::showingKeepsTheZoomThatFits()
{
    const core::TimeRange visible{{0}, {1000}};
    const core::TimeRange kept = rangeShowing(visible, {{5000}, {5200}}, 3);
    QCOMPARE(kept.length().value, std::int64_t{1000});
    QCOMPARE(kept.begin.value, std::int64_t{4600});
    QCOMPARE(rangeShowing(visible, {{5000}, {9000}}, 3).length().value, std::int64_t{12'000});
    QCOMPARE(rangeShowing(visible, {{5000}, {5010}}, 12).length().value, std::int64_t{120});
}

void TestTimelineGeometry::aLayerTakesMoreThanHalfOfTheView()
{
    const core::TimeRange target{{1000}, {1550}};
    const core::TimeRange layer = rangeShowing(target, target, roomAround(core::LayerSelection{core::DeviceId(0), 1, 2}));
    QCOMPARE(layer.length().value, std::int64_t{1000});
    QCOMPARE(layer.begin.value + layer.end.value, target.begin.value + target.end.value);
    const core::TimeRange pass = rangeShowing(target, target, roomAround(core::PassSelection{core::DeviceId(0), 1}));
    QCOMPARE(pass.length().value, std::int64_t{572}); // 2 % at each end
}

void TestTimelineGeometry::inViewOrAround()
{
    QVERIFY(isInView({{0}, {100}}, {{10}, {90}}));
    QVERIFY(isInView({{10}, {20}}, {{0}, {100}}));
    QVERIFY(!isInView({{0}, {100}}, {{90}, {110}}));
}

void TestTimelineGeometry::motionEndsAtTheTarget()
{
    const core::TimeRange from{{0}, {100}};
    const core::TimeRange to{{1'712'345'678'901'234'567}, {1'712'345'678'901'234'601}};
    QVERIFY(between(from, to, 0) == from);
    QVERIFY(between(from, to, 1) == to);
}

void TestTimelineGeometry::frameNamesAreShortened_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("label");
    QTest::newRow("path and line") << QStringLiteral("/srv/app/runner.py(812): forward") << QStringLiteral("runner.py · forward");
    QTest::newRow("no path") << QStringLiteral("a.py(1): <module>") << QStringLiteral("a.py · <module>");
    QTest::newRow("no frame") << QStringLiteral("aten::mm") << QStringLiteral("aten::mm");
    QTest::newRow("no line") << QStringLiteral("setup.py: run") << QStringLiteral("setup.py: run");
    QTest::newRow("empty") << QString() << QString();
}

void TestTimelineGeometry::frameNamesAreShortened()
{
    QFETCH(QString, name);
    QFETCH(QString, label);
    QCOMPARE(frameLabel(name), label);
}

void TestTimelineGeometry::busyTimeOfAnyRange()
{
    BusyTime busy;
    for (const core::TimeRange range : {core::TimeRange{{10}, {15}}, {{12}, {20}}, {{25}, {25}}, {{30}, {35}}, {{35}, {40}}})
        busy.add(range);
    busy.finish();
    QCOMPARE(busy.within({{0}, {100}}), std::int64_t{20});
    QCOMPARE(busy.within({{15}, {35}}), std::int64_t{10});
    QCOMPARE(busy.within({{21}, {29}}), std::int64_t{0});
    QCOMPARE(BusyTime().within({{0}, {100}}), std::int64_t{0});
}

namespace {

// One pass of four layers of 100 ns; the last kernel of layer 1 reaches 30 ns into layer 2.
core::DeviceSegmentation fourLayers()
{
    core::DeviceSegmentation device;
    device.device = core::DeviceId{0};
    core::Pass pass;
    pass.layers = 4;
    pass.range = {{0}, {500}};
    device.passes.push_back(pass);
    for (int i = 0; i < 4; ++i) {
        core::LayerSpan layer;
        layer.layer = i;
        layer.range = {{50 + i * 100}, {150 + i * 100 + (i == 1 ? 30 : 0)}};
        layer.kernels = 5;
        device.layers.push_back(layer);
    }
    return device;
}

} // namespace

void TestTimelineGeometry::bandsStopWhereTheNextBegins()
{
    const Focus focus{core::DeviceId{0}, 0, 1};
    const TimelineBands bands = bandsIn(fourLayers(), focus, {{0}, {500}}, 1000);
    QVERIFY(!bands.byPass);
    QCOMPARE(bands.bands.size(), std::size_t{6}); // head, four layers, tail
    QVERIFY(bands.bands.front().kind == TimelineBand::Kind::Head);
    QVERIFY(bands.bands.back().kind == TimelineBand::Kind::Tail);
    QCOMPARE(bands.bands[2].range.end.value, std::int64_t{250});
    QCOMPARE(bands.bands[2].wallNs, std::int64_t{130}); // the wall keeps what reaches over
    QVERIFY(bands.bands[2].selected);
    QVERIFY(!bands.bands[3].selected);
    const TimelineBand *at = bands.at(260);
    QVERIFY(at != nullptr);
    QVERIFY(at->target == core::Selection(core::LayerSelection{core::DeviceId{0}, 0, 2}));
    QVERIFY(bands.at(600) == nullptr);
    QVERIFY(focusedBand(fourLayers(), focus) == (core::TimeRange{{150}, {250}}));
}

namespace {

class BandRow : public QWidget {
public:
    TimelineBands bands;
    bool detailed = false;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintBands(painter, bands, {{0}, {1000}}, rect(), Theme::current(), detailed);
    }
};

} // namespace

// Numbers of the narrow ones would touch: every fifth has one, and the selected one in any case.
void TestTimelineGeometry::oneLongLayerMakesNoRoomForNumbers()
{
    core::DeviceSegmentation device;
    device.device = core::DeviceId{0};
    core::Pass pass;
    pass.layers = 36;
    pass.range = {{0}, {1000}};
    device.passes.push_back(pass);
    for (int i = 0; i < pass.layers; ++i) {
        core::LayerSpan layer;
        layer.layer = i;
        layer.range = {{i < 18 ? i * 14 : 496 + (i - 18) * 14}, {i < 17 ? i * 14 + 14 : 496 + (i - 17) * 14}};
        device.layers.push_back(layer);
    }
    for (const bool detailed : {false, true}) {
        BandRow row;
        row.detailed = detailed;
        row.bands = bandsIn(device, {core::DeviceId{0}, 0, 21}, {{0}, {1000}}, 1000);
        row.resize(1000, 18);
        QStringList texts;
        for (const test::PaintedText &text : test::paintedTexts(row))
            texts << text.text;
        QVERIFY2(texts.contains(QStringLiteral("21")), qPrintable(texts.join(u' ')));
        QVERIFY2(!texts.contains(QStringLiteral("11")) && texts.contains(QStringLiteral("10")), qPrintable(texts.join(u' ')));
    }
}

// "L5 6 L7" would read as different things.
void TestTimelineGeometry::namesOfBandsAreAlike()
{
    core::DeviceSegmentation device;
    device.device = core::DeviceId{0};
    core::Pass pass;
    pass.layers = 8;
    pass.range = {{0}, {1000}};
    device.passes.push_back(pass);
    std::int64_t at = 0;
    for (int i = 0; i < pass.layers; ++i) {
        core::LayerSpan layer;
        layer.layer = i + 6; // L6 to L13
        layer.range = {{at}, {at + (i % 2 == 0 ? 110 : 130)}};
        at = layer.range.end.value;
        device.layers.push_back(layer);
    }
    for (int width = 120; width < 480; width += 4) {
        BandRow row;
        row.detailed = width % 8 == 4;
        row.bands = bandsIn(device, {}, {{0}, {1000}}, width);
        row.resize(width, 16);
        std::size_t numbers = 0;
        std::size_t strong = 0;
        const auto texts = test::paintedTexts(row);
        for (const test::PaintedText &text : texts) {
            numbers += text.text.front().isDigit() ? 1 : 0;
            strong += text.font.bold() ? 1 : 0;
        }
        QVERIFY2(numbers == 0 || numbers == texts.size(), qPrintable(QString::number(width)));
        QVERIFY2(strong == 0 || strong == texts.size(), qPrintable(QString::number(width)));
    }
}

void TestTimelineGeometry::bandsBecomePassesWhenNarrow()
{
    const TimelineBands bands = bandsIn(fourLayers(), {core::DeviceId{0}, 0, 1}, {{0}, {500'000}}, 1000);
    QVERIFY(bands.byPass);
    QCOMPARE(bands.bands.size(), std::size_t{1});
    QVERIFY(bands.bands[0].target == core::Selection(core::PassSelection{core::DeviceId{0}, 0}));
    QVERIFY(bands.bands[0].selected);
}

void TestTimelineGeometry::manyPassesAreOneRun()
{
    core::DeviceSegmentation device;
    device.device = core::DeviceId{0};
    for (int i = 0; i < 1000; ++i) {
        core::Pass pass;
        pass.number = i;
        pass.stage = i == 0 ? core::Stage::Prefill : core::Stage::Decode;
        pass.range = {{i * 100LL}, {i * 100LL + 60}};
        device.passes.push_back(pass);
    }
    const TimelineBands all = bandsIn(device, {}, {{0}, {100'000}}, 1999); // less than two pixels each
    QVERIFY(all.byPass);
    QCOMPARE(all.bands.size(), std::size_t{1});
    QVERIFY(all.bands[0].kind == TimelineBand::Kind::Run);
    QCOMPARE(all.bands[0].count, 1000);
    QVERIFY(all.bands[0].stage == core::Stage::Decode);
    QCOMPARE(all.bands[0].range, (core::TimeRange{{0}, {99'960}}));
    const TimelineBands some = bandsIn(device, {}, {{10'030}, {20'000}}, 1999);
    QCOMPARE(some.bands.size(), std::size_t{100}); // P100, which the range begins in, to P199
    QCOMPARE(some.bands.front().number, 100);
    QCOMPARE(some.bands.back().number, 199);
}

void TestTimelineGeometry::passNearATime()
{
    core::DeviceSegmentation device;
    QVERIFY(passNear(device, 5) == nullptr);
    for (int i = 0; i < 3; ++i) {
        core::Pass pass;
        pass.number = i;
        pass.range = {{i * 100LL + 50}, {i * 100LL + 80}};
        device.passes.push_back(pass);
    }
    QCOMPARE(passNear(device, 0)->number, 0); // before the first
    QCOMPARE(passNear(device, 60)->number, 0);
    QCOMPARE(passNear(device, 100)->number, 0); // 20 behind the first, 50 before the second
    QCOMPARE(passNear(device, 140)->number, 1);
    QCOMPARE(passNear(device, 1000)->number, 2);
}

LAMELLA_WIDGET_TEST(TestTimelineGeometry)
#include "tst_TimelineGeometry.moc"
