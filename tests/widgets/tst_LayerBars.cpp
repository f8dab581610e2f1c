// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/report/LayerTypesPanel.h"
#include "widgets/theme/Theme.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;

namespace {

LayerBarsData threeBars()
{
    core::ReportTable table("layers", "Layers",
        {{"pass", "Pass", core::CellKind::Integer, ""}, {"layer", "Layer", core::CellKind::Integer, ""},
            {"wall_ns", "Wall", core::CellKind::DurationNs, ""}, {"sum_ns", "Sum", core::CellKind::DurationNs, ""},
            {"gemm_ns", "GEMM", core::CellKind::DurationNs, ""}, {"norm_ns", "Norm", core::CellKind::DurationNs, ""}});
    const auto add = [&](int layer, std::int64_t wall, std::int64_t gemm, std::int64_t norm) {
        table.appendRow(core::LayerSelection{core::DeviceId{0}, 2, layer});
        table.setInteger(std::size_t{0}, 2);
        table.setInteger(std::size_t{1}, layer);
        table.setInteger(std::size_t{2}, wall);
        table.setInteger(std::size_t{3}, gemm + norm);
        table.setInteger(std::size_t{4}, gemm);
        table.setInteger(std::size_t{5}, norm);
    };
    add(core::kHeadLayer, 10, 5, 5);
    add(0, 1000, 700, 200);
    add(1, 800, 600, 600); // more work than wall: two streams
    add(2, 1100, 333, 334);
    return layerBarsFrom(table);
}

} // namespace

class TestLayerBars : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void tableBecomesBars();
    void segmentsTouchAndAddUp_data();
    void segmentsTouchAndAddUp();
    void exposedTimesAndIdleAddUpToTheWall();
    void linesAreOfTheLargestType();
    void oneTallBarIsCut();
    void tallestOfAPixelIsPainted();
    void hitTestFindsEveryColumn();
    void clickActivatesTheLayer();
    void arrowsWalkTheLayers();
    void arrowsWalkTheHeights();
    void emptySaysWhy();
    void withoutLayersItOffersABoundary();
    void withoutLayersPassesAreBars();
    void barsOfPassesStayWhenAnotherIsSelected();
    void typesAreNamedUnderTheBars();
    void panelShowsTheFocusedPass();
    void groupsHaveTheMeansOfTheTable();
    void aShortWordSavesALine();
};

void TestLayerBars::tableBecomesBars()
{
    const LayerBarsData data = threeBars();
    QCOMPARE(data.bars.size(), std::size_t{3}); // the head has no place on the axis
    QCOMPARE(data.categories.size(), std::size_t{2});
    QVERIFY(data.categories[0] == core::Category::Gemm);
    QCOMPARE(data.bars[1].layer, 1);
    QCOMPARE(data.bars[1].parts[1], std::int64_t{600});
    QCOMPARE(data.medianWallNs, std::int64_t{1000});
    QCOMPARE(data.medianSumNs, std::int64_t{900});
    QCOMPARE(data.rowOfLayer(2), 2);
    QCOMPARE(data.rowOfLayer(9), -1);
}

void TestLayerBars::segmentsTouchAndAddUp_data()
{
    QTest::addColumn<bool>("wall");
    QTest::addColumn<int>("height");
    for (const int height : {121, 257, 600}) {
        QTest::addRow("sum, %d px", height) << false << height;
        QTest::addRow("wall, %d px", height) << true << height;
    }
}

void TestLayerBars::segmentsTouchAndAddUp()
{
    QFETCH(bool, wall);
    QFETCH(int, height);
    const LayerBarsData data = threeBars();
    const LayerBarsGeometry geometry(data, QSize(400, height), wall);
    for (int row = 0; row < 3; ++row) {
        const std::vector<QRect> segments = geometry.segments(row);
        QCOMPARE(segments[0].bottom() + 1, geometry.y(0));
        QCOMPARE(segments[1].bottom() + 1, segments[0].top());
        const LayerBar &bar = data.bars[static_cast<std::size_t>(row)];
        const std::int64_t top = wall ? std::min(bar.wallNs, bar.sumNs) : bar.sumNs;
        QCOMPARE(segments[1].top(), geometry.y(top));
        QVERIFY(geometry.bar(row).top() <= segments[1].top());
    }
}

