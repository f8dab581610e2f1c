// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/common/UiText.h"
#include "widgets/inspector/BrushSection.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/theme/Theme.h"

#include <QAccessible>
#include <QApplication>
#include <QImage>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <map>

using namespace lamella;
using namespace lamella::ui;

namespace {

// Decode passes of 10 ms, steady.
core::DeviceSegmentation decodes(int count)
{
    core::DeviceSegmentation device;
    device.device = core::DeviceId{0};
    for (int i = 0; i < count; ++i) {
        core::Pass pass;
        pass.number = i;
        pass.stage = core::Stage::Decode;
        pass.state = core::PassState::Steady;
        pass.complete = true;
        pass.range = {{i * 20'000'000LL}, {i * 20'000'000LL + 10'000'000}};
        device.passes.push_back(pass);
    }
    device.selectedPass = count / 2;
    return device;
}

void makeOutlier(core::DeviceSegmentation &device, int pass, std::int64_t wallNs)
{
    core::Pass &one = device.passes[static_cast<std::size_t>(pass)];
    one.state = core::PassState::Outlier;
    one.range.end.value = one.range.begin.value + wallNs;
}

StripView allOf(const PassStripData &data)
{
    return {0, static_cast<double>(data.passes.size())};
}

} // namespace

class TestPassStrip : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void medianIsThatOfTheMainStage();
    void everyNamedPassHasItsWall_data();
    void everyNamedPassHasItsWall();
    void formFollowsTheWidth_data();
    void formFollowsTheWidth();
    void barsAreCutAboveTheScale();
    void aPixelIsItsSlowestPass();
    void outliersThatTouchShareAMark();
    void pointerSnapsToOutliers();
    void orderByWall();
    void zoomStaysWithinThePasses();
    void busySlicesByHand();
    void clickAndKeysSelect();
    void dragMarksPassesAndEscapeClears();
    void brushMovesAndResizes();
    void brushIsSummedUp();
    void wheelZooms();
    void accessibleParts();
    void singlePassShowsItsWall();
    void cutPassesAreOpen();
    void noPassesOfferABoundary();
    void aHundredThousandPassesArePainted();
};

void TestPassStrip::medianIsThatOfTheMainStage()
{
    core::DeviceSegmentation device = decodes(7);
    device.passes[0].stage = core::Stage::Prefill;
    device.passes[0].range.end.value = 900'000'000;
    makeOutlier(device, 3, 17'300'000);
    const PassStripData data = passStripData(device);
    QCOMPARE(data.mainStage, core::Stage::Decode);
    QCOMPARE(data.medianNs, std::int64_t{10'000'000});
    QCOMPARE(data.counted, std::size_t{5}); // neither the prefill nor the outlier
    QCOMPARE(data.rankOf(3), (std::pair<std::size_t, std::size_t>{1, 6}));
    QCOMPARE(data.rowOf(6), std::optional<std::size_t>{6});
    QCOMPARE(data.rowOf(7), std::nullopt);
    QCOMPARE(data.next(0, 1, [](const StripPass &pass) { return pass.isOutlier(); }), std::optional<std::size_t>{3});
    QCOMPARE(data.next(2, -1, [](const StripPass &pass) { return pass.isOutlier(); }), std::nullopt);
}

void TestPassStrip::everyNamedPassHasItsWall_data()
{
    QTest::addColumn<int>("slot");
    QTest::addColumn<bool>("uneven"); // walls of different units and numbers of digits
    for (const int slot : {61, 68, 75, 87, 94, 120})
        for (const bool uneven : {false, true})
            QTest::addRow("%d px%s", slot, uneven ? ", uneven" : "") << slot << uneven;
}

void TestPassStrip::everyNamedPassHasItsWall()
{
    QFETCH(int, slot);
    QFETCH(bool, uneven);
    test::LoadedTrace trace;
    QVERIFY(trace.load(uneven ? test::TraceKind::Training : test::TraceKind::Dense, {.passes = 12}));
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    QVERIFY(test::settled());
    const int passes = strip.partCount();
    strip.resize(strip.width() + passes * slot - passes * strip.partRect(0).width() + passes / 2, strip.height());
    QVERIFY(test::settled());
    QVERIFY(std::abs(strip.partRect(0).width() - slot) <= 2);
    int names = 0;
    int walls = 0;
    QSet<int> sizes; // of walls: the same for all
    for (const test::PaintedText &text : test::paintedTexts(strip)) {
        if (text.area.left() < strip.partRect(0).left())
            continue;
        names += text.text.startsWith(u'P') ? 1 : 0;
        if (!text.text.front().isDigit())
            continue;
        ++walls;
        sizes << text.font.pixelSize() << qRound(text.font.pointSizeF() * 100);
        QVERIFY2(text.text.contains(QChar(0x00A0)), qPrintable(text.text)); // with its unit
    }
    QCOMPARE(sizes.size(), 2);
    QCOMPARE(names, passes);
    QCOMPARE(walls, passes);
    QCOMPARE(test::crowdedTexts(QStringLiteral("strip"), strip), QStringList());
}

