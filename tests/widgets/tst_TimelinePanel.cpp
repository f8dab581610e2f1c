// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/IdleLegend.h"
#include "widgets/timeline/OverviewStrip.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"

#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

using namespace lamella;
using namespace lamella::ui;

class TestTimelinePanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void init();
    void cleanup();
    void lanesAreThere();
    void clickSelectsTheKernelUnderIt();
    void clickOnABandSelectsTheLayer();
    void theTimeUnderTheStillPointerFollows();
    void theLegendIsAboutWhatIsSeen();
    void noLineCrossesTheNamesOfGroups();
    void groupsCollapse();
    void followsASelectionFromElsewhere();
    void staysWhenTheSelectionIsInView();
    void keysZoomAndPan_data();
    void keysZoomAndPan();
    void wheelZoomsAroundThePointer();
    void dragPans();
    void drawnRangeSnapsToTheKernel();
    void menuIsForWhatLiesThere();
    void fullStopStepsToTheNextKernel();
    void overviewWindowMoves();
    void overviewLooksAsDrawnAnew();
    void selectionIsDescribed();
    void emptyWithoutATrace();
    void memoryAloneLeadsToItsWorkspace();
    void drawsInBothThemes();
    void firstPictureIsTheKeptOne_data();
    void firstPictureIsTheKeptOne();

private:
    void showLayer(int layer);

    std::unique_ptr<test::LoadedTrace> m_trace;
    std::unique_ptr<TimelinePanel> m_panel;
};

void TestTimelinePanel::init()
{
    m_trace = std::make_unique<test::LoadedTrace>();
    m_panel = std::make_unique<TimelinePanel>(m_trace->controller, m_trace->bus, m_trace->range);
    m_panel->resize(1200, 700);
    m_panel->show();
    QVERIFY(m_trace->loadDense({.passes = 3}));
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isBusy(), 30'000);
    QVERIFY(!m_trace->device().passes.empty());
}

void TestTimelinePanel::cleanup()
{
    m_panel.reset();
    m_trace.reset();
}

void TestTimelinePanel::showLayer(int layer)
{
    const auto segmentation = m_trace->controller.segmentation();
    const core::LayerSpan *span = segmentation->layer(segmentation->mainDevice, m_trace->firstPass(), layer);
    QVERIFY(span != nullptr);
    m_trace->range.setVisibleRange(span->range);
}

void TestTimelinePanel::lanesAreThere()
{
    bool hasMain = false;
    bool hasFrames = false;
    for (const TimelineRow &row : m_panel->view()->rows().rows()) {
        hasMain = hasMain || (row.lane != nullptr && row.lane->main);
        hasFrames = hasFrames || (row.lane != nullptr && row.lane->kind == LaneKind::Frames);
    }
    QVERIFY(hasMain);
    QVERIFY(hasFrames);
}

void TestTimelinePanel::clickSelectsTheKernelUnderIt()
{
    const core::KernelId kernel = m_trace->kernelInLayer(1);
    QVERIFY(kernel.valid());
    showLayer(1);
    const QRect bar = m_panel->view()->rectOf(core::KernelSelection{kernel});
    QVERIFY(bar.width() > 4);
    QTest::mouseClick(m_panel->view(), Qt::LeftButton, {}, bar.center());
    QVERIFY(m_trace->bus.selection() == core::Selection(core::KernelSelection{kernel}));
    QCOMPARE(m_trace->bus.focus().layer, 1);
}

void TestTimelinePanel::clickOnABandSelectsTheLayer()
{
    showLayer(1);
    const QPoint middle(kLabelColumnPx + m_panel->view()->frame().laneWidth() / 2, kRulerPx + 10);
    QTest::mouseClick(m_panel->view(), Qt::LeftButton, {}, middle);
    const auto *layer = std::get_if<core::LayerSelection>(&m_trace->bus.selection());
    QVERIFY(layer != nullptr);
    QCOMPARE(layer->layer, 1);
}

void TestTimelinePanel::theTimeUnderTheStillPointerFollows()
{
    TimelineView *view = m_panel->view();
    showLayer(1);
    const QPoint at(kLabelColumnPx + 200, view->height() / 2);
    QTest::mouseMove(view, at);
    QSignalSpy cursor(view, &TimelineView::cursorTimeChanged);
    showLayer(2);
    QVERIFY(!cursor.isEmpty());
    const core::TimeRange seen = m_trace->range.visibleRange();
    const qint64 time = cursor.last().at(0).toLongLong();
    QVERIFY(time >= seen.begin.value && time <= seen.end.value);
    QVERIFY(cursor.last().at(1).toBool());
}