// Layer 1 runs 600 + 600 in a wall of 800: 500 of each alone, 100 of both, 100 idle; busy 700.
void TestLayerBars::exposedTimesAndIdleAddUpToTheWall()
{
    LayerBarsData data = threeBars();
    data.bars[1].busyNs = 700;
    core::ReportTable overlap("overlap", "Overlap",
        {{"pass", "Pass", core::CellKind::Integer, {}}, {"layer", "Layer", core::CellKind::Layer, {}},
            {"category", "Category", core::CellKind::Text, {}}, {"exposed_ns", "Exposed", core::CellKind::DurationNs, {}}});
    const auto add = [&overlap](int layer, const char *category, std::int64_t ns) {
        overlap.appendRow();
        overlap.setInteger(std::size_t{0}, 2);
        overlap.setInteger(std::size_t{1}, layer);
        overlap.setText(std::size_t{2}, category);
        overlap.setInteger(std::size_t{3}, ns);
    };
    add(1, "gemm", 100);
    add(1, "norm", 500);
    add(core::kTailLayer, "norm", 7); // no bar
    setExposed(data, overlap);
    QCOMPARE(data.bars[1].exposed, (std::vector<std::int64_t>{100, 500}));
    QCOMPARE(data.bars[1].overlappedNs, 100);
    const LayerBarsGeometry geometry(data, QSize(400, 300), true);
    const std::vector<QRect> segments = geometry.segments(1);
    QCOMPARE(segments.size(), std::size_t{3});
    QCOMPARE(segments[2].top(), geometry.y(700)); // above it, idle up to the wall
    QCOMPARE(geometry.bar(1).top(), geometry.y(800));
}

void TestLayerBars::linesAreOfTheLargestType()
{
    core::ReportTable table("layers", "Layers",
        {{"type", "Type", core::CellKind::Text, {}}, {"wall_ns", "Wall", core::CellKind::DurationNs, {}},
            {"sum_ns", "Sum", core::CellKind::DurationNs, {}}, {"floor_ns", "Floor", core::CellKind::DurationNs, {}}});
    const auto add = [&table](int layer, const char *type, std::int64_t wall, std::int64_t floor) {
        table.appendRow(core::LayerSelection{core::DeviceId{0}, 0, layer});
        table.setText(std::size_t{0}, type);
        table.setInteger(std::size_t{1}, wall);
        table.setInteger(std::size_t{2}, wall / 2);
        table.setInteger(std::size_t{3}, floor);
    };
    add(0, "dense", 10'000, 9'000);
    add(1, "MoE", 300, 30);
    add(2, "MoE", 100, 10);
    add(3, "MoE", 200, 20);
    const LayerBarsData data = layerBarsFrom(table);
    QCOMPARE(data.medianType, std::string("MoE"));
    QCOMPARE(data.medianLayers, 3);
    QCOMPARE(data.medianWallNs, 200);
    QCOMPARE(data.floorNs, 20);
    add(4, "MoE", 260, 26); // of two the lower: the wall of a layer, as in the inspector
    QCOMPARE(layerBarsFrom(table).medianWallNs, 200);
    QCOMPARE(layerBarsFrom(table).medianSumNs, 100);
}

