// SPDX-License-Identifier: GPL-3.0-or-later
// Passes × layers of a run of many passes: columns below the bars of the strip, colours, merging, keys; and the panel around it.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/charts/HeatMapPanel.h"
#include "widgets/charts/MetricChoice.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/passes/BrushStrip.h"
#include "widgets/passes/PassBars.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/Theme.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>

using namespace lamella;
using namespace lamella::ui;

namespace {

const core::DeviceId kDevice{0};
constexpr int kLayers = 4;

bool isPrefill(int pass)
{
    return pass % 10 == 5;
}

// Passes of four layers of 100 to 103 ns; every tenth is a prefill of ten times that, pass 7 is an outlier of twice that.
HeatMapData mapOf(int passes)
{
    HeatMapData data;
    data.device = kDevice;
    data.mainStage = core::Stage::Decode;
    data.low = 100;
    data.high = 103;
    data.medianNs = 101;
    for (int layer = 0; layer < kLayers; ++layer)
        data.layers.push_back(layer);
    for (int pass = 0; pass < passes; ++pass) {
        HeatMapRow row;
        row.pass = pass;
        row.stage = isPrefill(pass) ? core::Stage::Prefill : core::Stage::Decode;
        for (int layer = 0; layer < kLayers; ++layer)
            row.cells.push_back({true, {}, (100 + layer) * (isPrefill(pass) ? 10 : pass == 7 ? 2 : 1)});
        data.rows.push_back(std::move(row));
    }
    return data;
}

PassStripData passesOf(int passes)
{
    PassStripData data;
    data.device = kDevice;
    data.mainStage = core::Stage::Decode;
    data.medianNs = 406;
    for (int pass = 0; pass < passes; ++pass) {
        const core::Stage stage = isPrefill(pass) ? core::Stage::Prefill : core::Stage::Decode;
        const auto state = pass == 7 ? core::PassState::Outlier : core::PassState::Steady;
        data.passes.push_back({pass, stage, state, true, isPrefill(pass) ? 4060 : pass == 7 ? 812 : 406});
        ++data.stages[stage];
    }
    return data;
}

void fill(PassMapChart &chart, int passes, StripOrder order = StripOrder::Time)
{
    PassStripData data = passesOf(passes);
    std::vector<std::uint32_t> rows = stripOrder(data, order);
    chart.setData(mapOf(passes), {}, QStringLiteral("wall"));
    chart.setPasses(std::move(data), std::move(rows));
}

int segmentCount(const SegmentedControl &control)
{
    return static_cast<int>(control.findChildren<QAbstractButton *>().size());
}

} // namespace

