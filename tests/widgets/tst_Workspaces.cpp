// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces: which panels they show, what they remember, and what they say when there is nothing to show.
#include "tests/support/TestMain.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/charts/CategoryLegend.h"
#include "widgets/charts/LayerBarsPanel.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/common/PanelExport.h"
#include "widgets/common/SearchField.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/idle/GapPanel.h"
#include "widgets/inspector/InspectorBody.h"
#include "widgets/inspector/InspectorPanel.h"
#include "widgets/memory/MemoryChart.h"
#include "widgets/memory/MemoryLanes.h"
#include "widgets/memory/MemoryPanel.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/models/Roles.h"
#include "widgets/overview/TraceOverview.h"
#include "widgets/panels/KernelTablePanel.h"
#include "widgets/passes/BrushStrip.h"
#include "widgets/passes/PassStrip.h"
#include "widgets/plot/AxisPlot.h"
#include "widgets/session/CompareController.h"
#include "widgets/source/FlameChart.h"
#include "widgets/timeline/OverviewStrip.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/StatusField.h"
#include "widgets/window/WorkspaceList.h"

#include <QAbstractButton>
#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSet>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

using namespace lamella;
using namespace lamella::ui;

namespace {

int columnTitled(const ReportTableModel &model, const QString &title)
{
    for (int column = 0; column < model.columnCount(); ++column)
        if (model.headerData(column, Qt::Horizontal).toString() == title)
            return column;
    return -1;
}

// Passes of four layers with four kernels each; each kernel's operator allocates.
std::string memoryTrace()
{
    std::string text = R"({"traceEvents":[)";
    const auto add = [&text](const std::string &event) { text += (text.back() == '[' ? "" : ",") + event; };
    const char *const names[] = {"rms_norm_kernel", "gemm_qkv", "flash_fwd_kernel", "gemm_down"};
    int number = 0;
    for (int pass = 0; pass < 3; ++pass)
        for (int k = 0; k < 16; ++k) {
            const int op = 100 + pass * 1000 + k * 20;
            const std::string id = R"(,"args":{"correlation":)" + std::to_string(++number);
            add(R"({"ph":"X","cat":"cpu_op","name":"aten::op","pid":9,"tid":9,"ts":)" + std::to_string(op) + R"(,"dur":15})");
            add(R"({"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":9,"tid":9,"ts":)" + std::to_string(op + 1)
                + R"(,"args":{"Total Reserved":90000,"Total Allocated":)" + std::to_string(number * 1000)
                + R"(,"Bytes":1000,"Addr":)" + std::to_string(number) + R"(,"Device Id":0,"Device Type":1}})");
            add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":)" + std::to_string(op + 5)
                + R"(,"dur":3)" + id + "}}");
            add(R"({"ph":"X","cat":"kernel","name":")" + std::string(names[k % 4]) + R"(","pid":0,"tid":7,"ts":)"
                + std::to_string(op + 10) + R"(,"dur":4)" + id + R"(,"device":0,"stream":7}})");
        }
    return text + "]}";
}

// Of the menu that is open; closes it.
QStringList entriesOfMenu()
{
    QStringList entries;
    if (!QTest::qWaitFor([] { return qobject_cast<QMenu *>(QApplication::activePopupWidget()) != nullptr; }))
        return entries;
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    const auto actions = menu->actions();
    for (const QAction *action : actions)
        if (!action->isSeparator())
            entries << action->text().remove(u'&');
    menu->close();
    return entries;
}

// Of the menu that a click with the right button opens in the middle of the chart.
QStringList entriesAt(QWidget &chart)
{
    test::askForMenu(chart, chart.rect().center());
    return entriesOfMenu();
}

} // namespace

class TestWorkspaces : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void everyPartHasAContextMenu();
    void aKernelHasOneMenu();
    void theRightButtonChoosesNoCategory();
    void theRightButtonSelectsARow();
    void lowPanelsKeepALane();
    void fieldsOfTheStatusBarStandApart();
    void totalsStandUnderTheirColumns();
    void exportNamesWhatTheLayersAreOf();
    void initTestCase() { m_trace = writeTrace(); }
    void init()
    {
        QVERIFY(showWindow());
        QVERIFY(open(m_trace));
        QCoreApplication::processEvents();
    }
    void everyIdIsThereOnce();
    void oldNamesOfViewsWork_data();
    void oldNamesOfViewsWork();
    void viewsOfEarlierVersionsLeadToWhatShowsTheSame();
    void panelsAreMadeWhenTheirWorkspaceIsFirstShown();
    void aWorkspaceIsMadeInTurns();
    void whatHasNothingToShowSaysWhy();
    void theSelectionStays();
    void aSelectionReplacesTheRowsOnce();
    void panelsOfAPlaceShareIt();
    void widePanelsMove();
    void aLowWindowHasALowPassStrip();
    void aKeptInspectorStandsBesideTheOther();
    void aTimeRangeLeadsToItsTable();
    void layoutIsRemembered();
    void exportFollowsTheFocus();
    void chartsHaveMenus();
    void memoryIsWalkedByKeys();
    void theLetterPins();
    void kernelsByShape();
    void theSamePanelsAreShownAfterAReload();
    void manyPassesOpenAsPassesByLayers();

