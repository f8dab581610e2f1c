// SPDX-License-Identifier: GPL-3.0-or-later
// Docks: a double click on a tab or title shows one panel over the whole window, and everything comes back as it was.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/SegmentedControl.h"
#include "widgets/diff/DiffPanel.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/KernelTablePanel.h"

#include <QAbstractButton>
#include <QAction>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>

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

} // namespace

class TestDockArea : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void initTestCase() { m_trace = writeTrace({.cpuEvents = true}); }
    void init()
    {
        QVERIFY(showWindow());
        QVERIFY(open(m_trace));
        QCoreApplication::processEvents();
    }
    void aTabInFullSizeAndBack();
    void aTitleInFullSizeAndBack();
    void anotherViewBringsTheOthersBack();
    void closingTheOneInFullSizeBringsTheOthersBack();
    void kernelsByShape();
    void theSameTabIsInFrontAfterAReload();

private:
    [[nodiscard]] PanelDock *dock(const char *name) const { return m_window->findChild<PanelDock *>(QLatin1String(name)); }
    [[nodiscard]] QStringList shown() const
    {
        QStringList names;
        const auto docks = m_window->findChildren<PanelDock *>();
        for (const PanelDock *one : docks)
            if (one->isVisible() && one->isInFront())
                names << one->objectName();
        names.sort();
        return names;
    }
    void doubleClickTab(const QString &title)
    {
        const auto bars = m_window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
        for (QTabBar *bar : bars)
            for (int i = 0; i < bar->count(); ++i)
                if (bar->tabText(i) == title) {
                    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
                    QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
                    return;
                }
        QFAIL(qPrintable(title));
    }
    QString m_trace;
};

void TestDockArea::aTabInFullSizeAndBack()
{
    const QStringList before = shown();
    QVERIFY(before.size() > 3);
    doubleClickTab(QStringLiteral("Diff"));
    QCOMPARE(shown(), QStringList{QStringLiteral("diff")});
    QTRY_VERIFY(dock("diff")->height() > m_window->height() / 2);
    QTRY_VERIFY(dock("diff")->titleBarWidget()->isVisible());
    QTest::mouseDClick(dock("diff")->titleBarWidget(), Qt::LeftButton, {}, QPoint(20, 10));
    QTRY_VERIFY(shown().size() == before.size());
    QVERIFY(dock("diff")->height() < m_window->height() / 2);
    QVERIFY(shown().contains(QStringLiteral("diff"))); // its tab is in front
}

void TestDockArea::aTitleInFullSizeAndBack()
{
    const QStringList before = shown();
    QWidget *title = dock("passes")->titleBarWidget();
    QTest::mouseDClick(title, Qt::LeftButton, {}, QPoint(20, 10));
    QCOMPARE(shown(), QStringList{QStringLiteral("passes")});
    QTest::keyClick(m_window.get(), Qt::Key_F11, Qt::ShiftModifier);
    QTRY_COMPARE(shown(), before);
}

void TestDockArea::anotherViewBringsTheOthersBack()
{
    doubleClickTab(QStringLiteral("Gaps"));
    dock("trust")->toggleViewAction()->trigger();
    QTRY_VERIFY(shown().contains(QStringLiteral("trust")));
    QVERIFY(shown().contains(QStringLiteral("passes")));
}

void TestDockArea::closingTheOneInFullSizeBringsTheOthersBack()
{
    doubleClickTab(QStringLiteral("Gaps"));
    dock("gaps")->close();
    QTRY_VERIFY(shown().contains(QStringLiteral("passes")));
}

// The kernel table by input dims and grid: what an export asks for is what is shown.
void TestDockArea::kernelsByShape()
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

// Reloading hides all docks for a while.
void TestDockArea::theSameTabIsInFrontAfterAReload()
{
    for (const char *name : {"gaps", "architecture", "kernels"}) {
        auto *action = m_window->findChild<QAction *>(QStringLiteral("go.view-") + QLatin1String(name));
        if (action != nullptr)
            action->trigger();
        else
            dock(name)->raise();
        QTRY_VERIFY(shown().contains(QLatin1String(name)));
        const QStringList before = shown();
        QSignalSpy opened(&m_window->controller(), &SessionController::sessionChanged);
        m_window->openTrace(m_trace);
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty(), 60'000);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionController::State::Ready, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isSettled(), 60'000);
        QTRY_COMPARE(shown(), before);
    }
}

LAMELLA_WIDGET_TEST(TestDockArea)
#include "tst_DockArea.moc"