void TestPassStrip::formFollowsTheWidth_data()
{
    QTest::addColumn<int>("passes");
    QTest::addColumn<int>("form");
    QTest::newRow("10") << 10 << static_cast<int>(SlotForm::Named);
    QTest::newRow("14") << 14 << static_cast<int>(SlotForm::Narrow);
    QTest::newRow("40") << 40 << static_cast<int>(SlotForm::Numbered);
    QTest::newRow("300") << 300 << static_cast<int>(SlotForm::Bars);
    QTest::newRow("1800") << 1800 << static_cast<int>(SlotForm::Columns);
}

void TestPassStrip::formFollowsTheWidth()
{
    QFETCH(int, passes);
    QFETCH(int, form);
    const PassStripData data = passStripData(decodes(passes));
    const std::vector<std::uint32_t> order = stripOrder(data, StripOrder::Time);
    const PassStripLayout layout(data, order, allOf(data), 1000);
    QCOMPARE(static_cast<int>(layout.form()), form);
    QVERIFY(layout.barPx() >= 1);
    QVERIFY(layout.form() == SlotForm::Columns || layout.barPx() <= std::max(1.0, layout.slotPx()));
}

void TestPassStrip::barsAreCutAboveTheScale()
{
    const PassStripData data = passStripData(decodes(10));
    const std::vector<std::uint32_t> order = stripOrder(data, StripOrder::Time);
    const PassStripLayout layout(data, order, allOf(data), 1000);
    QCOMPARE(layout.medianPx(195), 100); // the scale ends at 1.95 times the median
    QCOMPARE(layout.heightOf(19'500'000, 195).px, 195);
    QVERIFY(!layout.heightOf(19'500'000, 195).cut);
    QCOMPARE(layout.heightOf(19'600'000, 195).px, 195);
    QVERIFY(layout.heightOf(19'600'000, 195).cut);
    QCOMPARE(layout.heightOf(1, 195).px, 1); // never nothing
    QCOMPARE(layout.heightOf(0, 195).px, 0);
}

void TestPassStrip::aPixelIsItsSlowestPass()
{
    core::DeviceSegmentation device = decodes(100);
    device.passes[37].range.end.value += 5'000'000;
    device.passes[52].stage = core::Stage::Prefill;
    device.passes[52].range.end.value += 90'000'000;
    const PassStripData data = passStripData(device);
    const std::vector<std::uint32_t> order = stripOrder(data, StripOrder::Time);
    const PassStripLayout layout(data, order, allOf(data), 10); // ten passes a pixel
    QCOMPARE(layout.form(), SlotForm::Columns);
    QCOMPARE(layout.columns().size(), std::size_t{10});
    QCOMPARE(layout.columns()[3].slowest, std::size_t{37});
    QVERIFY(!layout.columns()[3].hasPrefill);
    QVERIFY(layout.columns()[5].hasPrefill);
    QCOMPARE(layout.columns()[5].other, std::size_t{52});
    QCOMPARE(layout.columns()[5].slowest, std::size_t{50}); // the prefill does not count as a decode pass
    QCOMPARE(layout.positionAt(3.5, 0), std::optional<std::size_t>{37});
    QCOMPARE(layout.positionAt(5.5, 0), std::optional<std::size_t>{52});
    QCOMPARE(layout.positionAt(10.5, 0), std::nullopt);
}