private:
    [[nodiscard]] QWidget *panel(const char *id) const { return m_window->workspaces().panel(QLatin1String(id)); }
    [[nodiscard]] QStringList shown() const
    {
        QStringList ids;
        const QStringList all = m_window->workspaces().panelIds();
        for (const QString &id : all)
            if (m_window->workspaces().panel(id)->isVisible())
                ids << id;
        return ids;
    }
    QString m_trace;
};

void TestWorkspaces::everyIdIsThereOnce()
{
    QStringList ids = m_window->workspaces().panelIds();
    const qsizetype all = ids.size();
    ids.removeDuplicates();
    QCOMPARE(ids.size(), all);
    QSet<int> keys;
    for (const WorkspaceSpec *spec : workspaces()) {
        QVERIFY2(panel(spec->mainPanel) != nullptr, spec->id);
        QVERIFY2(spec->key == 0 || !keys.contains(spec->key), spec->id);
        keys << spec->key;
    }
}

void TestWorkspaces::oldNamesOfViewsWork_data()
{
    QTest::addColumn<QString>("workspace");
    const std::pair<const char *, const char *> rows[] = {{"heatmap", "explore"}, {"layers", "explore"}, {"kernels", "explore"},
        {"diff", "compare"}, {"gaps", "idle"}, {"overlap", "idle"}, {"whatif", "idle"}, {"ranks", "ranks"}, {"notes", "explore"},
        {"within", "explore"}, {"architecture", "report"}, {"report", "report"}, {"args", "explore"}, {"steps", "explore"},
        {"regions", "explore"}, {"findings", "report"}, {"advice", "report"}, {"matrix", "runs"}, {"sql", "sql"},
        {"selection", "explore"}};
    for (const auto &[view, workspace] : rows)
        QTest::newRow(view) << QString::fromLatin1(workspace);
}

void TestWorkspaces::oldNamesOfViewsWork()
{
    QFETCH(QString, workspace);
    const QString id = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(m_window->workspaces().show(id));
    QCOMPARE(QString::fromLatin1(m_window->workspaces().current().id), workspace);
    QVERIFY(m_window->workspaces().panel(id)->isVisible());
    QVERIFY(!m_window->workspaces().show(QStringLiteral("nosuchview")));
}

void TestWorkspaces::viewsOfEarlierVersionsLeadToWhatShowsTheSame()
{
    QVERIFY(m_window->workspaces().show(QStringLiteral("report")));
    QVERIFY(m_window->workspaces().has(QStringLiteral("flow")));
    QVERIFY(m_window->workspaces().show(QStringLiteral("flow")));
    QVERIFY(panel("kernels")->isVisible());
    QVERIFY(m_window->workspaces().show(QStringLiteral("report")));
    QVERIFY(m_window->workspaces().show(QStringLiteral("trust"))); // in the overview strip
    QCOMPARE(QString::fromLatin1(m_window->workspaces().current().id), QStringLiteral("explore"));
}

void TestWorkspaces::panelsAreMadeWhenTheirWorkspaceIsFirstShown()
{
    QVERIFY(m_window->findChild<KernelTablePanel *>() != nullptr); // of the workspace shown
    QVERIFY(m_window->findChild<GapPanel *>() == nullptr);
    QVERIFY(m_window->findChild<DiffPanel *>() == nullptr);
    QVERIFY(m_window->workspaces().panelIds().contains(QStringLiteral("gaps"))); // known all the same
    const core::PassSelection pass{m_window->controller().segmentation()->mainDevice, 1};
    m_window->bus().select(pass, nullptr);
    QVERIFY(m_window->workspaces().show(QStringLiteral("idle")));
    const auto *gaps = m_window->findChild<GapPanel *>();
    QVERIFY(gaps != nullptr && gaps->isVisible());
    // It shows the trace that was open before it, and follows what was selected before it.
    QCOMPARE(gaps->request().pass, std::string("1"));
    const auto *table = gaps->findChild<QTableView *>(QStringLiteral("gapTable"));
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, 60'000);
    QVERIFY(m_window->workspaces().show(QStringLiteral("compare")));
    QVERIFY(m_window->findChild<DiffPanel *>()->isVisible());
    QVERIFY(m_window->workspaces().show(QStringLiteral("explore")));
    QCOMPARE(m_window->findChildren<GapPanel *>().size(), 1);
}

