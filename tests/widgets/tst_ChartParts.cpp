// SPDX-License-Identifier: GPL-3.0-or-later
// Bars, cells and bands as assistive technology meets them: each has a name and a place, can be pressed, and has the focus when
// the keys go to it.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/charts/CategoryMultiples.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/idle/GapHistogram.h"
#include "widgets/idle/OverlapChart.h"
#include "widgets/idle/StackedBar.h"
#include "widgets/ranks/RankSkewChart.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/timeline/TimelineView.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QTextDocumentFragment>
#include <QToolTip>

using namespace lamella;
using namespace lamella::ui;

namespace {

// Widgets that lie on the chart are its first children.
int firstPart(QAccessibleInterface &whole)
{
    int first = 0;
    while (first < whole.childCount() && whole.child(first)->object() != nullptr)
        ++first;
    return first;
}

LayerBarsData threeLayers()
{
    LayerBarsData data;
    data.categories = {core::Category::Gemm, core::Category::Attention};
    for (const int layer : {0, 1, 2}) {
        LayerBar bar;
        bar.layer = layer;
        bar.wallNs = 100 + layer;
        bar.sumNs = 90;
        bar.parts = {60, 30};
        bar.target = core::LayerSelection{core::DeviceId{0}, 1, layer};
        data.bars.push_back(bar);
    }
    return data;
}

} // namespace

using MakeChart = std::function<Chart *()>;
Q_DECLARE_METATYPE(MakeChart)

class TestChartParts : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void bars();
    void cells();
    void bands();
    void partsOfEveryChart_data();
    void partsOfEveryChart();
    void theFocusRingIsForKeys();

private:
    // Of each part: a name of its own, a place where it is found again, a press that selects something.
    void checkParts(const char *dock, QWidget &chart);
};

void TestChartParts::initTestCase()
{
    QVERIFY(showWindow({1600, 1000}));
    QApplication::setActiveWindow(m_window.get());
    QVERIFY(open(writeTrace({.passes = 4})));
}

void TestChartParts::checkParts(const char *dock, QWidget &chart)
{
    if (dock != nullptr)
        QVERIFY(m_window->workspaces().show(QLatin1String(dock)));
    QVERIFY(settled());
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(&chart);
    QVERIFY(whole != nullptr);
    QCOMPARE(whole->role(), QAccessible::Chart);
    const int first = firstPart(*whole);
    const int parts = whole->childCount() - first;
    QVERIFY(parts > 1);
    QSet<QString> names;
    for (int i = first; i < whole->childCount(); ++i) {
        QAccessibleInterface *part = whole->child(i);
        QVERIFY(part != nullptr && part->isValid());
        QCOMPARE(whole->indexOfChild(part), i);
        QVERIFY(part->parent() == whole);
        names << part->text(QAccessible::Name);
        const QPoint middle = part->rect().center();
        // Parts below a pixel may share one.
        QAccessibleInterface *there = whole->childAt(middle.x(), middle.y());
        QVERIFY(there != nullptr);
        QVERIFY2(whole->indexOfChild(there) == i || there->rect() == part->rect(), qPrintable(QString::number(i)));
    }
    QCOMPARE(names.size(), parts);
    QVERIFY(!names.contains(QString()));
    QVERIFY(whole->child(whole->childCount()) == nullptr);

    m_window->bus().select({}, nullptr);
    QAccessibleInterface *second = whole->child(first + 1);
    second->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QVERIFY(second->state().selected);
    QVERIFY(!std::holds_alternative<std::monostate>(m_window->bus().selection()));
}

void TestChartParts::bars()
{
    auto *chart = &find<LayerBarsChart>();
    checkParts("layers", *chart);
    chart->setFocus(Qt::TabFocusReason);
    QVERIFY(chart->hasFocus());
    QTest::keyClick(chart, Qt::Key_Right);
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(chart);
    QVERIFY(whole->child(2)->state().focused);
    QVERIFY(!whole->child(1)->state().focused);
    QCOMPARE(whole->focusChild(), whole->child(2));
}

void TestChartParts::cells()
{
    auto *chart = m_window->findChild<HeatMapChart *>();
    checkParts("heatmap", *chart);
    QCOMPARE(QAccessible::queryAccessibleInterface(chart)->childCount(),
        static_cast<int>(chart->map().rows.size() * chart->map().layers.size()));
}

