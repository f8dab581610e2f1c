// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "tests/widgets/PaintedTexts.h"
#include "widgets/common/ScopeSwitch.h"
#include "widgets/idle/GapHistogram.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/idle/GapSummary.h"
#include "widgets/idle/OverlapChart.h"
#include "widgets/idle/OverlapPanel.h"
#include "widgets/idle/StackedBar.h"
#include "widgets/idle/WhatIfPanel.h"
#include "widgets/panels/TablePane.h"
#include "widgets/theme/GapColors.h"

#include <QComboBox>
#include <QLineEdit>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QTableView>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

std::int64_t sumOf(const core::ReportTable &table, const char *column)
{
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        sum += table.integer(row, table.columnIndex(column));
    return sum;
}

} // namespace

class TestIdleViews : public QObject {
    Q_OBJECT
private:
    test::LoadedTrace m_trace;

private slots:
    void initTestCase()
    {
        Theme::apply(ThemeKind::Light);
        QVERIFY(m_trace.loadDense({.passes = 3}));
    }
    void gapsAndTheirSumsAgree()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        emit m_trace.controller.sessionChanged();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QVERIFY(test::settled());
        const auto list = panel.gaps()->table();
        QVERIFY(list && list->rowCount() > 0);
        constexpr int kLateColumn = 7;
        panel.resize(984, 400); // of a window of 1280 px
        const QTableView &view = *panel.gaps()->view();
        QVERIFY2(view.columnViewportPosition(kLateColumn) + view.columnWidth(kLateColumn) <= view.viewport()->width(),
            qPrintable(QString::number(view.columnViewportPosition(kLateColumn))));
        for (const int width : {984, 1116, 1280, 2150}) { // beside the inspector of windows of 1280 to 2560 px
            panel.resize(width, 400);
            QTRY_VERIFY2(view.horizontalScrollBar()->maximum() == 0, qPrintable(QString::number(width))); // no column is cut
        }
        QCOMPARE(QString::fromStdString(panel.request().pass), QString::number(m_trace.firstPass()));
        const std::int64_t idle = sumOf(*list, "dur_ns");
        QCOMPARE(sumOf(*panel.summary()->causes()->table(), "sum_ns"), idle);
        QCOMPARE(sumOf(*panel.summary()->layers()->table(), "sum_ns"), idle);
        std::int64_t parts = 0;
        for (const BarPart &part : panel.summary()->bar()->parts())
            parts += part.ns;
        QCOMPARE(parts, idle);
        // All of them, with a threshold of nothing: as many rows as the histogram counts.
        panel.setMinGap(0);
        QVERIFY(test::settled());
        std::int64_t counted = 0;
        for (const GapBin &bin : panel.summary()->histogram()->bins())
            counted += bin.gaps;
        QCOMPARE(counted, static_cast<std::int64_t>(panel.gaps()->table()->rowCount()));
        QCOMPARE(sumOf(*panel.gaps()->table(), "dur_ns"), idle);
    }
    // The layer that is selected, and a click in the list keeps its scope.
    void gapsFollowTheLayer()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QCOMPARE(panel.request().layer, std::string("all"));
        QVERIFY(test::settled());
        const QModelIndex row = panel.gaps()->model()->index(0, 1);
        QTest::mouseClick(panel.gaps()->view()->viewport(), Qt::LeftButton, {}, panel.gaps()->view()->visualRect(row).center());
        QCOMPARE(panel.request().layer, std::string("all"));
        m_trace.bus.select(core::LayerSelection{m_trace.device().device, m_trace.firstPass(), 2}, this);
        QCOMPARE(panel.request().layer, std::string("2"));
    }
    void theScopeNamesThePassOfTheGap()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        const auto pass = [this](std::size_t at) {
            return core::PassSelection{m_trace.device().device, m_trace.device().passes[at].number};
        };
        m_trace.bus.select(pass(0), this);
        auto *scope = panel.findChild<ScopeSwitch *>();
        scope->want(ScopeSwitch::kAll);
        emit scope->scopeChanged();
        QVERIFY(test::settled());
        const auto select = [&](std::size_t at) { // in the list
            const auto table = panel.gaps()->table();
            for (int row = 0; row < panel.gaps()->model()->rowCount(); ++row)
                if (table->integer(panel.gaps()->model()->tableRow(row), table->columnIndex("pass")) == pass(at).pass) {
                    QTableView &view = *panel.gaps()->view();
                    const QModelIndex cell = panel.gaps()->model()->index(row, 1);
                    view.scrollTo(cell);
                    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(cell).center());
                    return true;
                }
            return false;
        };
        QVERIFY(select(1));
        QCOMPARE(m_trace.bus.focus().pass, pass(1).pass);
        QCOMPARE(scope->focus().pass, pass(1).pass);
        QCOMPARE(scope->scope(), ScopeSwitch::kAll); // what is listed stays
    }
    void clickOnAGapSelectsIt()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        emit m_trace.controller.sessionChanged();
        QVERIFY(test::settled());
        const QModelIndex first = panel.gaps()->model()->index(0, 1);
        QTest::mouseClick(panel.gaps()->view()->viewport(), Qt::LeftButton, {}, panel.gaps()->view()->visualRect(first).center());
        const auto *gap = std::get_if<core::GapSelection>(&m_trace.bus.selection());
        QVERIFY(gap != nullptr);
        const auto table = panel.gaps()->table();
        QCOMPARE(gap->range.length().value, table->integer(0, table->columnIndex("dur_ns")));
    }
    // The largest gap by keys: no way down and up again to select the first row.
    void returnSelectsTheFirstGap()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        emit m_trace.controller.sessionChanged();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QVERIFY(test::settled());
        panel.gaps()->view()->setFocus(Qt::ShortcutFocusReason);
        QVERIFY(!panel.gaps()->view()->selectionModel()->hasSelection());
        QTest::keyClick(panel.gaps()->view(), Qt::Key_Return);
        const auto *gap = std::get_if<core::GapSelection>(&m_trace.bus.selection());
        QVERIFY(gap != nullptr);
        const auto table = panel.gaps()->table();
        QCOMPARE(gap->range.length().value, table->integer(0, table->columnIndex("dur_ns")));
    }
    // The first row has the ring of the keys also if it comes after the focus, and a step leads to it, not past it.
    void aStepSelectsTheFirstGap()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.gaps()->view()->setFocus(Qt::ShortcutFocusReason);
        emit m_trace.controller.sessionChanged();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QVERIFY(test::settled());
        QTableView &view = *panel.gaps()->view();
        QVERIFY(view.hasFocus());
        QCOMPARE(view.currentIndex().row(), 0);
        QVERIFY(!view.selectionModel()->hasSelection());
        QTest::keyClick(&view, Qt::Key_Down);
        const auto *gap = std::get_if<core::GapSelection>(&m_trace.bus.selection());
        QVERIFY(gap != nullptr);
        const auto table = panel.gaps()->table();
        QCOMPARE(gap->range.length().value, table->integer(0, table->columnIndex("dur_ns")));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentIndex().row(), 1);
    }
    void aRangeOfAnotherPassMovesThere()
    {
        const auto &passes = m_trace.device().passes;
        m_trace.bus.select(core::PassSelection{m_trace.device().device, passes[0].number}, this);
        const core::TimeRange other = passes[1].range;
        m_trace.bus.select(core::RangeSelection{{other.begin, other.begin + core::DurationNs{10}}}, this);
        QCOMPARE(m_trace.bus.focus().pass, passes[1].number);
        m_trace.bus.select(core::RangeSelection{{passes[0].range.begin, other.end}}, this); // in neither
        QCOMPARE(m_trace.bus.focus().pass, passes[1].number);
    }
    void causeFiltersAndFiltersBack()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(1000, 400);
        panel.show();
        emit m_trace.controller.sessionChanged();
        QVERIFY(test::settled());
        const int all = panel.gaps()->model()->rowCount();
        const auto causes = panel.summary()->causes()->table();
        QVERIFY(causes && causes->rowCount() > 0);
        const QString cause = QString::fromUtf8(causes->text(0, 0).data(), static_cast<qsizetype>(causes->text(0, 0).size()));
        panel.setFilter(cause);
        QTRY_COMPARE(static_cast<std::int64_t>(panel.gaps()->model()->rowCount()), causes->integer(0, 1));
        panel.setFilter(cause);
        QTRY_COMPARE(panel.gaps()->model()->rowCount(), all);
    }
    void narrowPanelsKeepTheSumsWithinReach()
    {
        GapPanel panel(m_trace.controller, m_trace.bus);
        panel.resize(500, 300);
        panel.show();
        QVERIFY(!panel.summary()->isVisible());
        panel.resize(1000, 300);
        QVERIFY(panel.summary()->isVisible());
    }
    void overlapBarsAreThoseOfTheTable()
    {
        OverlapPanel panel(m_trace.controller, m_trace.bus);
        emit m_trace.controller.sessionChanged();
        QVERIFY(test::settled());
        const auto table = panel.pane()->table();
        QVERIFY(table && table->rowCount() > 0);
        QCOMPARE(panel.chart()->bars().size(), table->rowCount());
        std::int64_t exposed = 0;
        for (const OverlapBar &bar : panel.chart()->bars())
            exposed += bar.exposedNs;
        QCOMPARE(exposed, sumOf(*table, "exposed_ns"));
    }
    // The figures behind the bars are as long as their numbers.
    void theFiguresOfTheOverlapAreWhole()
    {
        OverlapChart chart;
        chart.resize(420, 120);
        chart.setBars({{core::Category::Gemm, 118'400'000, 23'150'000}, {core::Category::Communication, 98'760'000, 76'540'000}});
        chart.show();
        QCOMPARE(test::crowdedTexts(QStringLiteral("overlap"), chart), QStringList());
        for (const auto &text : test::paintedTexts(chart))
            QVERIFY2(text.area.width() >= text.wide - 1 && text.area.right() <= chart.width(), qPrintable(text.text));
    }
    void whatIfTellsTheWallsOfTheLayers()
    {
        WhatIfPanel panel(m_trace.controller, m_trace.bus);
        emit m_trace.controller.sessionChanged();
        m_trace.bus.select(core::PassSelection{m_trace.device().device, m_trace.firstPass()}, this);
        QVERIFY(test::settled());
        QVERIFY(panel.pane()->table()->rowCount() > 1); // each category removed
        WhatIfWalls walls;
        connect(&panel, &WhatIfPanel::wallsChanged, this, [&walls](const WhatIfWalls &now) { walls = now; });
        panel.setScales({"category:gemm=0"});
        QVERIFY(test::settled());
        QCOMPARE(panel.pane()->table()->rowCount(), std::size_t{1});
        QCOMPARE(walls.pass, m_trace.firstPass());
        const auto segmentation = m_trace.controller.segmentation();
        QVERIFY(!walls.streamNs.empty());
        for (const auto &[layer, ns] : walls.streamNs)
            if (const core::LayerSpan *span = segmentation->layer(walls.device, walls.pass, layer))
                QVERIFY(ns <= span->range.length().value);
        panel.setScales({});
        QVERIFY(test::settled());
        QVERIFY(walls.streamNs.empty());
    }
    void whatIfMadeWithATraceOpenHasChoices()
    {
        const WhatIfPanel panel(m_trace.controller, m_trace.bus);
        const auto boxes = panel.findChildren<QComboBox *>();
        QVERIFY(boxes.size() >= 2);
        for (const QComboBox *box : boxes)
            QVERIFY2(box->count() > 0, qPrintable(box->accessibleName()));
    }
    void badScalesSayWhy()
    {
        WhatIfPanel panel(m_trace.controller, m_trace.bus);
        emit m_trace.controller.sessionChanged();
        panel.setScales({"category:nonsense=0"});
        QVERIFY(test::settled());
        QVERIFY(panel.pane()->table() == nullptr);
    }
    void coloursOfCausesDiffer()
    {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            QSet<QRgb> seen;
            for (const core::GapCauseInfo &cause : core::gapCauseInfos())
                seen.insert(gapCauseFill(Theme::of(kind), cause.cause).rgb());
            QCOMPARE(seen.size(), static_cast<qsizetype>(core::kGapCauses));
        }
    }
};

LAMELLA_WIDGET_TEST(TestIdleViews)
#include "tst_IdleViews.moc"