// One panel a turn, so that the window answers in between; what is shown stays until all are there.
void TestWorkspaces::aWorkspaceIsMadeInTurns()
{
    WorkspaceArea &area = m_window->workspaces();
    const auto choose = [this](const char *workspace) {
        m_window->findChild<QAction *>(QStringLiteral("view.workspace-") + QLatin1String(workspace))->trigger();
    };
    const auto shownNow = [&area] { return QString::fromLatin1(area.current().id); };
    const auto panels = [this] {
        const auto all = m_window->findChildren<QWidget *>();
        return std::count_if(all.begin(), all.end(), [](const QWidget *one) { return !panelId(one).isEmpty(); });
    };
    choose("idle");
    QCOMPARE(shownNow(), QStringLiteral("explore"));
    int turns = 0;
    for (; area.isMaking(); ++turns) {
        const auto before = panels();
        QCoreApplication::processEvents();
        QVERIFY(panels() <= before + 1);
    }
    QVERIFY(turns >= 3); // gaps, overlap, what if
    QCOMPARE(shownNow(), QStringLiteral("idle"));
    QVERIFY(settled());
    QCOMPARE(panelId(panelAround(static_cast<QObject *>(m_window->focusWidget()))), QStringLiteral("gaps"));

    choose("report"); // another choice meanwhile is the one that counts
    QCoreApplication::processEvents();
    QVERIFY(area.isMaking());
    choose("explore");
    QVERIFY(!area.isMaking());
    QVERIFY(settled());
    QCOMPARE(shownNow(), QStringLiteral("explore"));
    QVERIFY(panel("advice") != nullptr); // whoever asks for a panel gets it at once
    choose("report");
    QCOMPARE(shownNow(), QStringLiteral("report"));
    QVERIFY(panel("advice")->isVisible());

    choose("source"); // as does whoever shows the workspace by its name
    QVERIFY(area.show(QStringLiteral("source")));
    QCOMPARE(shownNow(), QStringLiteral("source"));
    QVERIFY(!area.isMaking());
}

void TestWorkspaces::whatHasNothingToShowSaysWhy()
{
    const auto *ranks = m_window->findChild<QAction *>(QStringLiteral("view.workspace-ranks"));
    QVERIFY(!ranks->isEnabled()); // one rank
    QVERIFY2(ranks->toolTip().contains(QStringLiteral("one rank")), qPrintable(ranks->toolTip()));
    QVERIFY(!m_window->findChild<QToolButton *>(QStringLiteral("workspace-ranks"))->isVisible());
    QMenu &more = *m_window->findChild<QToolButton *>(QStringLiteral("moreWorkspaces"))->menu();
    emit more.aboutToShow();
    const auto entries = more.actions();
    QVERIFY(std::any_of(entries.begin(), entries.end(),
        [](const QAction *entry) { return entry->text().startsWith(QStringLiteral("Ranks: one rank")) && !entry->isEnabled(); }));
    QVERIFY(m_window->findChild<QToolButton *>(QStringLiteral("workspace-idle"))->isVisible());
}

void TestWorkspaces::theSelectionStays()
{
    const core::Selection layer = core::LayerSelection{m_window->controller().segmentation()->mainDevice, 1, 2};
    m_window->bus().select(layer, nullptr);
    const core::TimeRange range = m_window->timeRange().visibleRange();
    for (const QAction *action : m_window->workspaces().actions())
        if (action->isEnabled())
            const_cast<QAction *>(action)->trigger();
    m_window->workspaces().actions().front()->trigger();
    QVERIFY(m_window->bus().selection() == layer);
    QCOMPARE(m_window->timeRange().visibleRange().begin.value, range.begin.value);
}

// Though the columns and the order of a layer are others than those of a pass.
void TestWorkspaces::aSelectionReplacesTheRowsOnce()
{
    auto &view = find<QTableView>("kernelTable");
    const core::DeviceId device = m_window->bus().focus().device;
    m_window->bus().select(core::LayerSelection{device, 2, 2}, nullptr);
    QVERIFY(settled());
    for (const core::Selection &selection : {core::Selection(core::PassSelection{device, 1}),
             core::Selection(core::LayerSelection{device, 1, 2}), core::Selection(core::LayerSelection{device, 1, 3}),
             core::Selection(core::LayerSelection{device, 1, 4}), core::Selection(core::LayerSelection{device, 1, 2})}) {
        QSignalSpy resets(view.model(), &QAbstractItemModel::modelReset);
        m_window->bus().select(selection, nullptr);
        QVERIFY(settled());
        QCOMPARE(resets.size(), 1);
    }
}

void TestWorkspaces::panelsOfAPlaceShareIt()
{
    QVERIFY(panel("kernels")->isVisible() && !panel("notes")->isVisible());
    auto *title = panel("kernels")->findChild<QToolButton *>(QStringLiteral("panelTitle"));
    QVERIFY(title != nullptr && title->menu() != nullptr);
    const auto entries = title->menu()->actions();
    for (QAction *entry : entries)
        if (entry->text() == QStringLiteral("Marks and notes")) {
            entry->trigger();
            break;
        }
    QVERIFY(!panel("kernels")->isVisible() && panel("notes")->isVisible());
    QVERIFY(m_window->workspaces().show(QStringLiteral("kernels")));
    QVERIFY(panel("kernels")->isVisible() && !panel("notes")->isVisible());
}

