// SPDX-License-Identifier: GPL-3.0-or-later
// Views that nobody can see fetch nothing; they do when they come to the front, and then show what is selected by now.
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceGenerator.h"
#include "widgets/common/DeferUntilVisible.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/TablePane.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/DockArea.h"
#include "widgets/window/MainWindow.h"
#include "widgets/window/PanelDock.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

class tst_DeferUntilVisible : public QObject {
    Q_OBJECT
private slots:
    void asksAtOnceOutsideOfDocks()
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
        QMainWindow window;
        auto *panel = new QWidget;
        auto *view = new QWidget(panel);
        auto *dock = new PanelDock(QStringLiteral("one"), QStringLiteral("One"), PanelDock::Look::Tab, panel, &window);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        dock->hide();
        window.show();
        DeferUntilVisible seen(view);
        QString asked;
        seen.ask([&asked] { asked += u'a'; });
        seen.ask([&asked] { asked += u'b'; });
        QCOMPARE(asked, QString());
        QVERIFY(seen.isWaiting());
        dock->show();
        QTRY_COMPARE(asked, QStringLiteral("b")); // the last question, once
        dock->hide();
        QTRY_VERIFY(panel->isHidden());
        dock->show();
        QTRY_VERIFY(panel->isVisible());
        QCOMPARE(asked, QStringLiteral("b"));
        dock->hide();
        QTRY_VERIFY(panel->isHidden());
        seen.ask([&asked] { asked += u'c'; });
        seen.forget();
        dock->show();
        QTRY_VERIFY(panel->isVisible());
        QCOMPARE(asked, QStringLiteral("b"));
    }

    void viewsBehindOtherTabsFetchNothing()
    {
        const QTemporaryDir folder;
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
        Theme::apply(ThemeKind::Light);
        test::TraceOptions options;
        options.cpuEvents = true;
        const QString trace = test::writeFile(
            folder.filePath(QStringLiteral("trace.json")), test::generateTrace(test::TraceKind::Dense, options).json);
        QThreadPool pool;
        {
            RecentFiles recent;
            MainWindow window(pool, recent);
            window.resize(1280, 800);
            window.show();
            window.openTrace(trace);
            QTRY_VERIFY_WITH_TIMEOUT(window.controller().session() != nullptr, 60'000);
            QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 60'000);
            const auto panes = [&window](const char *dock) {
                return window.findChild<PanelDock *>(QLatin1String(dock))->panel()->findChildren<TablePane *>();
            };
            const char *const behind[] = {"gaps", "overlap", "whatif", "flow", "architecture"};
            for (const char *name : behind) {
                QVERIFY2(window.findChild<PanelDock *>(QLatin1String(name))->panel()->isHidden(), name);
                for (const TablePane *pane : panes(name))
                    QVERIFY2(!pane->model()->table(), name);
            }
            for (const char *name : behind) {
                QVERIFY(window.docks().raise(QLatin1String(name)));
                const auto filled = [&] {
                    const auto own = panes(name);
                    return std::any_of(
                        own.begin(), own.end(), [](const TablePane *pane) { return pane->model()->table() != nullptr; });
                };
                QTRY_VERIFY2_WITH_TIMEOUT(filled(), name, 60'000);
            }
            window.controller().close();
        }
        pool.waitForDone();
    }
};

LAMELLA_WIDGET_TEST(tst_DeferUntilVisible)
#include "tst_DeferUntilVisible.moc"