// The others keep their heights; the number of the cut one stands above it.
void TestLayerBars::oneTallBarIsCut()
{
    LayerBarsData data;
    data.categories = {core::Category::Gemm};
    for (int layer = 0; layer < 12; ++layer) {
        LayerBar bar;
        bar.layer = layer;
        bar.wallNs = bar.sumNs = layer == 7 ? 4'000'000 : 120'000;
        bar.parts = {bar.sumNs};
        data.bars.push_back(bar);
    }
    const LayerBarsGeometry geometry(data, QSize(900, 300), true);
    QVERIFY(geometry.isCut(7) && !geometry.isCut(6));
    QCOMPARE(geometry.bar(7).top(), geometry.plot().top());
    QVERIFY(geometry.bar(6).height() > geometry.plot().height() / 3);
    LayerBarsChart chart;
    chart.resize(900, 300);
    chart.setData(data, {});
    const auto texts = test::paintedTexts(chart);
    QVERIFY(std::any_of(texts.begin(), texts.end(), [](const auto &text) { return text.text == durationText(4'000'000); }));
}

void TestLayerBars::tallestOfAPixelIsPainted()
{
    const LayerBarsData few = threeBars();
    QCOMPARE(LayerBarsGeometry(few, QSize(400, 200), true).paintedRows(), (std::vector<int>{0, 1, 2}));
    LayerBarsData many;
    for (int i = 0; i < 10'000; ++i) {
        LayerBar bar;
        bar.layer = i;
        bar.wallNs = i == 4321 ? 900 : 100;
        many.bars.push_back(bar);
    }
    const LayerBarsGeometry geometry(many, QSize(400, 200), true);
    const std::vector<int> rows = geometry.paintedRows();
    QVERIFY(rows.size() <= static_cast<std::size_t>(geometry.plot().width()) + 1);
    QVERIFY(std::find(rows.begin(), rows.end(), 4321) != rows.end());
    QVERIFY(std::is_sorted(rows.begin(), rows.end()));
}

void TestLayerBars::hitTestFindsEveryColumn()
{
    const LayerBarsData data = threeBars();
    const LayerBarsGeometry geometry(data, QSize(401, 300), false);
    for (int x = geometry.plot().left(); x <= geometry.plot().right(); ++x)
        QVERIFY2(geometry.rowAt(QPoint(x, 100)) >= 0, qPrintable(QString::number(x)));
    for (int row = 0; row < 3; ++row)
        QCOMPARE(geometry.rowAt(geometry.bar(row).center()), row);
    QCOMPARE(geometry.rowAt(QPoint(2, 100)), -1);
}

void TestLayerBars::clickActivatesTheLayer()
{
    LayerBarsChart chart;
    chart.resize(400, 300);
    chart.setData(threeBars(), {});
    QSignalSpy activated(&chart, &Chart::activated);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.geometryNow().bar(1).center());
    QCOMPARE(activated.size(), 1);
    const auto target = activated.front().front().value<core::Selection>();
    QVERIFY(target == core::Selection(core::LayerSelection{core::DeviceId{0}, 2, 1}));
}

void TestLayerBars::arrowsWalkTheLayers()
{
    LayerBarsChart chart;
    chart.resize(400, 300);
    chart.setData(threeBars(), {});
    connect(&chart, &Chart::activated, &chart,
        [&chart](const core::Selection &target) { chart.setSelectedLayer(std::get<core::LayerSelection>(target).layer); });
    QSignalSpy activated(&chart, &Chart::activated);
    QSignalSpy opened(&chart, &Chart::opened);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(activated.size(), 2);
    QVERIFY(chart.accessibleDescription().startsWith(QStringLiteral("L1")));
    QTest::keyClick(&chart, Qt::Key_End);
    QTest::keyClick(&chart, Qt::Key_Right); // nothing beyond the last one
    QCOMPARE(activated.size(), 3);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
}

