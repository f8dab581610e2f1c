// SPDX-License-Identifier: GPL-3.0-or-later
// Bars, cells and bands as assistive technology meets them: each has a name and a place, can be pressed, and has the focus when
// the keys go to it.
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGenerator.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/DockArea.h"
#include "widgets/window/MainWindow.h"

#include <QAccessible>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

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

} // namespace

class TestChartParts : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void bars();
    void cells();
    void bands();

private:
    // Of each part: a name of its own, a place where it is found again, a press that selects something.
    void checkParts(const char *dock, QWidget &chart);
    QTemporaryDir m_folder;
    QThreadPool m_pool;
    std::unique_ptr<RecentFiles> m_recent;
    std::unique_ptr<MainWindow> m_window;
};

void TestChartParts::initTestCase()
{
    QCoreApplication::setOrganizationName(QStringLiteral("LamellaTest"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    Theme::apply(ThemeKind::Light);
    test::TraceOptions options;
    options.passes = 4;
    const QString trace = test::writeFile(
        m_folder.filePath(QStringLiteral("trace.json")), test::generateTrace(test::TraceKind::Dense, options).json);
    m_recent = std::make_unique<RecentFiles>();
    m_window = std::make_unique<MainWindow>(m_pool, *m_recent);
    m_window->resize(1600, 1000);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QApplication::setActiveWindow(m_window.get());
    m_window->openTrace(trace);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionController::State::Ready, 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
}

void TestChartParts::cleanupTestCase()
{
    m_window.reset();
    m_recent.reset();
    m_pool.waitForDone();
}

void TestChartParts::checkParts(const char *dock, QWidget &chart)
{
    if (dock != nullptr)
        QVERIFY(m_window->docks().raise(QLatin1String(dock)));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
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
        QCOMPARE(whole->indexOfChild(whole->childAt(middle.x(), middle.y())), i);
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
    auto *chart = m_window->findChild<LayerBarsChart *>();
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

LAMELLA_WIDGET_TEST(TestChartParts)
#include "tst_ChartParts.moc"