class TestPassMap : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }

    void everyCellIsHit()
    {
        PassMapChart chart;
        chart.resize(800, 300);
        fill(chart, 70);
        QCOMPARE(chart.partCount(), 70 * kLayers);
        for (int part = 0; part < chart.partCount(); ++part) {
            QCOMPARE(chart.hitAt(chart.partRect(part).center()), part);
            QVERIFY(chart.mapArea().contains(chart.partRect(part)));
        }
        QCOMPARE(chart.hitAt({10, 50}), -1);
        QSignalSpy activated(&chart, &Chart::activated);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.partRect(12 * kLayers + 3).center());
        QVERIFY(activated.back().front().value<core::Selection>() == core::Selection(core::LayerSelection{kDevice, 12, 3}));
    }

    // A chart that is scrolled or zoomed may not show what is selected.
    void theMenuByKeyOpensInSight()
    {
        class FarPart : public Chart {
        public:
            FarPart()
                : Chart(QStringLiteral("far"), nullptr)
            {
            }
            [[nodiscard]] int partCount() const override { return 1; }
            [[nodiscard]] QRect partRect(int) const override { return m_rect; }
            [[nodiscard]] int selectedPart() const override { return 0; }
            [[nodiscard]] core::Selection targetOf(int) const override { return core::PassSelection{kDevice, 0}; }
            QRect m_rect;

        protected:
            [[nodiscard]] TipText tipOf(int) const override { return {}; }
            void paintParts(QPainter &, const QRect &) override { }
        };
        FarPart chart;
        chart.resize(200, 100);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        for (const QRect rect : {QRect(50, 4000, 10, 10), QRect(-900, 50, 10, 10), QRect(150, 20, 4000, 10)}) {
            chart.m_rect = rect;
            chart.setMenu([](const core::Selection &) {
                auto *menu = new QMenu;
                menu->setAttribute(Qt::WA_DeleteOnClose);
                menu->addAction(QStringLiteral("Show"));
                return menu;
            });
            QContextMenuEvent asked(QContextMenuEvent::Keyboard, {5, 5}, chart.mapToGlobal(QPoint(5, 5)));
            QCoreApplication::sendEvent(&chart, &asked);
            QWidget *menu = QApplication::activePopupWidget();
            QVERIFY(menu != nullptr);
            const QPoint at = menu->pos();
            menu->close();
            QVERIFY(chart.rect().contains(chart.mapFromGlobal(at)));
        }
    }

    // Colours are a scale of the main stage: what is above it has the last one, and another stage has none.
    void coloursAreOfTheMainStage()
    {
        PassMapChart chart;
        chart.resize(1200, 300);
        fill(chart, 70);
        const QImage picture = chart.grab().toImage();
        const Theme &theme = Theme::current();
        const auto colour = [&](int pass, int layer) {
            return picture.pixelColor(chart.partRect(pass * kLayers + layer).center());
        };
        QCOMPARE(colour(0, 0).rgb(), theme.sequentialAt(0).rgb());
        QCOMPARE(colour(0, 3).rgb(), theme.sequentialAt(1).rgb());
        QCOMPARE(colour(7, 0).rgb(), theme.sequentialAt(1).rgb());
        QCOMPARE(colour(5, 0).rgb(), theme.track.rgb());
        const QRect outlier = chart.partRect(7 * kLayers);
        QCOMPARE(picture.pixelColor(outlier.topRight()).rgb(), theme.base.rgb()); // cut corner
        QCOMPARE(picture.pixelColor(chart.partRect(0).topRight()).rgb(), theme.sequentialAt(0).rgb());
    }

    // More passes than pixels: each pixel is the slowest of the main stage that it stands for.
    void pixelsAreTheSlowestPass()
    {
        PassMapChart chart;
        chart.resize(900, 200);
        fill(chart, 5000);
        QVERIFY(chart.layoutNow()->form() == SlotForm::Columns);
        const QImage picture = chart.grab().toImage();
        const QRect area = chart.mapArea();
        const int x = area.left() + static_cast<int>(chart.layoutNow()->left(7));
        QCOMPARE(picture.pixelColor(x, area.top() + 2).rgb(), Theme::current().sequentialAt(1).rgb());
        for (int at = area.left() + 2; at < area.right(); ++at)
            QCOMPARE(picture.pixelColor(at, area.top() + 2).rgb(), Theme::current().sequentialAt(0).rgb());
        QCOMPARE(chart.passAt({x, area.top() + 2})->pass, 7);
        chart.setSelection(core::PassSelection{kDevice, 7}, {kDevice, 7, core::kNoLayer}); // within its outline its cells show
        const QImage selected = chart.grab().toImage();
        int cells = 0;
        for (int at = x - 4; at <= x + 4; ++at)
            cells += selected.pixelColor(at, area.center().y()).rgb() == Theme::current().sequentialAt(1).rgb() ? 1 : 0;
        QVERIFY2(cells >= 5, qPrintable(QString::number(cells)));
        bool said = false;
        for (const test::PaintedText &text : test::paintedTexts(chart))
            said = said || text.text.contains(QStringLiteral("one pixel ="));
        QVERIFY(said);
    }

    void whatFollowsAClickEndsIt()
    {
        PassMapChart chart;
        chart.resize(800, 300);
        fill(chart, 70);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const int interval = QApplication::doubleClickInterval();
        const auto restored = qScopeGuard([interval] { QApplication::setDoubleClickInterval(interval); });
        QApplication::setDoubleClickInterval(0);
        QSignalSpy clicked(&chart, &PassMapChart::layerClicked);
        const QPoint at = chart.partRect(12 * kLayers + 3).center();
        const auto idle = [] { // later than a click that was waiting
            bool over = false;
            QTimer::singleShot(0, qApp, [&over] { over = true; });
            return QTest::qWaitFor([&over] { return over; });
        };
        const auto unlessFollowedBy = [&](const std::function<void()> &other) {
            QTest::mouseClick(&chart, Qt::LeftButton, {}, at);
            other();
            return idle() && clicked.isEmpty();
        };
        QVERIFY(unlessFollowedBy([&] { QTest::keyClick(&chart, Qt::Key_Left); }));
        QVERIFY(unlessFollowedBy([&] { QTest::mousePress(&chart, Qt::RightButton, {}, at); }));
        QVERIFY(unlessFollowedBy([&] { fill(chart, 70); }));
        QVERIFY(unlessFollowedBy([&] { QTest::mouseDClick(&chart, Qt::LeftButton, {}, at); }));
        QVERIFY(unlessFollowedBy([&] {
            chart.hide();
            chart.show();
        }));
        QTest::mousePress(&chart, Qt::LeftButton, {}, at);
        QVERIFY(idle() && clicked.isEmpty()); // held
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, at);
        QTRY_COMPARE(clicked.size(), 1);
    }

    void keysMoveFromCellToCell()
    {
        PassMapChart chart;
        chart.resize(800, 300);
        fill(chart, 70, StripOrder::Wall);
        connect(&chart, &Chart::activated, &chart, [&chart](const core::Selection &target) {
            const auto &layer = std::get<core::LayerSelection>(target);
            chart.setSelection(target, {layer.device, layer.pass, layer.layer});
        });
        chart.setSelection(core::PassSelection{kDevice, 7}, {kDevice, 7, core::kNoLayer});
        QCOMPARE(chart.selectedPart(), -1);
        QTest::keyClick(&chart, Qt::Key_Down);
        QVERIFY(chart.partName(chart.selectedPart()).startsWith(QStringLiteral("P7 · L0")));
        QTest::keyClick(&chart, Qt::Key_Down);
        const int before = chart.selectedPart();
        QCOMPARE(before % kLayers, 1);
        QTest::keyClick(&chart, Qt::Key_Right); // by wall: the first of the others
        QCOMPARE(chart.selectedPart(), before + kLayers);
        QVERIFY(chart.targetOf(chart.selectedPart()) == core::Selection(core::LayerSelection{kDevice, 0, 1}));
        QTest::keyClick(&chart, Qt::Key_Home);
        QVERIFY(chart.targetOf(chart.selectedPart()) == core::Selection(core::LayerSelection{kDevice, 5, 1})); // a prefill
        QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(&chart);
        QCOMPARE(whole->childCount(), chart.partCount());
    }

    // Passes at another level are not steady, but belong to the scale; outliers do not.
    void theScaleIsOfSettledPasses()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.loadDense({.passes = 70}));
        core::Segmentation segmentation = *trace.controller.segmentation();
        core::DeviceSegmentation &device = segmentation.devices[segmentation.mainDevice.value];
        const core::Stage stage = segmentation.pass(device.device, device.selectedPass)->stage;
        for (core::Pass &pass : device.passes) {
            pass.complete = true;
            pass.state = pass.number < 5 ? core::PassState::Outlier
                : pass.number < 30       ? core::PassState::Unknown
                                         : core::PassState::Steady;
        }
        const HeatMapData map = loadHeatMap(*trace.controller.session(), segmentation, device.device, "wall", "all", {}).value();
        std::vector<std::int64_t> values;
        for (const HeatMapRow &row : map.rows)
            if (row.stage == stage && row.pass >= 5)
                for (const HeatMapCell &cell : row.cells)
                    if (cell.present)
                        values.push_back(cell.valueNs);
        QVERIFY(!values.empty());
        QCOMPARE(map.medianNs, percentile(values, 0.5));
        QCOMPARE(map.low, std::min(percentile(values, 0), map.medianNs - map.medianNs / 20));
        QCOMPARE(map.high, std::max(percentile(values, 0.96), map.medianNs + map.medianNs / 20));
    }

    // A steady run differs by noise alone: its colours are near one another, and the legend says of which range they are.
    void noiseHasColoursAlike_data()
    {
        QTest::addColumn<int>("spreadNs"); // of layers of 100 µs
        QTest::addColumn<qint64>("low");
        QTest::addColumn<qint64>("high");
        QTest::addColumn<QString>("legend");
        QTest::newRow("noise") << 1000 << qint64{95'000} << qint64{105'000} << QStringLiteral("0.95 to 1.05");
        QTest::newRow("all alike") << 0 << qint64{95'000} << qint64{105'000} << QStringLiteral("0.95 to 1.05");
        QTest::newRow("wide") << 20'000 << qint64{80'000} << qint64{118'400} << QStringLiteral("0.80 to 1.18");
    }
    void noiseHasColoursAlike()
    {
        QFETCH(const int, spreadNs);
        constexpr int kPasses = 101;
        HeatMapData data = mapOf(kPasses);
        for (HeatMapRow &row : data.rows) {
            row.stage = core::Stage::Decode;
            for (HeatMapCell &cell : row.cells)
                cell.valueNs = 100'000 + spreadNs * (row.pass - kPasses / 2) / (kPasses / 2);
        }
        setColourRange(data);
        QCOMPARE(data.medianNs, std::int64_t{100'000});
        QTEST(qint64{data.low}, "low");
        QTEST(qint64{data.high}, "high");
        QCOMPARE(data.highIsPercentile, spreadNs == 20'000);
        PassMapChart chart;
        chart.resize(1200, 300);
        PassStripData passes = passesOf(kPasses);
        std::vector<std::uint32_t> rows = stripOrder(passes, StripOrder::Time);
        chart.setData(std::move(data), {}, QStringLiteral("wall"));
        chart.setPasses(std::move(passes), std::move(rows));
        QFETCH(const QString, legend);
        const auto texts = test::paintedTexts(chart);
        QVERIFY(std::any_of(texts.begin(), texts.end(), [&](const auto &text) { return text.text.startsWith(legend); }));
        const QString above = QString::fromUtf8(spreadNs == 20'000 ? "96th percentile" : "5 % above the median layer");
        QVERIFY(std::any_of(texts.begin(), texts.end(), [&](const auto &text) { return text.text.contains(above); }));
    }

    // Between bars of a pixel and a half, too, the pointer finds the column that is drawn below it.
    void thePointerFindsWhatIsDrawn()
    {
        PassMapChart chart;
        chart.resize(900, 200);
        fill(chart, 470);
        QVERIFY(chart.layoutNow()->form() == SlotForm::Bars && chart.layoutNow()->slotPx() < 2);
        for (int part = 0; part < chart.partCount(); ++part)
            QCOMPARE(chart.hitAt(chart.partRect(part).topLeft()), part);
    }

    // Keys pass over what is not there: a pass without layers, or with fewer.
    void keysPassOverMissingLayers()
    {
        PassMapChart chart;
        chart.resize(800, 300);
        HeatMapData data = mapOf(70);
        for (HeatMapCell &cell : data.rows[3].cells)
            cell.present = false;
        data.rows[8].cells[0].present = data.rows[0].cells[1].present = data.rows[69].cells[1].present = false;
        PassStripData passes = passesOf(70);
        std::vector<std::uint32_t> rows = stripOrder(passes, StripOrder::Time);
        chart.setData(std::move(data), {}, QStringLiteral("wall"));
        chart.setPasses(std::move(passes), std::move(rows));
        const auto select = [&chart](int pass, int layer) {
            chart.setSelection(core::LayerSelection{kDevice, pass, layer}, {kDevice, pass, layer});
        };
        connect(&chart, &Chart::activated, &chart, [&select](const core::Selection &target) {
            const auto &layer = std::get<core::LayerSelection>(target);
            select(layer.pass, layer.layer);
        });
        const auto after = [&chart](Qt::Key key) {
            QTest::keyClick(&chart, key);
            return std::pair(chart.selectedPart() / kLayers, chart.selectedPart() % kLayers);
        };
        select(2, 1);
        QCOMPARE(after(Qt::Key_Right), std::pair(4, 1));
        QCOMPARE(after(Qt::Key_Left), std::pair(2, 1));
        QCOMPARE(after(Qt::Key_Home), std::pair(1, 1));
        QCOMPARE(after(Qt::Key_Left), std::pair(1, 1)); // none further left
        QCOMPARE(after(Qt::Key_End), std::pair(68, 1));
        select(8, 1);
        QCOMPARE(after(Qt::Key_Up), std::pair(8, 1));
        chart.setSelection(core::PassSelection{kDevice, 8}, {kDevice, 8, core::kNoLayer});
        QCOMPARE(after(Qt::Key_Down), std::pair(8, 1));
        chart.setSelection(core::PassSelection{kDevice, 3}, {kDevice, 3, core::kNoLayer});
        QCOMPARE(after(Qt::Key_Down), std::pair(4, 0));
    }

    // The picture of a trace that is open no more has no passes to select.
    void anotherTraceForgetsThePicture()
    {
        test::LoadedTrace trace;
        HeatMapPanel panel(trace.controller, trace.bus);
        panel.resize(1100, 420);
        panel.show();
        QVERIFY(trace.loadDense({.passes = 70}));
        QTRY_VERIFY(!panel.isBusy());
        QVERIFY(panel.passMap()->partCount() > 0);
        int parts = -1;
        connect(&trace.controller, &SessionController::sessionChanged, &panel, [&] {
            if (trace.controller.session() && parts < 0)
                parts = panel.passMap()->partCount();
        });
        QVERIFY(trace.loadDense({.passes = 71}));
        QCOMPARE(parts, 0);
        QTRY_VERIFY(!panel.isBusy());
        QVERIFY(panel.passMap()->partCount() > 0);
    }

    // A brush on another device marks no passes of this one.
    void theBrushOfAnotherDeviceIsNoBrush()
    {
        test::LoadedTrace trace;
        HeatMapPanel panel(trace.controller, trace.bus);
        panel.resize(1100, 420);
        panel.show();
        QVERIFY(trace.loadDense({.passes = 70}));
        QTRY_VERIFY(!panel.isBusy());
        auto *scope = panel.findChild<SegmentedControl *>(QStringLiteral("heatMapScope"));
        trace.bus.setBrush({core::DeviceId{trace.device().device.value + 1}, 3, 9});
        QCOMPARE(scope->current(), 0);
        QVERIFY(!scope->findChildren<QAbstractButton *>()[1]->isEnabled());
        QCOMPARE(panel.request().pass, std::string("all"));
    }

    void aBrushHasAStripOfItsOwn()
    {
        test::LoadedTrace trace;
        HeatMapPanel panel(trace.controller, trace.bus);
        panel.resize(1100, 420);
        panel.show();
        QVERIFY(trace.loadDense({.passes = 70}));
        QTRY_VERIFY(!panel.isBusy());
        QVERIFY(panel.hasColumns());
        const auto passes = static_cast<int>(trace.device().passes.size());
        const auto columns = [&] {
            return panel.passMap()->partCount() / static_cast<int>(panel.passMap()->map().layers.size());
        };
        auto *strip = panel.findChild<BrushStrip *>();
        auto *scope = panel.findChild<SegmentedControl *>(QStringLiteral("heatMapScope"));
        QVERIFY(!strip->isVisible());
        QVERIFY(!scope->findChildren<QAbstractButton *>()[1]->isEnabled());
        QCOMPARE(columns(), passes);
        QCOMPARE(panel.request().pass, std::string("all"));
        trace.bus.setBrush({trace.device().device, 20, 39});
        QVERIFY(strip->isVisible());
        QCOMPARE(columns(), 20);
        QCOMPARE(panel.request().pass, std::string("20-39"));
        const auto *kept = strip->data().passes.data(); // not made again while only the brush moves
        trace.bus.setBrush({trace.device().device, 30, 44});
        QCOMPARE(columns(), 15);
        QCOMPARE(strip->partCount(), 15);
        QVERIFY(strip->data().passes.data() == kept);
        trace.bus.setBrush({trace.device().device, 20, 39});
        // Bars stand above their columns.
        for (int position = 0; position < 20; ++position)
            QCOMPARE(strip->partRect(position).left(),
                panel.passMap()->partRect(position * static_cast<int>(panel.passMap()->map().layers.size())).left());
        QTest::mouseClick(strip, Qt::LeftButton, {}, strip->partRect(3).center());
        QCOMPARE(trace.bus.focus().pass, 23);
        QSignalSpy opened(&panel, &HeatMapPanel::placeOpened);
        const int cell = 7 * static_cast<int>(panel.passMap()->map().layers.size()) + 2;
        QTest::mouseDClick(panel.passMap(), Qt::LeftButton, {}, panel.passMap()->partRect(cell).center());
        QCOMPARE(opened.size(), 1);
        QCOMPARE(trace.bus.focus().pass, 27);
        QCOMPARE(trace.bus.focus().layer, 2);
        QTest::mouseClick(scope->findChildren<QAbstractButton *>()[0], Qt::LeftButton);
        QVERIFY(!strip->isVisible());
        QCOMPARE(columns(), passes);
        trace.bus.setBrush({});
        QTest::mouseClick(
            panel.findChild<SegmentedControl *>(QStringLiteral("heatMapOrder"))->findChildren<QAbstractButton *>()[1],
            Qt::LeftButton);
        const int first = panel.passMap()->passAt(panel.passMap()->partRect(0).center())->pass;
        for (const core::Pass &pass : trace.device().passes)
            QVERIFY(pass.range.length().value
                <= trace.controller.segmentation()->pass(trace.device().device, first)->range.length().value);
    }

    void theMeasureIsASwitch()
    {
        test::LoadedTrace trace;
        HeatMapPanel panel(trace.controller, trace.bus);
        panel.resize(1100, 420);
        panel.show();
        QVERIFY(trace.loadDense({.passes = 70}));
        QTRY_VERIFY(!panel.isBusy());
        auto *measure = panel.findChild<SegmentedControl *>(QStringLiteral("heatMapMetric"));
        QVERIFY(measure->isVisible());
        QCOMPARE(segmentCount(*measure), 4);
        const std::int64_t wall = panel.passMap()->map().rows[3].cells[2].valueNs;
        QTest::mouseClick(measure->findChildren<QAbstractButton *>()[2], Qt::LeftButton);
        QTRY_VERIFY(!panel.isBusy());
        QCOMPARE(panel.request().metric, std::string("idle"));
        QVERIFY(panel.passMap()->map().rows[3].cells[2].valueNs < wall);
        auto *list = panel.findChild<QComboBox *>(); // as the menu of categories does
        list->setCurrentIndex(list->findData(QStringLiteral("gemm")));
        QCOMPARE(measure->current(), 3);
        QCOMPARE(panel.request().metric, std::string("gemm"));
    }
};

LAMELLA_WIDGET_TEST(TestPassMap)
#include "tst_PassMap.moc"