void TestWorkspaces::widePanelsMove()
{
    QVERIFY(!panel("heatmap")->isVisible());
    m_window->resize(2560, 1440);
    QTRY_VERIFY(panel("heatmap")->isVisible());
    QVERIFY(panel("layers")->isVisible());
    const auto above = [this](const char *upper, const char *lower) {
        const auto top = [](QWidget *widget) { return widget->mapTo(widget->window(), QPoint()); };
        return panel(upper)->isVisible() && panel(lower)->isVisible() && top(panel(upper)).x() == top(panel(lower)).x()
            && top(panel(upper)).y() + panel(upper)->height() <= top(panel(lower)).y();
    };
    QTRY_VERIFY(m_window->findChild<TimelinePanel *>()->height() > 400); // with rows of the host
    QVERIFY(above("heatmap", "types"));
    QVERIFY(above("kernels", "advice-here"));
    m_window->resize(1280, 800);
    QTRY_VERIFY(!panel("heatmap")->isVisible() && !panel("types")->isVisible() && !panel("advice-here")->isVisible());
    QVERIFY(panel("layers")->isVisible());
}

void TestWorkspaces::aLowWindowHasALowPassStrip()
{
    const auto *strip = m_window->findChild<PassStrip *>();
    QVERIFY(strip != nullptr && strip->isVisible());
    m_window->resize(1280, 800);
    QTRY_VERIFY(strip->height() > 60);
    m_window->resize(1000, 690);
    QTRY_COMPARE(strip->height(), 40);
    m_window->resize(1280, 800);
    QTRY_VERIFY(strip->height() > 60);
}

void TestWorkspaces::aKeptInspectorStandsBesideTheOther()
{
    auto &inspector = find<InspectorPanel>();
    const auto left = [this](const QWidget &widget) { return widget.mapTo(m_window.get(), QPoint()).x(); };
    const auto right = [&left](const QWidget &widget) { return left(widget) + widget.width(); };
    const auto *timeline = m_window->findChild<TimelinePanel *>();
    m_window->resize(2200, 900);
    QVERIFY(settled());
    const int alone = right(*timeline);
    QTest::keyClick(&inspector, Qt::Key_P);
    auto *copy = inspector.copy();
    QVERIFY(copy != nullptr && copy->isVisible());
    QVERIFY(right(*copy) <= left(inspector) && right(*timeline) <= left(*copy));
    const auto panes = m_window->workspaces().panes();
    QVERIFY(std::find(panes.begin(), panes.end(), copy) != panes.end());
    m_window->resize(1280, 800); // the timeline keeps its room
    QTRY_VERIFY(right(*timeline) > left(*copy) && right(*timeline) <= left(inspector) && right(*copy) <= left(inspector));
    QVERIFY(m_window->workspaces().show(QStringLiteral("compare")));
    QVERIFY(!copy->isVisible());
    QVERIFY(m_window->workspaces().show(QStringLiteral("explore")));
    QVERIFY(copy->isVisible());
    m_window->resize(2200, 900);
    copy->setFocus();
    QTest::keyClick(copy, Qt::Key_Escape);
    QVERIFY(inspector.copy() == nullptr);
    QTRY_COMPARE(right(*timeline), alone);
    QTest::keyClick(&inspector, Qt::Key_P);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    QVERIFY(inspector.copy() == nullptr);
}

void TestWorkspaces::aTimeRangeLeadsToItsTable()
{
    const core::Pass &pass = m_window->controller().segmentation()->devices[0].passes.front();
    m_window->bus().select(core::RangeSelection{pass.range}, nullptr);
    auto *body = find<InspectorPanel>().body();
    const auto link = [body]() -> int {
        for (int part = 0; part < body->partCount(); ++part)
            if (body->partName(part).startsWith(QStringLiteral("table of all")))
                return part;
        return -1;
    };
    QTRY_VERIFY(link() >= 0);
    body->pressPart(link());
    QTRY_VERIFY(panel("within")->isVisible());
}

void TestWorkspaces::layoutIsRemembered()
{
    QVERIFY(m_window->workspaces().show(QStringLiteral("notes")));
    m_window->findChild<QAction *>(QStringLiteral("view.inspector"))->trigger();
    m_window->close(); // saves
    MainWindow another(m_pool, *m_recent);
    another.show();
    another.openTrace(m_trace);
    QVERIFY(test::isReady(another));
    QVERIFY(another.workspaces().panel(QStringLiteral("notes"))->isVisible());
    QVERIFY(!another.workspaces().panel(QStringLiteral("selection"))->isVisible());
    another.workspaces().reset();
    QVERIFY(another.workspaces().panel(QStringLiteral("kernels"))->isVisible());
    QVERIFY(another.workspaces().panel(QStringLiteral("selection"))->isVisible());
}

void TestWorkspaces::chartsHaveMenus()
{
    QVERIFY(open(write(QStringLiteral("memory.json"), memoryTrace())));
    QVERIFY(m_window->workspaces().show(QStringLiteral("memory")));
    QVERIFY(settled());
    auto &panel = find<MemoryPanel>();
    QTRY_VERIFY(!panel.picture().empty());
    const QStringList expected{QStringLiteral("Show in Perfetto"), QStringLiteral("Show as table"),
        QStringLiteral("Save picture…"), QStringLiteral("Copy picture")};
    QCOMPARE(entriesAt(*panel.chart()->plot()), expected);
    QCOMPARE(entriesAt(*panel.chart()->lanes()), expected);
    QCOMPARE(entriesAt(*panel.bars()), expected);
    QVERIFY(m_window->workspaces().show(QStringLiteral("source")));
    QVERIFY(settled());
    QVERIFY(entriesAt(find<FlameChart>()).contains(QStringLiteral("Save picture…")));
}