void TestTimelinePanel::theLegendIsAboutWhatIsSeen()
{
    const auto *legend = m_panel->findChild<IdleLegend *>(QStringLiteral("idleLegend"));
    const auto data = m_panel->data();
    QVERIFY(data && data->idle);
    const core::LodLane &lane = data->idle->levels[m_trace->device().mainStream.value];
    const core::Lane &gaps = lane.lane();
    QVERIFY(gaps.size() > 0);
    for (const std::uint32_t gap : {0u, gaps.size() / 2}) { // nothing but one idle time
        m_trace->range.setVisibleRange({{gaps.start(gap)}, {gaps.end(gap)}});
        std::set<int> seen;
        for (const core::LodPart &part : lane.timesIn(m_trace->range.visibleRange()))
            seen.insert(part.tag);
        std::set<int> told;
        for (const core::GapCause cause : legend->causes())
            told.insert(static_cast<int>(cause));
        QVERIFY(!told.empty());
        QVERIFY(std::includes(seen.begin(), seen.end(), told.begin(), told.end()));
        QCOMPARE(told.size(), std::min<std::size_t>(seen.size(), 4));
    }
}

void TestTimelinePanel::noLineCrossesTheNamesOfGroups()
{
    TimelineView *view = m_panel->view();
    showLayer(1);
    m_trace->bus.select(core::LayerSelection{m_trace->device().device, m_trace->firstPass(), 1}, nullptr);
    const core::TimeRange range = m_trace->range.visibleRange();
    const std::int64_t margin = range.length().value / 4;
    m_trace->range.setVisibleRange({{range.begin.value - margin}, {range.end.value + margin}});
    QTRY_VERIFY(!m_panel->isBusy());
    const QImage picture = view->grab().toImage();
    const QRgb accent = Theme::current().accent.rgb();
    int lines = 0;
    int crossed = 0;
    for (const TimelineRow &row : view->rows().rows()) {
        const int y = view->frame().top(row) + row.height / 2;
        for (int x = kLabelColumnPx; y > kRulerPx && y < picture.height() && x < picture.width(); ++x)
            if (picture.pixel(x, y) == accent)
                ++(row.isGroup() ? crossed : lines);
    }
    QVERIFY(lines > 0);
    QCOMPARE(crossed, 0);
}

void TestTimelinePanel::groupsCollapse()
{
    const std::size_t before = m_panel->view()->rows().rows().size();
    const TimelineRow &group = m_panel->view()->rows().rows().front();
    QVERIFY(group.isGroup());
    const QPoint at(20, m_panel->view()->frame().top(group) + 5);
    QTest::mouseClick(m_panel->view(), Qt::LeftButton, {}, at);
    QVERIFY(m_panel->view()->rows().rows().size() < before);
    QTest::mouseClick(m_panel->view(), Qt::LeftButton, {}, at);
    QCOMPARE(m_panel->view()->rows().rows().size(), before);
}

void TestTimelinePanel::followsASelectionFromElsewhere()
{
    showLayer(1);
    const core::KernelId kernel = m_trace->kernelInLayer(5);
    QVERIFY(kernel.valid());
    m_trace->bus.select(core::KernelSelection{kernel}, nullptr);
    QTRY_VERIFY(!m_panel->isBusy());
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    QVERIFY(m_trace->range.visibleRange().begin.value <= kernels.start[kernel.value]);
    QVERIFY(m_trace->range.visibleRange().end.value >= kernels.end(kernel.value));
}

void TestTimelinePanel::staysWhenTheSelectionIsInView()
{
    showLayer(1);
    const core::TimeRange before = m_trace->range.visibleRange();
    m_trace->bus.select(core::KernelSelection{m_trace->kernelInLayer(1)}, nullptr);
    QTRY_VERIFY(!m_panel->isBusy());
    QVERIFY(m_trace->range.visibleRange() == before);
}