void TestChartParts::bands()
{
    auto *view = m_window->findChild<TimelineView *>();
    m_window->bus().select({}, nullptr);
    view->zoomToFit();
    QTRY_VERIFY(!view->isMoving());
    checkParts(nullptr, *view); // always in front
}

// Three layers, three bins, three ranks: enough for each chart.
void TestChartParts::partsOfEveryChart_data()
{
    QTest::addColumn<MakeChart>("make");
    const auto row = [](const char *name, const MakeChart &make) { QTest::newRow(name) << make; };
    row("layer bars", [] {
        auto *chart = new LayerBarsChart;
        chart->setData(threeLayers(), {});
        return chart;
    });
    row("categories", [] {
        auto *chart = new CategoryMultiples;
        chart->setData(threeLayers(), {});
        return chart;
    });
    row("gaps by length", [] {
        auto *chart = new GapHistogram;
        chart->setBins({{1000, 2000, 5, 7000, {5}}, {2000, 5000, 3, 9000, {3}}, {5000, 10'000, 1, 6000, {1}}});
        return chart;
    });
    row("idle time by cause", [] {
        auto *chart = new StackedBar(QStringLiteral("idle"), nullptr);
        chart->setParts({{QStringLiteral("a"), Qt::red, 10}, {QStringLiteral("b"), Qt::green, 20}});
        return chart;
    });
    row("overlap", [] {
        auto *chart = new OverlapChart;
        chart->setBars({{core::Category::Gemm, 30, 0}, {core::Category::Communication, 10, 15}});
        return chart;
    });
    row("skew of ranks", [] {
        auto *chart = new RankSkewChart;
        RankStripData strip;
        strip.skews = {{0, 10, 20, 1}, {1, 30, 5, 2}, {2, 7, 7, -1}};
        chart->setData(strip);
        return chart;
    });
    row("ranks", [] {
        auto *chart = new RankStripChart;
        RankStripData strip;
        strip.lengthNs = 2'000'000;
        for (const int rank : {0, 1, 2}) {
            RankStripRow one;
            one.member = static_cast<std::size_t>(rank);
            one.rank = rank;
            one.layers = {{0, 0, 1'000'000}, {1, 1'000'000, 2'000'000}};
            strip.rows.push_back(one);
        }
        chart->setData(strip);
        return chart;
    });
}

void TestChartParts::partsOfEveryChart()
{
    QFETCH(MakeChart, make);
    const std::unique_ptr<Chart> chart(make());
    chart->resize(600, 300);
    chart->show();
    QVERIFY(QTest::qWaitForWindowExposed(chart.get()));
    QAccessibleInterface *whole = QAccessible::queryAccessibleInterface(chart.get());
    QCOMPARE(whole->role(), QAccessible::Chart);
    QCOMPARE(whole->childCount(), chart->partCount());
    QVERIFY(chart->partCount() > 1);
    QVERIFY(!chart->accessibleName().isEmpty());
    QSet<QString> names;
    for (int part = 0; part < chart->partCount(); ++part) {
        names << chart->partName(part);
        const QPoint middle = chart->partRect(part).center();
        QCOMPARE(chart->partAt(middle), part);
        QHelpEvent help(QEvent::ToolTip, middle, chart->mapToGlobal(middle));
        QApplication::sendEvent(chart.get(), &help);
        const QString tip = QTextDocumentFragment::fromHtml(QToolTip::text()).toPlainText();
        const QString first = chart->partName(part).section(u',', 0, 0).replace(QChar::Nbsp, u' ');
        QVERIFY2(tip.startsWith(first), qPrintable(tip));
    }
    QCOMPARE(names.size(), chart->partCount());
    QVERIFY(!names.contains(QString()));
    QToolTip::hideText();
}

void TestChartParts::theFocusRingIsForKeys()
{
    LayerBarsChart chart;
    chart.resize(400, 300);
    chart.setData(threeLayers(), {});
    chart.show();
    QApplication::setActiveWindow(&chart);
    const QColor corner = chart.grab().toImage().pixelColor(0, 0);
    chart.setFocus(Qt::MouseFocusReason);
    QCOMPARE(chart.grab().toImage().pixelColor(0, 0), corner);
    chart.clearFocus();
    chart.setFocus(Qt::TabFocusReason);
    QCOMPARE(chart.grab().toImage().pixelColor(0, 0), Theme::current().accent);
}

LAMELLA_WIDGET_TEST(TestChartParts)
#include "tst_ChartParts.moc"