void TestLayerBars::arrowsWalkTheHeights()
{
    LayerBarsChart chart;
    chart.resize(400, 300);
    LayerBarsData data = threeBars(); // sums 900, 1200, 667
    data.bars.push_back(data.bars[1]); // as high as layer 1, and behind it
    data.bars.back().layer = 3;
    data.bars.back().target = core::LayerSelection{core::DeviceId{0}, 2, 3};
    chart.setData(data, {});
    chart.setWall(false);
    QList<int> met;
    connect(&chart, &Chart::activated, &chart, [&](const core::Selection &target) {
        met << std::get<core::LayerSelection>(target).layer;
        chart.setSelectedLayer(met.last());
    });
    QTest::keyClick(&chart, Qt::Key_PageUp);
    QCOMPARE(met, QList<int>{1});
    QTest::keyClick(&chart, Qt::Key_Up); // nothing takes longer
    QCOMPARE(met.size(), 1);
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&chart, Qt::Key_Down);
    QCOMPARE(met, (QList<int>{1, 3, 0, 2}));
    QTest::keyClick(&chart, Qt::Key_Up);
    QCOMPARE(met.last(), 0);
    QTest::keyClick(&chart, Qt::Key_PageDown);
    QCOMPARE(met.last(), 2);
    chart.setWall(true); // walls 1000, 800, 1100, 800
    QTest::keyClick(&chart, Qt::Key_Up);
    QCOMPARE(met.last(), 2); // the highest of these
    QTest::keyClick(&chart, Qt::Key_Down);
    QCOMPARE(met.last(), 0);
}

void TestLayerBars::emptySaysWhy()
{
    LayerBarsChart chart;
    chart.resize(400, 300);
    chart.setData({}, QStringLiteral("No repetition."));
    QCOMPARE(chart.accessibleDescription(), QStringLiteral("No repetition."));
    QVERIFY(!chart.grab().isNull());
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(200, 100));
}

// Work that nothing repeats: the reason, and the way to choose a boundary. Without work there is nothing to choose.
void TestLayerBars::withoutLayersItOffersABoundary()
{
    for (const bool work : {true, false}) {
        test::LoadedTrace trace;
        LayerBarsPanel panel(trace.controller, trace.bus);
        panel.resize(500, 300);
        panel.show();
        QVERIFY(trace.load(work
                ? R"({"traceEvents":[
            {"ph":"X","cat":"kernel","name":"alpha","ts":0,"dur":10,"pid":0,"tid":7,"args":{"device":0,"stream":7}}]})"
                : R"({"traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","ts":0,"dur":10,"pid":1,"tid":1}]})"));
        QVERIFY(test::settled());
        auto *empty = panel.findChild<EmptyView *>();
        QTRY_VERIFY(empty != nullptr && empty->isVisible());
        QVERIFY(!empty->accessibleDescription().isEmpty());
        auto *link = empty->findChild<LinkButton *>();
        QCOMPARE(link->isVisible(), work);
        QSignalSpy wanted(&panel, &LayerBarsPanel::boundaryRequested);
        link->click();
        QCOMPARE(wanted.count(), 1);
        LayerTypesPanel types(trace.controller, trace.bus);
        types.show();
        QVERIFY(test::settled());
        auto *none = types.findChild<EmptyView *>();
        QTRY_VERIFY(none != nullptr && none->isVisible());
        QCOMPARE(none->accessibleDescription(), empty->accessibleDescription());
        QSignalSpy asked(&types, &LayerTypesPanel::boundaryRequested);
        none->findChild<LinkButton *>()->click();
        QCOMPARE(asked.count(), 1);
    }
}

