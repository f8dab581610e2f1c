// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/HeatMapPanel.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

// Three passes of four layers; the first one is cold.
HeatMapData threePasses()
{
    HeatMapData data;
    data.device = core::DeviceId{0};
    data.layers = {0, 1, 2, 3};
    for (int pass = 0; pass < 3; ++pass) {
        HeatMapRow row;
        row.label = "P" + std::to_string(pass);
        row.pass = pass;
        row.inRange = pass > 0;
        row.note = pass > 0 ? "" : "cold";
        row.target = core::PassSelection{data.device, pass};
        for (const int layer : data.layers)
            row.cells.push_back({layer != 3 || pass != 2, {}, 100 + layer});
        data.rows.push_back(row);
    }
    data.low = 100;
    data.high = 103;
    return data;
}

} // namespace

class TestHeatMap : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void percentileIsNearestRank_data();
    void percentileIsNearestRank();
    void hitTestFindsEveryCell_data();
    void hitTestFindsEveryCell();
    void rowsOutsideOfTheRangeStandApart();
    void clickActivatesTheCell();
    void missingCellIsNoTarget();
    void labelSelectsThePass();
    void marginsSumUpRows();
    void marginsStandBesideTheCells();
    void panelShowsPassesByLayers();
    void aCategoryIsAMetric();
    void onePassShowsKernelPositions();
    void numbersOfCompiledOperationsDoNotCount();
    void passesWithoutLayersAreColumns();
    void shortKernelsHaveNoRow();
};

void TestHeatMap::percentileIsNearestRank_data()
{
    QTest::addColumn<int>("count"); // values 1..count
    QTest::addColumn<double>("share");
    QTest::addColumn<qint64>("value");
    QTest::newRow("none") << 0 << 0.96 << qint64{0};
    QTest::newRow("one") << 1 << 0.96 << qint64{1};
    QTest::newRow("96 of 100") << 100 << 0.96 << qint64{96};
    QTest::newRow("least") << 100 << 0.0 << qint64{1};
    QTest::newRow("greatest") << 100 << 1.0 << qint64{100};
    QTest::newRow("half of five") << 5 << 0.5 << qint64{3};
}

void TestHeatMap::percentileIsNearestRank()
{
    QFETCH(int, count);
    QFETCH(double, share);
    QFETCH(qint64, value);
    std::vector<std::int64_t> values;
    for (int i = count; i > 0; --i)
        values.push_back(i);
    QCOMPARE(percentile(values, share), std::int64_t{value});
}

void TestHeatMap::hitTestFindsEveryCell_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("narrow") << QSize(120, 200);
    QTest::newRow("dock") << QSize(296, 400);
    QTest::newRow("full") << QSize(1203, 801);
}

void TestHeatMap::hitTestFindsEveryCell()
{
    QFETCH(QSize, size);
    const HeatMapData data = threePasses();
    const HeatMapGeometry geometry(data, size);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            const HeatMapGeometry::Place place = geometry.at(geometry.cell(row, column).center());
            QCOMPARE(place.row, row);
            QCOMPARE(place.column, column);
            QVERIFY(geometry.cell(row, column).right() < size.width());
        }
    }
    QCOMPARE(geometry.at(QPoint(size.width() / 2, 2)).row, -1);
}

void TestHeatMap::rowsOutsideOfTheRangeStandApart()
{
    const HeatMapData data = threePasses();
    const HeatMapGeometry geometry(data, QSize(600, 400));
    const int first = geometry.cell(1, 0).top() - geometry.cell(0, 0).top();
    const int second = geometry.cell(2, 0).top() - geometry.cell(1, 0).top();
    QCOMPARE(first - second, 8);
    QVERIFY(geometry.bottom() < 400);
}

void TestHeatMap::clickActivatesTheCell()
{
    HeatMapChart chart;
    chart.resize(600, 400);
    chart.setData(threePasses(), {}, QStringLiteral("wall"));
    QSignalSpy activated(&chart, &Chart::activated);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.geometryNow().cell(1, 2).center());
    QCOMPARE(activated.size(), 1);
    QVERIFY(activated.front().front().value<core::Selection>() == core::Selection(core::LayerSelection{core::DeviceId{0}, 1, 2}));
    chart.setSelection(core::LayerSelection{core::DeviceId{0}, 1, 2}, {core::DeviceId{0}, 1, 2});
    QCOMPARE(chart.selectedPlace().row, 1);
    QCOMPARE(chart.selectedPlace().column, 2);
    QTest::keyClick(&chart, Qt::Key_Left);
    QVERIFY(activated.back().front().value<core::Selection>() == core::Selection(core::LayerSelection{core::DeviceId{0}, 1, 1}));
}