// From chart to bars to list, each part in reading order, and from pane to pane without a stop that shows nothing.
void TestWorkspaces::memoryIsWalkedByKeys()
{
    QVERIFY(open(write(QStringLiteral("memory.json"), memoryTrace())));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(m_window->workspaces().show(QStringLiteral("memory")));
    QVERIFY(settled());
    auto &panel = find<MemoryPanel>();
    panel.chart()->plot()->setFocus(Qt::TabFocusReason);
    QStringList met;
    for (int i = 0; i < 40; ++i) {
        const QWidget *now = QApplication::focusWidget();
        QVERIFY(now != nullptr && now->isVisible());
        if (!panel.isAncestorOf(now))
            break;
        if (!now->objectName().isEmpty())
            met << now->objectName();
        QTest::keyClick(const_cast<QWidget *>(now), Qt::Key_Tab);
    }
    QCOMPARE(met,
        (QStringList{QStringLiteral("memoryChart"), QStringLiteral("memoryLanes"), QStringLiteral("memoryLayers"),
            QStringLiteral("memoryGroups")}));
    QStringList panes;
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        const QWidget *now = QApplication::focusWidget();
        QVERIFY(now != nullptr && now->isVisible());
        panes << (panel.isAncestorOf(now) ? QStringLiteral("memory") : now->objectName());
    }
    QCOMPARE(panes, (QStringList{QStringLiteral("TraceOverview"), QStringLiteral("memory"), QStringLiteral("inspectorBody")}));
}

void TestWorkspaces::exportFollowsTheFocus()
{
    QVERIFY(m_window->workspaces().show(QStringLiteral("kernels")));
    QCOMPARE(panelId(m_window->workspaces().exportedPanel()), QStringLiteral("kernels"));
    for (const char *charts : {"layers", "heatmap"}) { // reached by F6, too: what they draw is a table
        QVERIFY(m_window->workspaces().show(QString::fromLatin1(charts)));
        QCOMPARE(panelId(m_window->workspaces().exportedPanel()), QString::fromLatin1(charts));
    }
    QCOMPARE(m_window->findChild<LayerBarsPanel *>()->request().table, std::string("layers"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("layers")));
    QVERIFY(m_window->workspaces().show(QStringLiteral("gaps")));
    QCOMPARE(panelId(m_window->workspaces().exportedPanel()), QStringLiteral("gaps"));
    m_window->findChild<SearchField *>(QStringLiteral("searchField"))->setFocus(); // outside of panels: the main one
    QCOMPARE(panelId(m_window->workspaces().exportedPanel()), QStringLiteral("gaps"));
}

// B pins what is selected wherever the focus is, unless it is typed.
void TestWorkspaces::theLetterPins()
{
    CompareController &compare = *m_window->findChild<CompareController *>();
    const core::DeviceId device = m_window->controller().segmentation()->mainDevice;
    const core::PassSelection pass{device, m_window->controller().segmentation()->devices[device.value].passes[0].number};
    m_window->bus().select(pass, nullptr);
    auto *field = m_window->findChild<SearchField *>(QStringLiteral("searchField"));
    field->setFocus();
    QTest::keyClick(field, Qt::Key_B);
    QVERIFY(!compare.baseline());
    QCOMPARE(field->text(), QStringLiteral("b"));
    field->clear();
    QVERIFY(m_window->workspaces().show(QStringLiteral("kernels")));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_B);
    QVERIFY(compare.baseline());
}