// A bar for each pass: the exposed times of its categories, what overlaps and idle time add up to its wall.
void TestLayerBars::withoutLayersPassesAreBars()
{
    core::ReportTable passes("passes", "Passes",
        {{"pass", "Pass", core::CellKind::Integer, ""}, {"wall_ns", "Wall", core::CellKind::DurationNs, ""},
            {"sum_ns", "Sum", core::CellKind::DurationNs, ""}, {"busy_ns", "Busy", core::CellKind::DurationNs, ""},
            {"kernels", "Kernels", core::CellKind::Integer, ""}, {"floor_ns", "Roofline", core::CellKind::DurationNs, ""}});
    core::ReportTable overlap("overlap", "Overlap",
        {{"pass", "Pass", core::CellKind::Integer, ""}, {"category", "Category", core::CellKind::Text, ""},
            {"sum_ns", "Sum", core::CellKind::DurationNs, ""}, {"exposed_ns", "Exposed", core::CellKind::DurationNs, ""}});
    const auto addPass = [&passes](int number, std::vector<std::int64_t> values) {
        passes.appendRow(core::PassSelection{core::DeviceId{0}, number});
        passes.setInteger(std::size_t{0}, number);
        for (std::size_t i = 0; i < values.size(); ++i)
            passes.setInteger(i + 1, values[i]);
    };
    const auto addPart = [&overlap](int pass, const char *category, std::int64_t sumNs, std::int64_t exposedNs) {
        overlap.appendRow(core::PassSelection{core::DeviceId{0}, pass});
        overlap.setInteger(std::size_t{0}, pass);
        overlap.setText(std::size_t{1}, category);
        overlap.setInteger(std::size_t{2}, sumNs);
        overlap.setInteger(std::size_t{3}, exposedNs);
    };
    addPass(3, {100, 90, 80, 4, 0});
    addPass(4, {200, 150, 150, 2, 0});
    addPart(3, "communication", 40, 30);
    addPart(3, "gemm", 50, 40);
    addPart(4, "gemm", 150, 150);
    const LayerBarsData bars = passBarsFrom(passes, overlap);
    QVERIFY(bars.ofPasses);
    QCOMPARE(bars.categories, (std::vector<core::Category>{core::Category::Gemm, core::Category::Communication}));
    QCOMPARE(bars.bars.size(), std::size_t{2});
    QCOMPARE(bars.bars[0].parts, (std::vector<std::int64_t>{50, 40}));
    QCOMPARE(bars.bars[0].exposed, (std::vector<std::int64_t>{40, 30}));
    QCOMPARE(bars.bars[0].overlappedNs, std::int64_t{10});
    QCOMPARE(bars.bars[1].parts, (std::vector<std::int64_t>{150, 0}));
    QCOMPARE(bars.bars[1].target, core::Selection(core::PassSelection{core::DeviceId{0}, 4}));
    LayerBarsChart chart;
    chart.resize(400, 300);
    chart.setData(bars, {});
    QVERIFY(chart.partName(1).startsWith(QStringLiteral("P4")));
}

// They are of all passes: only the selection changes, at once.
void TestLayerBars::barsOfPassesStayWhenAnotherIsSelected()
{
    std::string events;
    for (int step = 0; step < 4; ++step) {
        const int at = 1000 * step;
        events += QStringLiteral(R"({"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#%1","pid":0,"tid":7,"ts":%2,
            "dur":40,"args":{"device":0,"stream":7}},)")
                      .arg(step)
                      .arg(at)
                      .toStdString();
        for (int kernel = 0; kernel < 3; ++kernel)
            events += QStringLiteral(R"({"ph":"X","cat":"kernel","name":"%1","pid":0,"tid":7,"ts":%2,"dur":10,
                "args":{"device":0,"stream":7}},)")
                          .arg(QStringList{QStringLiteral("conv"), QStringLiteral("pool"), QStringLiteral("relu")}[kernel])
                          .arg(at + 12 * kernel)
                          .toStdString();
    }
    events.pop_back();
    test::LoadedTrace trace;
    LayerBarsPanel panel(trace.controller, trace.bus);
    panel.resize(500, 300);
    panel.show();
    QVERIFY(trace.load("{\"traceEvents\":[" + events + "]}"));
    trace.bus.select(core::PassSelection{trace.device().device, 1}, nullptr);
    QVERIFY(test::settled());
    const LayerBarsData &bars = panel.chart()->bars();
    QVERIFY(bars.ofPasses);
    QCOMPARE(bars.bars.size(), std::size_t{4});
    QCOMPARE(panel.chart()->selectedPart(), 1);
    const LayerBar *kept = bars.bars.data();
    trace.bus.select(core::PassSelection{trace.device().device, 2}, nullptr);
    QVERIFY(panel.isBusy()); // it may have layers
    QCOMPARE(panel.chart()->selectedPart(), 2);
    QCOMPARE(panel.request().by, std::string("pass")); // of what is shown
    QVERIFY(test::settled());
    QVERIFY(!panel.isBusy());
    QCOMPARE(panel.chart()->selectedPart(), 2);
    QCOMPARE(bars.bars.data(), kept);
    trace.controller.close();
    QVERIFY(bars.bars.empty());
}