void TestHeatMap::missingCellIsNoTarget()
{
    HeatMapChart chart;
    chart.resize(600, 400);
    chart.setData(threePasses(), {}, QStringLiteral("wall"));
    QSignalSpy activated(&chart, &Chart::activated);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.geometryNow().cell(2, 3).center());
    QCOMPARE(activated.size(), 0);
}

void TestHeatMap::labelSelectsThePass()
{
    HeatMapChart chart;
    chart.resize(600, 400);
    chart.setData(threePasses(), {}, QStringLiteral("wall"));
    QSignalSpy activated(&chart, &Chart::activated);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(10, chart.geometryNow().cell(2, 0).center().y()));
    QCOMPARE(activated.size(), 1);
    QVERIFY(activated.front().front().value<core::Selection>() == core::Selection(core::PassSelection{core::DeviceId{0}, 2}));
}

void TestHeatMap::marginsSumUpRows()
{
    const HeatMapData data = threePasses();
    QCOMPARE(sumOfRow(data.rows[1]), std::int64_t{100 + 101 + 102 + 103});
    QCOMPARE(meanOfRow(data.rows[1]), std::int64_t{101});
    QCOMPARE(sumOfRow(data.rows[2]), std::int64_t{100 + 101 + 102}); // one cell is missing
    QCOMPARE(meanOfRow(data.rows[2]), std::int64_t{101});
}

void TestHeatMap::marginsStandBesideTheCells()
{
    HeatMapData data = threePasses();
    data.columnMedians = {100, 101, 102, 103};
    const HeatMapGeometry wide(data, QSize(900, 400));
    QVERIFY(wide.rowMargin(1).left() > wide.cell(1, 3).right());
    QCOMPARE(wide.rowMargin(1).top(), wide.cell(1, 0).top());
    QCOMPARE(wide.columnMargin(2).top(), wide.bottom() + 6);
    QCOMPARE(wide.columnMargin(2).height(), wide.cell(0, 2).height()); // as tall as the others
    QVERIFY(wide.legend().bottom() <= 400);
    QCOMPARE(wide.columnMargin(2).left(), wide.cell(0, 2).left());
    QVERIFY(wide.legend().top() > wide.columnMargin(2).bottom());
    QVERIFY(HeatMapGeometry(data, QSize(296, 400)).rowMargin(1).isNull()); // the cells need the room
    HeatMapChart chart;
    chart.resize(900, 400);
    data.rows[1].representative = true;
    data.rows[1].stage = core::Stage::Decode;
    data.rows[1].state = core::PassState::Steady;
    data.rows[2].state = core::PassState::Outlier;
    chart.setData(data, {}, QStringLiteral("wall"));
    const QImage with = chart.grab().toImage();
    data.rows[1].representative = false;
    chart.setData(data, {}, QStringLiteral("wall"));
    QVERIFY(chart.grab().toImage() != with); // the mark is seen
}

void TestHeatMap::aCategoryIsAMetric()
{
    test::LoadedTrace trace;
    HeatMapPanel panel(trace.controller, trace.bus);
    panel.resize(400, 500);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 4}));
    QTRY_VERIFY(!panel.isBusy());
    auto *metric = panel.findChild<QComboBox *>();
    const int gemm = metric->findData(QStringLiteral("gemm"));
    QVERIFY(gemm > 0);
    const std::int64_t wall = panel.chart()->map().rows[1].cells[2].valueNs;
    metric->setCurrentIndex(gemm);
    QTRY_VERIFY(!panel.isBusy());
    QVERIFY(panel.chart()->map().rows[1].cells[2].valueNs < wall);
}

void TestHeatMap::panelShowsPassesByLayers()
{
    test::LoadedTrace trace;
    HeatMapPanel panel(trace.controller, trace.bus);
    panel.resize(400, 500);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 4}));
    QTRY_VERIFY(!panel.isBusy());
    const HeatMapData &map = panel.chart()->map();
    QVERIFY(!map.byKernel);
    QCOMPARE(map.rows.size(), trace.device().passes.size());
    QCOMPARE(static_cast<int>(map.layers.size()), trace.device().modelLayers);
    const core::LayerSpan *span = trace.controller.segmentation()->layer(trace.device().device, map.rows[1].pass, 2);
    QVERIFY(span != nullptr);
    QCOMPARE(map.rows[1].cells[2].valueNs, span->range.length().value);
    QTest::mouseClick(panel.chart(), Qt::LeftButton, {}, panel.chart()->geometryNow().cell(1, 2).center());
    QCOMPARE(trace.bus.focus().pass, map.rows[1].pass);
    QCOMPARE(trace.bus.focus().layer, 2);
    QVERIFY(!panel.grab().isNull());
}