void TestPassStrip::outliersThatTouchShareAMark()
{
    core::DeviceSegmentation device = decodes(1000);
    makeOutlier(device, 100, 17'000'000);
    makeOutlier(device, 102, 19'000'000);
    makeOutlier(device, 104, 18'000'000);
    makeOutlier(device, 500, 17'000'000);
    const PassStripData data = passStripData(device);
    const std::vector<std::uint32_t> order = stripOrder(data, StripOrder::Time);
    const PassStripLayout layout(data, order, allOf(data), 500);
    QCOMPARE(layout.outliers().size(), std::size_t{2});
    QCOMPARE(layout.outliers()[0].count, 3);
    QCOMPARE(layout.outliers()[0].position, std::size_t{102}); // the longest of them
    QCOMPARE(layout.outliers()[1].count, 1);
    const PassStripLayout zoomed(data, order, {95, 115}, 500);
    QCOMPARE(zoomed.outliers().size(), std::size_t{3});
}

void TestPassStrip::pointerSnapsToOutliers()
{
    core::DeviceSegmentation device = decodes(1000);
    makeOutlier(device, 100, 17'000'000);
    const PassStripData data = passStripData(device);
    const std::vector<std::uint32_t> order = stripOrder(data, StripOrder::Time);
    const PassStripLayout layout(data, order, allOf(data), 500); // the outlier is at pixel 50
    QCOMPARE(layout.positionAt(54, 5), std::optional<std::size_t>{100});
    QVERIFY(layout.positionAt(57, 5) != std::optional<std::size_t>{100});
}

void TestPassStrip::orderByWall()
{
    core::DeviceSegmentation device = decodes(4);
    makeOutlier(device, 2, 30'000'000);
    const PassStripData data = passStripData(device);
    QCOMPARE(stripOrder(data, StripOrder::Wall), (std::vector<std::uint32_t>{2, 0, 1, 3}));
    QCOMPARE(stripOrder(data, StripOrder::Time), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

void TestPassStrip::zoomStaysWithinThePasses()
{
    const StripView in = zoomedView({0, 100}, 0, 0.5, 100);
    QCOMPARE(in, (StripView{0, 50}));
    QCOMPARE(zoomedView(in, 25, 100, 100), (StripView{0, 100}));
    QCOMPARE(zoomedView({0, 100}, 100, 0.5, 100), (StripView{50, 100}));
    QCOMPARE(zoomedView({0, 100}, 50, 1e-9, 100).last - zoomedView({0, 100}, 50, 1e-9, 100).first, kMinShownPasses);
    QCOMPARE(zoomedView({0, 2}, 1, 0.5, 2), (StripView{0, 2}));
}

void TestPassStrip::busySlicesByHand()
{
    // 0..100 in ten slices: 0..25 busy (two streams overlap), 90..100 busy.
    const auto document = test::documentFromText("7: gemm@0+20 gemm@90+10; 8: nccl@10+15");
    const BusySlices slices = busySlices(*document, core::DeviceId{0}, 10);
    QCOMPARE(slices.range.length().value, std::int64_t{100});
    QCOMPARE(slices.busy, (std::vector<float>{1, 1, 0.5F, 0, 0, 0, 0, 0, 0, 1}));
    QVERIFY(busySlices(*document, core::DeviceId{1}, 10).busy.empty());
    // Of the whole trace, as the timeline below shows it.
    document->bounds.exactBegin -= 50;
    document->bounds.exactEnd += 50;
    QCOMPARE(busySlices(*document, core::DeviceId{0}, 4).busy, (std::vector<float>{0, 0.5F, 0.2F, 0}));
}

void TestPassStrip::clickAndKeysSelect()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    QCOMPARE(strip.partCount(), static_cast<int>(trace.device().passes.size()));
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.partRect(4).center());
    QCOMPARE(trace.bus.selection(), (core::Selection{core::PassSelection{strip.data().device, strip.data().passes[4].number}}));
    QCOMPARE(strip.selectedPart(), 4);
    QTest::keyClick(&strip, Qt::Key_Right);
    QCOMPARE(strip.selectedPart(), 5);
    QTest::keyClick(&strip, Qt::Key_End);
    QCOMPARE(strip.selectedPart(), strip.partCount() - 1);
    QTest::keyClick(&strip, Qt::Key_Home);
    QCOMPARE(strip.selectedPart(), 0);
    const core::Stage stage = strip.data().passes[0].stage;
    QTest::keyClick(&strip, Qt::Key_Right, Qt::ShiftModifier);
    const auto same = strip.data().next(0, 1, [stage](const StripPass &pass) { return pass.stage == stage; });
    QCOMPARE(strip.selectedPart(), same ? static_cast<int>(*same) : 0);
    QSignalSpy opened(&strip, &Chart::opened);
    QTest::mouseDClick(&strip, Qt::LeftButton, {}, strip.partRect(2).center());
    QCOMPARE(opened.size(), 1);
    strip.setOrder(StripOrder::Wall);
    const auto longest = std::max_element(strip.data().passes.begin(), strip.data().passes.end(),
        [](const StripPass &a, const StripPass &b) { return a.wallNs < b.wallNs; });
    QVERIFY(strip.partName(0).startsWith(QStringLiteral("P%1,").arg(longest->number)));
}