void TestTimelinePanel::keysZoomAndPan_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("length"); // -1 shorter, 0 same, 1 longer
    QTest::addColumn<int>("centre"); // -1 earlier, 0 same, 1 later
    QTest::newRow("W zooms in") << int(Qt::Key_W) << -1 << 0;
    QTest::newRow("S zooms out") << int(Qt::Key_S) << 1 << 0;
    QTest::newRow("A pans left") << int(Qt::Key_A) << 0 << -1;
    QTest::newRow("D pans right") << int(Qt::Key_D) << 0 << 1;
    QTest::newRow("left pans left") << int(Qt::Key_Left) << 0 << -1;
    QTest::newRow("right pans right") << int(Qt::Key_Right) << 0 << 1;
}

void TestTimelinePanel::keysZoomAndPan()
{
    QFETCH(int, key);
    QFETCH(int, length);
    QFETCH(int, centre);
    showLayer(3);
    const core::TimeRange before = m_trace->range.visibleRange();
    QTest::keyClick(m_panel->view(), static_cast<Qt::Key>(key));
    QTRY_VERIFY(!m_panel->isBusy());
    const core::TimeRange after = m_trace->range.visibleRange();
    const auto sign = [](std::int64_t value) { return value > 2 ? 1 : (value < -2 ? -1 : 0); };
    QCOMPARE(sign(after.length().value - before.length().value), length);
    const auto middle = [](core::TimeRange range) { return range.begin.value + range.length().value / 2; };
    QCOMPARE(sign(middle(after) - middle(before)), centre);
}