void TestHeatMap::onePassShowsKernelPositions()
{
    test::LoadedTrace trace;
    HeatMapPanel panel(trace.controller, trace.bus);
    panel.resize(400, 500);
    panel.show();
    QVERIFY(trace.loadDense({.passes = 1}));
    QTRY_VERIFY(!panel.isBusy());
    if (trace.device().passes.size() != 1)
        QSKIP("the made-up trace was not cut into one pass");
    const HeatMapData &map = panel.chart()->map();
    QVERIFY(map.byKernel);
    QVERIFY(!map.rows.empty());
    const HeatMapCell &cell = map.rows[0].cells[1];
    QVERIFY(cell.present);
    const auto kernel = std::get<core::KernelSelection>(map.targetOf(0, 1)).kernel;
    QCOMPARE(trace.controller.segmentation()->layerOf[kernel.value], map.layers[1]);
    QCOMPARE(cell.valueNs, trace.controller.document()->kernels.duration[kernel.value]);
}

// Launches of a program that no layers were found in: else the map would be empty.
void TestHeatMap::passesWithoutLayersAreColumns()
{
    using core::kNoLayer;
    const test::BuiltTrace built("7: copy@0+5 gemm@10+7 copy@20+5 gemm@30+9 copy@40+5 gemm@50+7",
        {{0, kNoLayer}, {0, kNoLayer}, {1, kNoLayer}, {1, kNoLayer}, {2, kNoLayer}, {2, kNoLayer}});
    const auto session = core::AnalysisSession::create(built.document, {}).value();
    const HeatMapData map = loadHeatMap(*session, *built.segmentation, core::DeviceId{0}, "wall", "all", {}).value();
    QVERIFY(map.byKernel && map.overPasses);
    QCOMPARE(map.layers, (std::vector<int>{0, 1, 2}));
    QCOMPARE(map.rows.size(), std::size_t{2});
    QCOMPARE(map.rows[1].cells[1].valueNs, std::int64_t{9});
    QCOMPARE(map.rows[1].median, std::int64_t{7});
}

// Dozens of operations of a few nanoseconds would hide the few that matter.
void TestHeatMap::shortKernelsHaveNoRow()
{
    std::string text = "7:";
    test::KernelPlaces places;
    int now = 0;
    for (int layer = 0; layer < 2; ++layer) {
        for (int k = 0; k < 30; ++k) {
            const int length = k == 3 ? 100'000 : k == 4 ? 400 : 1;
            text += " k" + std::to_string(k) + "x@" + std::to_string(now) + "+" + std::to_string(length);
            now += length + 1;
            places.push_back({0, layer});
        }
    }
    const test::BuiltTrace built(text, places);
    const auto session = core::AnalysisSession::create(built.document, {}).value();
    const HeatMapData map = loadHeatMap(*session, *built.segmentation, core::DeviceId{0}, "wall", "all", {}).value();
    QCOMPARE(map.rows.size(), std::size_t{2});
    QCOMPARE(map.leftOut, 28);
    QCOMPARE(map.rows[0].cells[1].valueNs, std::int64_t{100'000});
}

// Each operation of a compiled program carries a number: the same place of every layer has another name.
void TestHeatMap::numbersOfCompiledOperationsDoNotCount()
{
    const test::BuiltTrace built("7: norm.1@0+1 dot.2@2+5 norm.31@10+1 dot.32@12+6 norm.61@20+1 dot.62@22+7",
        {{0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 2}, {0, 2}});
    const auto cellsThere = [&built] {
        const auto session = core::AnalysisSession::create(built.document, {}).value();
        const HeatMapData map = loadHeatMap(*session, *built.segmentation, core::DeviceId{0}, "wall", "all", {}).value();
        std::size_t count = 0;
        for (const HeatMapRow &row : map.rows)
            for (const HeatMapCell &cell : row.cells)
                count += cell.present ? 1 : 0;
        return std::pair(count, map.rows.empty() ? std::string() : map.rows.back().label);
    };
    QCOMPARE(cellsThere().first, std::size_t{2}); // kernels of any other kind: their names are what they are
    // The same with what a compiler wrote beside them.
    core::EventChunk chunk;
    for (std::uint32_t k = 0; k < built.document->kernels.size(); ++k) {
        chunk.start.push_back(built.document->kernels.start[k]);
        chunk.duration.push_back(built.document->kernels.duration[k]);
        chunk.name.push_back(built.document->kernels.name[k]);
        chunk.category.push_back(core::StringId{});
        chunk.track.push_back(core::TrackId{});
        chunk.offset.push_back(0);
        chunk.length.push_back(0);
        chunk.phase.push_back('X');
    }
    std::vector<core::EventChunk> chunks;
    chunks.push_back(std::move(chunk));
    built.document->events = core::EventTable(std::move(chunks));
    built.document->operations.emplace_back();
    QCOMPARE(cellsThere().first, std::size_t{6});
    QCOMPARE(cellsThere().second, std::string("dot"));
}

LAMELLA_WIDGET_TEST(TestHeatMap)
#include "tst_HeatMap.moc"