void TestPassStrip::dragMarksPassesAndEscapeClears()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    QSignalSpy changed(&trace.bus, &NavigationBus::brushChanged);
    const QPoint from = strip.partRect(2).center();
    const QPoint to = strip.partRect(6).center();
    QTest::mousePress(&strip, Qt::LeftButton, {}, from);
    QTest::mouseMove(&strip, from + QPoint(2, 0)); // not yet a drag
    QVERIFY(trace.bus.brush().isEmpty());
    QTest::mouseMove(&strip, to);
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, to);
    QCOMPARE(trace.bus.brush().count(), 5);
    QCOMPARE(trace.bus.brush().first, strip.data().passes[2].number);
    QCOMPARE(trace.bus.brush().last, strip.data().passes[6].number);
    QCOMPARE(trace.bus.brush().passArgument(), std::string("2-6"));
    QVERIFY(!changed.isEmpty());
    QVERIFY(std::holds_alternative<std::monostate>(trace.bus.selection())); // a drag selects nothing
    QTest::keyClick(&strip, Qt::Key_Escape);
    QVERIFY(trace.bus.brush().isEmpty());
    QCOMPARE(trace.bus.brush().passArgument(), std::string("all"));
}

void TestPassStrip::brushMovesAndResizes()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    const auto drag = [&strip](QPoint from, QPoint to) {
        QTest::mousePress(&strip, Qt::LeftButton, {}, from);
        QTest::mouseMove(&strip, to);
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, to);
    };
    trace.bus.setBrush({strip.data().device, 3, 5});
    drag(strip.partRect(4).center(), strip.partRect(6).center()); // its middle: all of it moves
    QCOMPARE(trace.bus.brush(), (PassBrush{strip.data().device, 5, 7}));
    drag(QPoint(strip.partRect(8).left() - 1, 20), strip.partRect(9).center()); // its right edge
    QCOMPARE(trace.bus.brush(), (PassBrush{strip.data().device, 5, 9}));
    drag(strip.partRect(7).center(), QPoint(5000, 20)); // not beyond the last pass
    QCOMPARE(trace.bus.brush().last, strip.data().passes.back().number);
    QCOMPARE(trace.bus.brush().count(), 5);
    emit trace.controller.sessionChanged();
    QVERIFY(trace.bus.brush().isEmpty());
}

// What the brush contains: number and median of its passes, as those of the segmentation.
void TestPassStrip::brushIsSummedUp()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    const core::Segmentation &segmentation = *trace.controller.segmentation();
    const std::vector<core::Pass> &passes = trace.device().passes;
    const InspectorSection section = brushSection(segmentation, {trace.device().device, 4, 6});
    QCOMPARE(section.aside, QStringLiteral("3"));
    std::map<core::Stage, std::vector<std::int64_t>> walls;
    for (const core::Pass &pass : passes)
        if (pass.number >= 4 && pass.number <= 6)
            walls[pass.stage].push_back(pass.range.length().value);
    QVERIFY(section.rows.size() >= walls.size());
    std::size_t row = 0;
    for (auto &[stage, ns] : walls) {
        std::sort(ns.begin(), ns.end());
        const std::int64_t median = ns.size() % 2 == 1 ? ns[ns.size() / 2] : (ns[ns.size() / 2 - 1] + ns[ns.size() / 2] + 1) / 2;
        QCOMPARE(section.rows[row].note, QStringLiteral("%1 ×").arg(ns.size()));
        QCOMPARE(section.rows[row++].value, QStringLiteral("median %1").arg(durationText(median)));
    }
    QCOMPARE(brushSection(segmentation, {trace.device().device, 4, 2}).aside, QStringLiteral("0"));
}

void TestPassStrip::wheelZooms()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    const QPointF at = strip.partRect(6).center();
    QWheelEvent wheel(
        at, strip.mapToGlobal(at.toPoint()), {}, QPoint(0, 240), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&strip, &wheel);
    QVERIFY(strip.view().last - strip.view().first < 12);
    QVERIFY(strip.partRect(6).contains(at.toPoint())); // zooms at the pointer
    trace.bus.select(core::PassSelection{strip.data().device, strip.data().passes[0].number}, this);
    QVERIFY(strip.partRect(0).left() >= 0); // scrolls there
}