// The name of one layer has no room under its bar: it stands beside the name of its neighbours, and never over it.
void TestLayerBars::typesAreNamedUnderTheBars()
{
    LayerBarsData data;
    data.categories = {core::Category::Gemm};
    for (int layer = 0; layer < 32; ++layer)
        data.bars.push_back({.layer = layer,
            .type = layer == 0 ? "dense" : "MoE",
            .wallNs = 1000,
            .sumNs = 900,
            .busyNs = 900,
            .kernels = 9,
            .parts = {900},
            .matched = {},
            .exposed = {},
            .target = {}});
    LayerBarsChart chart;
    chart.resize(460, 260);
    chart.setData(data, {});
    std::vector<QRectF> names;
    for (const test::PaintedText &text : test::paintedTexts(chart))
        if (text.text == QStringLiteral("dense") || text.text == QStringLiteral("MoE × 31"))
            names.push_back(text.area);
    QCOMPARE(names.size(), std::size_t{2});
    QVERIFY(!names[0].intersects(names[1]));
}

void TestLayerBars::panelShowsTheFocusedPass()
{
    test::LoadedTrace trace;
    LayerBarsPanel panel(trace.controller, trace.bus);
    panel.resize(520, 300);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 3}));
    const core::Pass &last = trace.device().passes.back();
    trace.bus.select(core::LayerSelection{trace.device().device, trace.device().passes.front().number, 2}, nullptr);
    QTRY_VERIFY(!panel.isBusy());
    const QString shown = panel.chart()->accessibleDescription();
    trace.bus.select(core::LayerSelection{trace.device().device, last.number, 1}, nullptr);
    QCOMPARE(panel.chart()->accessibleDescription(), shown); // not painted once more without a selection
    QTRY_VERIFY(!panel.isBusy());
    QVERIFY(panel.chart()->accessibleDescription() != shown);
    QCOMPARE(static_cast<int>(panel.chart()->bars().bars.size()), last.layers);
    const auto target = std::get<core::LayerSelection>(panel.chart()->bars().bars[1].target);
    QCOMPARE(target.pass, last.number);
    QTest::mouseClick(panel.chart(), Qt::LeftButton, {}, panel.chart()->geometryNow().bar(3).center());
    QCOMPARE(trace.bus.focus().layer, 3);
    QVERIFY(!panel.grab().isNull());
    QCOMPARE(panel.windowTitle(), QStringLiteral("Layers of P%1").arg(last.number)); // the title of the panel
    const int first = trace.device().passes.front().number;
    QVERIFY(trace.device().selectedPass != first);
    trace.bus.select(core::PassSelection{trace.device().device, first}, nullptr);
    QCOMPARE(panel.windowTitle(), QStringLiteral("Layers of P%1").arg(last.number)); // its bars are still there
    QTRY_COMPARE(panel.windowTitle(), QStringLiteral("Layers of P%1").arg(first));
    panel.resize(600, 300);
    auto *bar = panel.findChild<ViewBar *>(); // a shorter word rather than a second line of controls
    const int needed = bar->row()->sizeHint().width();
    panel.resize(needed - 1, 300);
    QCOMPARE(bar->heightForWidth(panel.width()), bar->heightForWidth(2000));
    panel.resize(needed, 300);
    QCOMPARE(bar->row()->sizeHint().width(), needed);
    panel.resize(430, 300); // the path above the timeline names a pass that is selected
    QCOMPARE(panel.windowTitle(), QStringLiteral("Layers"));
    trace.bus.select({}, nullptr); // nothing selected: the median pass, of which the inspector speaks, too
    QTRY_VERIFY(!panel.isBusy());
    QCOMPARE(panel.windowTitle(), QStringLiteral("Layers of P%1").arg(trace.device().selectedPass));
    QSignalSpy map(&panel, &LayerBarsPanel::heatMapRequested);
    auto *view = panel.findChild<SegmentedControl *>(QStringLiteral("layerBarsView"));
    view->findChildren<QAbstractButton *>()[1]->click();
    QCOMPARE(map.count(), 1);
    QCOMPARE(view->current(), 0); // the panel stays that of the bars
    QCOMPARE(panel.mode(), QStringLiteral("layers"));
    trace.controller.close();
    QVERIFY(panel.chart()->bars().bars.empty());
}