// The kernel table by input dims and grid: what an export asks for is what is shown.
void TestWorkspaces::kernelsByShape()
{
    KernelTablePanel &panel = m_window->kernelTable();
    const int names = panel.model()->rowCount();
    QVERIFY(panel.request().group.empty());
    const auto segments = panel.findChild<SegmentedControl *>(QStringLiteral("kernelRows"))->findChildren<QAbstractButton *>();
    QTest::mouseClick(segments[2], Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(panel.model()->table() && panel.model()->table()->id() == "kernels_by_shape", 60'000);
    QCOMPARE(panel.request().group, std::string("shape"));
    QVERIFY(panel.model()->rowCount() >= names);
    const int grid = columnTitled(*panel.model(), QStringLiteral("Grid"));
    QVERIFY(grid > 0 && !panel.view()->isColumnHidden(grid));
    QTest::mouseClick(segments[0], Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), names, 60'000);
    QTRY_VERIFY(panel.view()->isColumnHidden(grid));
    QTest::mouseClick(segments[1], Qt::LeftButton); // without the numbers of compiled operations
    QTRY_VERIFY_WITH_TIMEOUT(panel.model()->table() && panel.model()->table()->id() == "kernels_by_stem", 60'000);
    QCOMPARE(panel.request().group, std::string("stem"));
    QVERIFY(panel.model()->rowCount() <= names);
    QVERIFY(!panel.view()->isColumnHidden(columnTitled(*panel.model(), QStringLiteral("Names"))));
    QTest::mouseClick(segments[0], Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(panel.model()->rowCount(), names, 60'000);
}

// Reloading hides all panels for a while.
void TestWorkspaces::theSamePanelsAreShownAfterAReload()
{
    for (const char *id : {"gaps", "architecture", "kernels"}) {
        m_window->findChild<QAction *>(QStringLiteral("go.view-") + QLatin1String(id))->trigger();
        QTRY_VERIFY(shown().contains(QLatin1String(id)));
        const QStringList before = shown();
        QSignalSpy opened(&m_window->controller(), &SessionController::sessionChanged);
        m_window->openTrace(m_trace);
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionController::State::Ready, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
        QTRY_COMPARE(shown(), before);
    }
}

void TestWorkspaces::manyPassesOpenAsPassesByLayers()
{
    const QString many = writeTrace({.passes = 61}, QStringLiteral("many.json"));
    const auto shows = [this](const char *id) { return shown().contains(QLatin1String(id)); };
    m_window->resize(1280, 800);
    QVERIFY(shows("layers"));
    QVERIFY(open(many));
    QVERIFY(shows("heatmap"));
    QVERIFY(!shows("layers") && !shows("kernels"));
    const auto top = [this](QWidget *widget) { return widget->mapTo(m_window.get(), QPoint()).y(); };
    QWidget *strip = m_window->findChild<PassStrip *>();
    QWidget *timeline = m_window->findChild<TimelinePanel *>();
    QTRY_VERIFY(top(strip) < top(panel("heatmap")) && top(panel("heatmap")) + panel("heatmap")->height() <= top(timeline));
    QCOMPARE(panel("heatmap")->width(), strip->width());
    QCOMPARE(panelId(m_window->workspaces().exportedPanel()), QStringLiteral("heatmap"));
    const auto panes = m_window->workspaces().panes(); // in the order seen
    QVERIFY(std::find(panes.begin(), panes.end(), panel("heatmap")) < std::find(panes.begin(), panes.end(), timeline));
    const core::DeviceId device = m_window->controller().segmentation()->mainDevice;
    m_window->bus().select(core::LayerSelection{device, 7, 2}, panel("heatmap")); // as an arrow key does
    QVERIFY(shows("heatmap"));
    auto *map = panel("heatmap")->findChild<PassMapChart *>();
    QTRY_VERIFY(map->partCount() > 0);
    QTest::mouseClick(map, Qt::LeftButton, {}, map->partRect(map->partCount() / 2).center());
    QVERIFY(map->hasFocus());
    QTRY_VERIFY(shows("layers") && shows("kernels") && !shows("heatmap")); // once it is no double click
    QVERIFY(panel("kernels")->isAncestorOf(m_window->focusWidget())); // not nowhere
    QVERIFY(m_window->workspaces().show(QStringLiteral("heatmap")));
    QTest::mouseDClick(map, Qt::LeftButton, {}, map->partRect(map->partCount() / 2 + 1).center());
    QVERIFY(shows("layers") && shows("kernels") && !shows("heatmap"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("heatmap")));
    m_window->bus().setBrush({device, 5, 20}); // both charts have the menu of passes, and Ctrl+click compares
    auto *brushed = panel("heatmap")->findChild<BrushStrip *>();
    QTRY_VERIFY(brushed->isVisible());
    const QPoint at = brushed->partRect(4).center();
    QContextMenuEvent asked(QContextMenuEvent::Mouse, at, brushed->mapToGlobal(at));
    QCoreApplication::sendEvent(brushed, &asked);
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QApplication::activePopupWidget()->close();
    QTest::mouseClick(brushed, Qt::LeftButton, Qt::ControlModifier, at);
    const auto other = m_window->findChild<CompareController *>()->keptOther();
    QVERIFY(other && other->pass == 9);
    m_window->findChild<CompareController *>()->dropOther();
    m_window->bus().setBrush({});
    QVERIFY(m_window->workspaces().show(QStringLiteral("heatmap")));
    m_window->bus().select(core::LayerSelection{device, 7, 2}, panel("heatmap"));
    QContextMenuEvent byKey(QContextMenuEvent::Keyboard, map->rect().center(), map->mapToGlobal(map->rect().center()));
    QCoreApplication::sendEvent(map, &byKey); // about the cell that is selected, not the middle of the map
    QVERIFY(entriesOfMenu().join(u'\n').contains(QStringLiteral("Compare with P7 ")));
    m_window->bus().select(core::LayerSelection{device, 7, 3}, nullptr);
    QVERIFY(shows("layers") && shows("kernels") && !shows("heatmap"));
    m_window->bus().select(core::PassSelection{device, 7}, nullptr);
    QVERIFY(m_window->workspaces().show(QStringLiteral("heatmap")));
    const auto &segmentation = *m_window->controller().segmentation();
    std::uint32_t inside = 0; // a kernel of a layer, as when a trace is opened again where it was left
    while (segmentation.passOf[inside] != 7 || segmentation.layerOf[inside] != 3)
        ++inside;
    m_window->bus().select(core::KernelSelection{core::KernelId{inside}}, nullptr);
    QVERIFY(shows("layers") && !shows("heatmap"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("heatmap"))); // as the switch does
    QVERIFY(shows("heatmap") && !shows("layers"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("gaps"))); // a panel of another workspace
    QVERIFY(!shows("heatmap"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("explore")));
    QVERIFY(shows("heatmap") && !shows("layers"));
    m_window->findChild<QAction *>(QStringLiteral("view.workspace-idle"))->trigger();
    m_window->findChild<QAction *>(QStringLiteral("view.workspace-explore"))->trigger(); // as their keys do
    QVERIFY(panel("heatmap")->isAncestorOf(m_window->focusWidget()));
    QVERIFY(m_window->workspaces().show(QStringLiteral("idle")));
    QVERIFY(!shows("heatmap"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("kernels")));
    QVERIFY(shows("layers") && shows("kernels") && !shows("heatmap"));
    m_window->resize(2560, 1440); // room for all
    QTRY_VERIFY(shows("heatmap") && shows("layers") && shows("kernels"));
    m_window->resize(1280, 800);
    QTRY_VERIFY(!shows("heatmap"));
    QVERIFY(open(many));
    QVERIFY(shows("heatmap"));
    m_window->workspaces().save(); // what the trace asked for is not the user's choice
    QCOMPARE(
        QSettings().value(QStringLiteral("workspaces/explore/panels-usual")).toStringList().value(0), QStringLiteral("layers"));
    // Other boundaries, without layers and with them again; the same ones leave what is shown.
    const auto found = m_window->controller().segmentation();
    auto none = std::make_shared<core::Segmentation>(*found);
    for (core::Pass &pass : none->devices[none->mainDevice.value].passes)
        pass.layers = 0;
    const auto adopt = [this](std::shared_ptr<const core::Segmentation> next) {
        SessionController &controller = m_window->controller();
        controller.adoptSegmentation({controller.session(), std::move(next), controller.names()});
    };
    adopt(none);
    QVERIFY(shows("layers") && !shows("heatmap"));
    adopt(found);
    QVERIFY(shows("heatmap") && !shows("layers"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("kernels")));
    adopt(found);
    QVERIFY(shows("layers") && !shows("heatmap"));
    QVERIFY(open(m_trace));
    QVERIFY(shows("layers"));
    QVERIFY(m_window->workspaces().show(QStringLiteral("heatmap"))); // by choice
    QVERIFY(open(many));
    m_window->workspaces().save();
    QVERIFY(
        QSettings().value(QStringLiteral("workspaces/explore/panels-usual")).toStringList().contains(QStringLiteral("heatmap")));
    QVERIFY(open(m_trace));
    QVERIFY(shows("heatmap") && shows("kernels"));
}

namespace {

QMenu *contextMenuOf(QWidget &widget, QPoint at)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget.mapToGlobal(at));
    QApplication::sendEvent(&widget, &event);
    return qobject_cast<QMenu *>(QApplication::activePopupWidget());
}

} // namespace

void TestWorkspaces::everyPartHasAContextMenu()
{
    QVERIFY(showWindow({1440, 900}));
    QVERIFY(open(writeTrace({.passes = 4})));
    QList<QWidget *> parts{m_window->findChild<QWidget *>(QStringLiteral("breadcrumb")), m_window->findChild<CategoryLegend *>(),
        m_window->findChild<OverviewStrip *>(), m_window->findChild<TraceOverview *>()};
    const auto fields = m_window->findChildren<StatusField *>();
    for (StatusField *field : fields)
        if (field->isVisible())
            parts << field;
    QVERIFY(parts.size() > 6);
    for (QWidget *part : std::as_const(parts)) {
        QMenu *menu = contextMenuOf(*part, {4, part->height() / 2});
        QVERIFY2(menu != nullptr && !menu->isEmpty(), part->metaObject()->className());
        menu->close();
    }
}

// The entries of a kernel in the timeline are those of its row, before those about Perfetto.
void TestWorkspaces::aKernelHasOneMenu()
{
    QVERIFY(showWindow({1440, 900}));
    QVERIFY(open(writeTrace({.passes = 4})));
    m_window->bus().select(core::KernelSelection{core::KernelId(3)}, nullptr);
    auto *view = m_window->findChild<TimelineView *>();
    emit view->menuRequested(view->mapToGlobal(QPoint(200, 40)));
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QStringList entries;
    const auto actions = menu->actions();
    for (const QAction *action : actions)
        entries << action->text().remove(u'&');
    QCOMPARE(entries.mid(0, 4),
        (QStringList{QStringLiteral("Show in Perfetto"), QStringLiteral("Compare its layer with…"), QStringLiteral("Open source"),
            QStringLiteral("Copy full name")}));
    QVERIFY(entries.value(4).startsWith(QStringLiteral("Filter by")));
    actions[4]->trigger();
    QVERIFY(!m_window->findChild<QLineEdit *>(QStringLiteral("kernelFilter"))->text().isEmpty());
    menu->close();
}

void TestWorkspaces::theRightButtonChoosesNoCategory()
{
    QVERIFY(showWindow({1440, 900}));
    QVERIFY(open(writeTrace({.passes = 4})));
    auto *legend = m_window->findChild<CategoryLegend *>();
    QTest::mouseClick(legend, Qt::RightButton, {}, {4, 8});
    QVERIFY(legend->chosen().empty());
    QMenu *menu = contextMenuOf(*legend, {4, 8});
    QVERIFY(test::clickEntry(*menu, QStringLiteral("Only this category")));
    QCOMPARE(legend->chosen().size(), std::size_t(1));
    menu = contextMenuOf(*legend, {4, 8});
    QVERIFY(test::clickEntry(*menu, QStringLiteral("All categories")));
    QVERIFY(legend->chosen().empty());
}

void TestWorkspaces::theRightButtonSelectsARow()
{
    QVERIFY(showWindow({1440, 900}));
    QVERIFY(open(writeTrace({.passes = 4})));
    auto &table = find<QTableView>("kernelTable");
    const QPoint row = table.visualRect(table.model()->index(2, 1)).center();
    const auto target = table.model()->index(2, 1).data(kTargetRole).value<core::Selection>();
    test::whenThere(
        m_window.get(), [] { return QApplication::activePopupWidget() != nullptr; },
        [] { QApplication::activePopupWidget()->close(); });
    QTest::mousePress(table.viewport(), Qt::RightButton, {}, row);
    QContextMenuEvent event(QContextMenuEvent::Mouse, row, table.viewport()->mapToGlobal(row));
    QApplication::sendEvent(table.viewport(), &event);
    const auto *selected = std::get_if<core::NameSelection>(&m_window->bus().selection());
    QVERIFY(selected != nullptr);
    QCOMPARE(selected->name, std::get<core::NameSelection>(target).name);
}

void TestWorkspaces::lowPanelsKeepALane()
{
    QVERIFY(showWindow({1024, 480}));
    QVERIFY(open(writeTrace({.passes = 4})));
    const auto *panel = m_window->findChild<TimelinePanel *>();
    QVERIFY(panel->overview()->isHidden());
    int lanesPx = 0;
    for (const TimelineRow &row : panel->view()->rows().rows()) {
        lanesPx += row.height;
        if (!row.isGroup())
            break;
    }
    QVERIFY(panel->view()->height() >= kRulerPx + lanesPx);
    m_window->resize(1440, 1000);
    QVERIFY(settled());
    QVERIFY(panel->overview()->isVisible());
}

void TestWorkspaces::fieldsOfTheStatusBarStandApart()
{
    QVERIFY(showWindow({1440, 900}));
    QVERIFY(open(test::sampleTrace()));
    const auto fields = m_window->statusBar()->findChildren<StatusField *>();
    for (const int width : {640, 720, 900, 1440}) {
        m_window->resize(width, 700);
        QVERIFY(settled());
        int right = 0;
        int shown = 0;
        QList<QRect> places;
        for (const StatusField *field : fields)
            if (field->isVisible())
                places << field->geometry();
        std::sort(places.begin(), places.end(), [](const QRect &a, const QRect &b) { return a.x() < b.x(); });
        for (const QRect &place : std::as_const(places)) {
            QVERIFY2(place.left() >= right, qPrintable(QString::number(width)));
            right = place.right();
            ++shown;
        }
        QVERIFY(right <= m_window->statusBar()->width());
        QVERIFY(shown >= (width < 1440 ? 3 : 6));
    }
}

// Also when the comparison is shown again, and its rows come with a scroll bar.
void TestWorkspaces::totalsStandUnderTheirColumns()
{
    QVERIFY(showWindow({1440, 900}));
    QVERIFY(open(test::sampleTrace()));
    m_window->bus().select(core::LayerSelection{m_window->controller().segmentation()->mainDevice, 7, 3}, nullptr);
    for (int turn = 0; turn < 3; ++turn) {
        QVERIFY(m_window->workspaces().show(QStringLiteral("compare")));
        QVERIFY(settled());
        const QHeaderView &columns = *find<QTableView>("diffTable").horizontalHeader();
        const QHeaderView &totals = *find<QTableView>("diffTotals").horizontalHeader();
        QTRY_VERIFY(find<QTableView>("diffTable").verticalScrollBar()->maximum() > 0);
        for (int column = 0; column < columns.count(); ++column)
            if (!columns.isSectionHidden(column))
                QTRY_COMPARE(totals.sectionViewportPosition(column), columns.sectionViewportPosition(column));
        QVERIFY(m_window->workspaces().show(QStringLiteral("explore")));
        QVERIFY(settled());
    }
}

void TestWorkspaces::exportNamesWhatTheLayersAreOf()
{
    QVERIFY(open(writeTrace({.passes = 4})));
    m_window->bus().select(core::LayerSelection{m_window->controller().segmentation()->mainDevice, 1, 2}, nullptr);
    const Focus layers = PanelExport::placeOf(m_window->workspaces().panel(QStringLiteral("layers")), m_window->bus().focus());
    QCOMPARE(layers.pass, 1);
    QCOMPARE(layers.layer, core::kNoLayer);
    const Focus kernels = PanelExport::placeOf(m_window->workspaces().panel(QStringLiteral("kernels")), m_window->bus().focus());
    QCOMPARE(kernels.layer, 2);
}

LAMELLA_WIDGET_TEST(TestWorkspaces)
#include "tst_Workspaces.moc"
