// SPDX-License-Identifier: GPL-3.0-or-later
// Views that nobody can see fetch nothing; they do when they come to the front, and then show what is selected by now.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/JobSlot.h"

using namespace lamella;
using namespace lamella::ui;

class tst_DeferUntilVisible : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void asksAtOnceOutsideOfPanels()
    {
        QWidget view; // never shown
        DeferUntilVisible seen(&view);
        int asked = 0;
        seen.ask([&asked] { ++asked; });
        QCOMPARE(asked, 1);
        QVERIFY(!seen.isWaiting());
    }

    void waitsUntilThePanelIsShown()
    {
        QWidget window;
        auto *page = new QWidget(&window);
        auto *panel = new QWidget(page);
        auto *view = new QWidget(panel);
        markPanel(*panel, QStringLiteral("one"));
        page->hide(); // the panel itself is not
        window.show();
        DeferUntilVisible seen(view);
        QString asked;
        seen.ask([&asked] { asked += u'a'; });
        seen.ask([&asked] { asked += u'b'; });
        QCOMPARE(asked, QString());
        QVERIFY(seen.isWaiting());
        page->show();
        QTRY_COMPARE(asked, QStringLiteral("b")); // the last question, once
        panel->hide();
        panel->show();
        QCOMPARE(asked, QStringLiteral("b"));
        panel->hide();
        seen.ask([&asked] { asked += u'c'; });
        seen.forget();
        panel->show();
        QTRY_VERIFY(panel->isVisible());
        QCOMPARE(asked, QStringLiteral("b"));
    }

    void panelsFetchNothingWhileTheyAreMade()
    {
        QWidget window;
        auto *place = new QWidget(&window);
        place->hide();
        auto *panel = new QWidget(place);
        int asked = 0;
        auto *seen = new DeferUntilVisible(panel);
        {
            const MakingPanel making(*place);
            seen->ask([&asked] { ++asked; });
            markPanel(*panel, QStringLiteral("one"));
        }
        QCOMPARE(asked, 0);
        DeferUntilVisible::placed(*panel); // not shown yet
        QCOMPARE(asked, 0);
        window.show();
        place->show();
        QTRY_COMPARE(asked, 1);
        DeferUntilVisible::placed(*panel);
        QCOMPARE(asked, 1);
    }

    // A workspace that is only made, because something in it is asked for.
    void hiddenWorkspacesFetchNothing()
    {
        QVERIFY(showWindow({1280, 800}));
        QVERIFY(open(writeTrace()));
        QCOMPARE(JobSlot::awaited(), 0);
        for (const char *name : {"roofline", "advice", "gaps"}) {
            QVERIFY2(m_window->workspaces().panel(QLatin1String(name)) != nullptr, name);
            QCOMPARE(JobSlot::awaited(), 0);
        }
        closeWindow();
    }

    void hiddenPanelsFetchNothing()
    {
        QVERIFY(showWindow({1280, 800}));
        QVERIFY(open(writeTrace()));
        const auto panes = [this](const char *id) {
            return m_window->workspaces().panel(QLatin1String(id))->findChildren<TablePane *>();
        };
        const char *const behind[] = {"gaps", "overlap", "whatif", "architecture"};
        for (const char *name : behind) {
            QVERIFY2(!m_window->workspaces().panel(QLatin1String(name))->isVisible(), name);
            for (const TablePane *pane : panes(name))
                QVERIFY2(!pane->model()->table(), name);
        }
        for (const char *name : behind) {
            QVERIFY(m_window->workspaces().show(QLatin1String(name)));
            const auto filled = [&] {
                const auto own = panes(name);
                return std::any_of(
                    own.begin(), own.end(), [](const TablePane *pane) { return pane->model()->table() != nullptr; });
            };
            QTRY_VERIFY2_WITH_TIMEOUT(filled(), name, 60'000);
        }
        closeWindow();
    }
};

LAMELLA_WIDGET_TEST(tst_DeferUntilVisible)
#include "tst_DeferUntilVisible.moc"