void TestLayerBars::groupsHaveTheMeansOfTheTable()
{
    test::LoadedTrace trace;
    LayerBarsPanel panel(trace.controller, trace.bus);
    panel.resize(600, 300);
    panel.show();
    QVERIFY(trace.load(test::TraceKind::Mla));
    trace.bus.select(core::PassSelection{trace.device().device, trace.device().selectedPass}, nullptr);
    QTRY_VERIFY(!panel.isBusy());
    const std::size_t layers = panel.chart()->bars().bars.size();
    panel.showGroups(true);
    const LayerBarsData &groups = panel.chart()->bars();
    QVERIFY(groups.bars.size() < layers);
    int members = 0;
    for (const LayerBar &bar : groups.bars) {
        members += bar.members;
        std::int64_t parts = 0;
        for (const std::int64_t part : bar.parts)
            parts += part;
        QVERIFY(std::abs(parts - bar.sumNs) <= static_cast<std::int64_t>(bar.parts.size())); // rounding of the shares
        QVERIFY(std::holds_alternative<core::LayerSelection>(bar.target));
    }
    QCOMPARE(members, static_cast<int>(layers));
    // A click leads to the layer that stands for the group.
    QTest::mouseClick(panel.chart(), Qt::LeftButton, {}, panel.chart()->geometryNow().column(0).center());
    QCOMPARE(trace.bus.focus().layer, groups.bars[0].layer);
    panel.showGroups(false);
    QCOMPARE(panel.chart()->bars().bars.size(), layers);
}

// The switch says "kernels" only where "kernel time" would take a second line of controls.
void TestLayerBars::aShortWordSavesALine()
{
    test::LoadedTrace trace;
    LayerBarsPanel panel(trace.controller, trace.bus);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 2}));
    QTRY_VERIFY(!panel.isBusy());
    const auto *bar = panel.findChild<ViewBar *>();
    const auto says = [&panel](const QString &label) {
        const auto buttons = panel.findChildren<QAbstractButton *>();
        return std::any_of(buttons.begin(), buttons.end(), [&](const QAbstractButton *one) { return one->text() == label; });
    };
    panel.resize(900, 300);
    const int oneLine = bar->row()->sizeHint().width();
    QVERIFY(says(QStringLiteral("kernel time")));
    panel.resize(oneLine - 4, 300);
    QVERIFY(says(QStringLiteral("kernels")));
    panel.resize(oneLine - 80, 300); // two lines in any case
    QVERIFY(says(QStringLiteral("kernel time")));
}

LAMELLA_WIDGET_TEST(TestLayerBars)
#include "tst_LayerBars.moc"