void TestTimelinePanel::wheelZoomsAroundThePointer()
{
    showLayer(3);
    const QPoint at(kLabelColumnPx + 300, 120);
    const std::int64_t under = m_panel->view()->frame().scale().timeAt(300);
    const std::int64_t before = m_trace->range.visibleRange().length().value;
    QWheelEvent event(
        QPointF(at), m_panel->view()->mapToGlobal(QPointF(at)), {}, QPoint(0, 120), Qt::NoButton, {}, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(m_panel->view(), &event);
    QVERIFY(m_trace->range.visibleRange().length().value < before);
    const double x = m_panel->view()->frame().scale().x(under);
    QVERIFY2(std::abs(x - 300) < 2, qPrintable(QString::number(x)));
}

void TestTimelinePanel::dragPans()
{
    showLayer(3);
    const core::TimeRange before = m_trace->range.visibleRange();
    TimelineView *view = m_panel->view();
    QTest::mousePress(view, Qt::LeftButton, {}, QPoint(600, 150));
    QTest::mouseMove(view, QPoint(560, 150));
    QTest::mouseMove(view, QPoint(500, 150));
    QTest::mouseRelease(view, Qt::LeftButton, {}, QPoint(500, 150));
    QCOMPARE(m_trace->range.visibleRange().length().value, before.length().value);
    QVERIFY(m_trace->range.visibleRange().begin.value > before.begin.value);
    QVERIFY(std::holds_alternative<std::monostate>(m_trace->bus.selection()));
}

void TestTimelinePanel::drawnRangeSnapsToTheKernel()
{
    const core::KernelId kernel = m_trace->kernelInLayer(3);
    m_trace->bus.select(core::KernelSelection{kernel}, nullptr);
    QTRY_VERIFY(!m_panel->isBusy());
    TimelineView *view = m_panel->view();
    view->zoomToSelection();
    QTRY_VERIFY(!view->isMoving());
    const QRect bar = view->rectOf(core::KernelSelection{kernel});
    QVERIFY(bar.width() > 40);
    const QPoint from(bar.left() + 3, 8); // on the ruler, a little inside
    const QPoint to(bar.right() - 3, 8);
    QTest::mousePress(view, Qt::LeftButton, {}, from);
    QTest::mouseMove(view, (from + to) / 2);
    QTest::mouseMove(view, to);
    QTest::mouseRelease(view, Qt::LeftButton, {}, to);
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    const core::TimeRange whole{{kernels.start[kernel.value]}, {kernels.end(kernel.value)}};
    QVERIFY(m_trace->bus.selection() == core::Selection(core::RangeSelection{whole}));
}

void TestTimelinePanel::menuIsForWhatLiesThere()
{
    const core::KernelId kernel = m_trace->kernelInLayer(3);
    m_trace->bus.select(core::KernelSelection{kernel}, nullptr);
    QTRY_VERIFY(!m_panel->isBusy());
    TimelineView *view = m_panel->view();
    view->zoomToSelection();
    QTRY_VERIFY(!view->isMoving());
    const QPoint middle = view->rectOf(core::KernelSelection{kernel}).center();
    m_trace->bus.select(core::PassSelection{m_trace->controller.segmentation()->mainDevice, m_trace->firstPass()}, view);
    QSignalSpy asked(view, &TimelineView::menuRequested);
    const auto ask = [&](QContextMenuEvent::Reason reason) {
        QContextMenuEvent event(reason, middle, view->mapToGlobal(middle));
        QCoreApplication::sendEvent(view, &event);
    };
    ask(QContextMenuEvent::Keyboard); // stays
    QVERIFY(std::holds_alternative<core::PassSelection>(m_trace->bus.selection()));
    ask(QContextMenuEvent::Mouse);
    QVERIFY(m_trace->bus.selection() == core::Selection(core::KernelSelection{kernel}));
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    const core::RangeSelection range{{{kernels.start[kernel.value] - 10}, {kernels.end(kernel.value) + 10}}};
    m_trace->bus.select(range, view);
    ask(QContextMenuEvent::Mouse); // within a range: it is about the range
    QVERIFY(m_trace->bus.selection() == core::Selection(range));
    m_trace->bus.clear();
    ask(QContextMenuEvent::Mouse); // nothing is selected, but something lies there
    QVERIFY(m_trace->bus.selection() == core::Selection(core::KernelSelection{kernel}));
    QCOMPARE(asked.size(), 4);
    m_trace->bus.clear();
    ask(QContextMenuEvent::Keyboard); // nothing is selected
    QCOMPARE(asked.size(), 4);
}

void TestTimelinePanel::fullStopStepsToTheNextKernel()
{
    const core::KernelId kernel = m_trace->kernelInLayer(2);
    m_trace->bus.select(core::KernelSelection{kernel}, nullptr);
    QTRY_VERIFY(!m_panel->isBusy());
    QTest::keyClick(m_panel->view(), Qt::Key_Period);
    const auto *next = std::get_if<core::KernelSelection>(&m_trace->bus.selection());
    QVERIFY(next != nullptr);
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    QVERIFY(next->kernel.value > kernel.value);
    QCOMPARE(kernels.stream[next->kernel.value], kernels.stream[kernel.value]);
    QTest::keyClick(m_panel->view(), Qt::Key_Comma);
    QVERIFY(m_trace->bus.selection() == core::Selection(core::KernelSelection{kernel}));
}

void TestTimelinePanel::overviewWindowMoves()
{
    showLayer(3);
    OverviewStrip *overview = m_panel->overview();
    const core::TimeRange before = m_trace->range.visibleRange();
    const QPoint from = overview->windowRect().center();
    QTest::mousePress(overview, Qt::LeftButton, {}, from);
    QTest::mouseMove(overview, from + QPoint(60, 0));
    QTest::mouseRelease(overview, Qt::LeftButton, {}, from + QPoint(60, 0));
    QVERIFY(m_trace->range.visibleRange().begin.value > before.begin.value);
    QCOMPARE(m_trace->range.visibleRange().length().value, before.length().value);
}

// A selection draws only its bands and the caption again: within a pass, in another one, of several, and with the whole trace
// shown.
void TestTimelinePanel::overviewLooksAsDrawnAnew()
{
    OverviewStrip *overview = m_panel->overview();
    const core::DeviceSegmentation &device = m_trace->device();
    const int first = device.passes[0].number;
    const int second = device.passes[1].number;
    const std::vector<core::Selection> steps{core::LayerSelection{device.device, first, 1},
        core::LayerSelection{device.device, first, 2}, core::PassSelection{device.device, second},
        core::SeveralSelection{{core::PassSelection{device.device, first}, core::PassSelection{device.device, second}}},
        core::KernelSelection{m_trace->kernelInLayer(2)}};
    for (const bool whole : {false, true})
        for (const core::Selection &step : steps) {
            m_trace->bus.select(step, nullptr);
            if (whole)
                m_panel->zoomToFit();
            QTRY_VERIFY(!m_panel->isBusy());
            const QImage shown = overview->grab().toImage();
            QEvent changed(QEvent::StyleChange); // draws everything again
            QCoreApplication::sendEvent(overview, &changed);
            QVERIFY(overview->grab().toImage() == shown);
        }
}

void TestTimelinePanel::selectionIsDescribed()
{
    m_trace->bus.select(core::KernelSelection{m_trace->kernelInLayer(2)}, nullptr);
    const QString text = m_panel->view()->accessibleDescription();
    QVERIFY2(text.contains(QStringLiteral("L2")), qPrintable(text));
}

void TestTimelinePanel::memoryAloneLeadsToItsWorkspace()
{
    QVERIFY(m_trace->load(R"([[-1, 1, 4096, 7], [1000, 2, 8192, 2], [2000, 1, 512, 4], [3000, 3, 8192, 2]])"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_panel->isBusy(), 30'000);
    QString said;
    for (const test::PaintedText &text : test::paintedTexts(*m_panel->view()))
        said += text.text + u' ';
    QVERIFY2(said.contains(QStringLiteral("It is drawn in Memory")), qPrintable(said));
}

void TestTimelinePanel::emptyWithoutATrace()
{
    m_trace->controller.close();
    QVERIFY(!m_panel->isBusy());
    QVERIFY(m_panel->view()->rows().rows().empty());
    QVERIFY(!m_panel->grab().isNull());
}

void TestTimelinePanel::drawsInBothThemes()
{
    m_trace->bus.select(core::KernelSelection{m_trace->kernelInLayer(2)}, nullptr);
    QTRY_VERIFY(!m_panel->isBusy());
    const QImage light = m_panel->grab().toImage();
    const auto apply = [this](ThemeKind kind) {
        Theme::apply(kind);
        QEvent changed(QEvent::StyleChange); // as the application tells its widgets
        QCoreApplication::sendEvent(m_panel->view(), &changed);
    };
    apply(ThemeKind::Dark);
    const QImage dark = m_panel->grab().toImage();
    apply(ThemeKind::Light);
    QVERIFY(light != dark);
    // The colour of the selected kernel is that of its category.
    const core::KernelTable &kernels = m_trace->controller.document()->kernels;
    const auto category = m_trace->controller.names()->category(kernels.name[m_trace->kernelInLayer(2).value]);
    const QRect bar = m_panel->view()->rectOf(m_trace->bus.selection());
    const QImage view = m_panel->view()->grab().toImage();
    QCOMPARE(view.pixelColor(bar.left() + 1, bar.top() + 1).name(), Theme::of(ThemeKind::Light).fill(category).name());
}

// What is seen for the first time is written straight into what is painted into, there or anywhere else; later it is copied.
void TestTimelinePanel::firstPictureIsTheKeptOne_data()
{
    QTest::addColumn<QImage::Format>("format");
    QTest::addColumn<QPoint>("at");
    QTest::newRow("window") << QImage::Format_RGB32 << QPoint(0, 0);
    QTest::newRow("aside") << QImage::Format_RGB32 << QPoint(31, 17);
    QTest::newRow("see-through") << QImage::Format_ARGB32_Premultiplied << QPoint(5, 0);
    QTest::newRow("not all in it") << QImage::Format_RGB32 << QPoint(-40, 60);
    QTest::newRow("no such pixels") << QImage::Format_RGB888 << QPoint(3, 3);
}
void TestTimelinePanel::firstPictureIsTheKeptOne()
{
    QFETCH(QImage::Format, format);
    QFETCH(QPoint, at);
    TimelineView &view = *m_panel->view();
    QImage kept(view.size() + QSize(50, 40), format);
    kept.fill(Qt::red);
    QImage first = kept;
    showLayer(1);
    view.grab(); // once seen, it is kept
    view.render(&kept, at);
    showLayer(0);
    showLayer(1); // as if never seen
    view.render(&first, at);
    QCOMPARE(first, kept);
    const QPoint inside = at + QPoint(kLabelColumnPx + 20, kRulerPx + 4);
    QVERIFY(first.pixelColor(inside) != QColor(Qt::red));
    if (at.x() > 0) // nothing beside it
        QCOMPARE(first.pixelColor(at.x() - 1, at.y() + 50), QColor(Qt::red));
}

LAMELLA_WIDGET_TEST(TestTimelinePanel)
#include "tst_TimelinePanel.moc"