void TestPassStrip::accessibleParts()
{
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 12}));
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    QAccessibleInterface *strips = QAccessible::queryAccessibleInterface(&strip);
    QCOMPARE(strips->childCount(), strip.partCount());
    const QString name = strips->child(7)->text(QAccessible::Name);
    QVERIFY2(name.startsWith(QStringLiteral("P7, ")), qPrintable(name));
    QVERIFY2(name.endsWith(QStringLiteral("8 of %1").arg(strip.partCount())), qPrintable(name));
}

void TestPassStrip::singlePassShowsItsWall()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(test::TraceKind::CudaGraph, {.passes = 1}));
    QCOMPARE(trace.device().passes.size(), std::size_t{1});
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    QVERIFY(test::settled());
    QVERIFY(strip.height() < 60);
    const QImage picture = strip.grab().toImage();
    QSet<QRgb> colours;
    for (int x = 120; x < picture.width() - 10; ++x)
        colours << picture.pixel(x, picture.height() / 3);
    QVERIFY(colours.contains(Theme::current().fill(core::Category::Gemm).rgb()));
}

// A pass that the trace cuts has no upper edge, however short its bar is.
void TestPassStrip::cutPassesAreOpen()
{
    const std::string text = test::traceText(test::TraceKind::Dense, {.passes = 4});
    for (const double share : {0.755, 0.77, 0.8, 0.9}) {
        test::LoadedTrace trace;
        QVERIFY(trace.load(text.substr(0, static_cast<std::size_t>(static_cast<double>(text.size()) * share))));
        QVERIFY(!trace.device().passes.back().complete);
        PassStrip strip(trace.controller, trace.bus);
        strip.resize(1100, strip.height());
        strip.show();
        QVERIFY(test::settled());
        const QImage picture = strip.grab().toImage();
        const auto edges = [&](int part) {
            int edge = 0;
            const QRect slot = strip.partRect(part);
            for (int y = 0; y < picture.height(); ++y)
                for (int x = slot.left(); x <= slot.right(); ++x)
                    edge += picture.pixelColor(x, y) == Theme::current().text3 ? 1 : 0;
            return edge;
        };
        int whole = 0; // the selected one has none
        for (int part = 0; part + 1 < strip.partCount(); ++part)
            whole += edges(part) > 0 ? 1 : 0;
        QVERIFY(whole > 0);
        QVERIFY2(edges(strip.partCount() - 1) == 0, qPrintable(QString::number(share)));
    }
}

void TestPassStrip::noPassesOfferABoundary()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"alpha","ts":0,"dur":10,"pid":0,"tid":7,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"beta","ts":50,"dur":50,"pid":0,"tid":7,"args":{"device":0,"stream":7}}]})"));
    QVERIFY(trace.device().passes.empty());
    PassStrip strip(trace.controller, trace.bus);
    strip.resize(1100, strip.height());
    strip.show();
    QVERIFY(test::settled());
    QSignalSpy wanted(&strip, &PassStrip::boundaryRequested);
    QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.partRect(0).center());
    QCOMPARE(wanted.size(), 1);
    QTest::keyClick(&strip, Qt::Key_Return);
    QCOMPARE(wanted.size(), 2);
    const QImage picture = strip.grab().toImage();
    const int y = strip.height() / 3;
    QCOMPARE(picture.pixel(strip.width() - 20, y), Theme::current().cellBar.rgb()); // the second half is busy
    QCOMPARE(picture.pixel(112 + (strip.width() - 112) / 3, y), Theme::current().window.rgb());
}

void TestPassStrip::aHundredThousandPassesArePainted()
{
    const PassStripData data = passStripData(decodes(100'000));
    const std::vector<std::uint32_t> order = stripOrder(data, StripOrder::Time);
    const PassStripLayout layout(data, order, allOf(data), 1200);
    QCOMPARE(layout.columns().size(), std::size_t{1200});
    QCOMPARE(layout.columns().back().slowest < data.passes.size(), true);
    std::size_t next = 0;
    for (const StripColumn &column : layout.columns()) { // no pass between two pixels
        QVERIFY(column.slowest >= next);
        next = column.slowest + 1;
    }
}

LAMELLA_WIDGET_TEST(TestPassStrip)
#include "tst_PassStrip.moc"
