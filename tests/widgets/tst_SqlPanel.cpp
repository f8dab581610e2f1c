// SPDX-License-Identifier: GPL-3.0-or-later
// The console for SQL: rows and what they lead to, errors with their place, a query that is stopped, completion, history.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/PanelExport.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/ranks/RankController.h"
#include "widgets/sql/SqlEditor.h"
#include "widgets/sql/SqlPanel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QToolButton>

using namespace lamella;
using namespace lamella::ui;

namespace {

constexpr const char *kEndless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

} // namespace

class TestSqlPanel : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings().remove(QStringLiteral("sql/history"));
        m_trace = std::make_unique<test::LoadedTrace>();
        m_ranks = std::make_unique<RankController>(m_trace->controller, m_trace->bus);
        m_panel = std::make_unique<SqlPanel>(m_trace->controller, m_trace->bus, *m_ranks);
        m_panel->resize(800, 500);
        m_panel->show();
    }
    void cleanup()
    {
        m_panel.reset();
        m_ranks.reset();
        m_trace.reset();
    }

    void withoutATraceNothingRuns()
    {
        QVERIFY(!button("sqlRun")->isEnabled());
        QVERIFY(shows(QStringLiteral("No trace is open")));
    }
    void rowsAreThoseOfTheQueryAndLeadToTheirPlace()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        ask("SELECT pass, layer, wall_ns FROM layers WHERE pass = 1 AND layer = 2");
        QTRY_VERIFY(m_panel->model() != nullptr && m_panel->model()->rowCount() == 1);
        auto *view = m_panel->findChild<QTableView *>(QStringLiteral("sqlResult"));
        QVERIFY(view->isVisible());
        emit view->activated(m_panel->model()->index(0, 0));
        QCOMPARE(m_trace->bus.focus().pass, 1);
        QCOMPARE(m_trace->bus.focus().layer, 2);
        QSignalSpy exported(m_panel.get(), &SqlPanel::tableExportRequested);
        button("sqlExport")->click();
        QCOMPARE(exported.size(), 1);
    }
    void anotherQueryHasOtherColumns()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        ask("SELECT count(*) AS n FROM passes");
        QTRY_VERIFY(m_panel->model() != nullptr && m_panel->model()->rowCount() == 1);
        ask("SELECT name, meaning FROM tables");
        QTRY_VERIFY(m_panel->model()->rowCount() > 10);
        QCOMPARE(m_panel->model()->columnCount(), 2);
        ask("SELECT pass FROM passes ORDER BY pass DESC");
        QTRY_COMPARE(m_panel->model()->rowCount(), 3);
        QCOMPARE(m_panel->model()->index(0, 0).data().toString(), QStringLiteral("2")); // as the query says
        ask("SELECT pass FROM passes WHERE pass < 0");
        QTRY_VERIFY(shows(QStringLiteral("The query has no rows")));
    }
    // By the button and by the command of the window.
    void theResultIsExportedAsShown()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        QCOMPARE(PanelExport::run(&m_panel->editor()), PanelExport::Outcome::Nothing);
        ask("SELECT pass FROM passes ORDER BY pass");
        QTRY_VERIFY(m_panel->model() != nullptr && m_panel->model()->rowCount() == 3);
        m_panel->model()->sort(0, Qt::DescendingOrder);
        std::shared_ptr<const core::ReportTable> written;
        connect(m_panel.get(), &SqlPanel::tableExportRequested, this,
            [&written](const ShownRows &rows) { written = *rows.make({}); });
        QCOMPARE(PanelExport::run(&m_panel->editor()), PanelExport::Outcome::Asked);
        QCOMPARE(written->id(), std::string("sql"));
        for (std::int64_t row = 0; row < 3; ++row)
            QCOMPARE(written->integer(static_cast<std::size_t>(row), 0), 2 - row);
        QCOMPARE(PanelExport::placeOf(m_panel.get(), {core::DeviceId{0}, 1}).pass, core::kNoPass); // of the whole trace
    }
    void ctrlEnterInTheResultRunsTheQuery()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->setFocus();
        QCOMPARE(QApplication::focusWidget(), &m_panel->editor()); // where the workspace puts the focus
        ask("SELECT pass, layer FROM layers WHERE layer >= 0 LIMIT 1");
        QTRY_VERIFY(m_panel->model() != nullptr && m_panel->model()->rowCount() == 1);
        const core::Selection before = m_trace->bus.selection();
        auto *view = m_panel->findChild<QTableView *>(QStringLiteral("sqlResult"));
        view->setFocus();
        view->setCurrentIndex(view->model()->index(0, 0));
        m_panel->editor().setQuery(QStringLiteral("SELECT 1 AS a UNION SELECT 2"));
        QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(m_panel->model()->rowCount(), 2);
        QVERIFY(m_trace->bus.selection() == before);
    }
    void anErrorShowsItsPlace()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        ask("SELECT pass FRM passes");
        QTRY_VERIFY(shows(QStringLiteral("The query cannot be run")));
        QVERIFY(!button("sqlExport")->isEnabled());
        QCOMPARE(m_panel->editor().textCursor().selectedText(), QStringLiteral("passes")); // at once
        m_panel->editor().moveCursor(QTextCursor::Start);
        QToolButton *link = nullptr;
        for (QToolButton *one : m_panel->findChildren<QToolButton *>())
            if (one->isVisible() && one->text() == QStringLiteral("Show the place"))
                link = one;
        QVERIFY(link != nullptr);
        link->click();
        QCOMPARE(m_panel->editor().textCursor().selectedText(), QStringLiteral("passes"));
    }
    void anErrorKeepsTheResultBefore()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        ask("SELECT pass FROM passes");
        QTRY_VERIFY(m_panel->model() != nullptr && m_panel->model()->rowCount() == 3);
        auto *strip = m_panel->findChild<MessageStrip *>(QStringLiteral("sqlError"));
        auto *view = m_panel->findChild<QTableView *>(QStringLiteral("sqlResult"));
        QVERIFY(!strip->isVisible());
        ask("SELECT pass FRM passes");
        QTRY_VERIFY(strip->isVisible());
        QVERIFY(strip->text().startsWith(QStringLiteral("The query cannot be run")));
        QCOMPARE(m_panel->model()->rowCount(), 3);
        QVERIFY(view->isVisible());
        QVERIFY(button("sqlExport")->isEnabled()); // of the rows shown
        m_panel->editor().moveCursor(QTextCursor::Start);
        strip->findChild<QToolButton *>(QStringLiteral("messageAction"))->click();
        QCOMPARE(m_panel->editor().textCursor().selectedText(), QStringLiteral("passes"));
        ask(kEndless);
        QVERIFY(!strip->isVisible());
        button("sqlStop")->click();
        QVERIFY(view->isVisible());
        QCOMPARE(m_panel->model()->rowCount(), 3);
        ask("SELECT pass FROM passes WHERE pass = 1");
        QTRY_COMPARE(m_panel->model()->rowCount(), 1);
        QVERIFY(!strip->isVisible());
    }
    void aQueryIsStopped()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        ask(kEndless);
        QVERIFY(button("sqlStop")->isEnabled());
        QVERIFY(!button("sqlRun")->isEnabled());
        button("sqlStop")->click();
        QVERIFY(button("sqlRun")->isEnabled());
        QVERIFY(shows(QStringLiteral("The query was stopped")));
    }
    void namesAreCompleted()
    {
        SqlEditor &editor = m_panel->editor();
        editor.setQuery(QStringLiteral("SELECT pass FROM "));
        editor.setFocus();
        QTest::keyClicks(&editor, QStringLiteral("passe"));
        QVERIFY(editor.completer()->popup()->isVisible());
        QTest::keyClick(editor.completer()->popup(), Qt::Key_Return);
        QCOMPARE(editor.query(), QStringLiteral("SELECT pass FROM passes"));
        QVERIFY(sqlNames().contains(QStringLiteral("kernels_by_name")));
        QVERIFY(sqlNames().contains(QStringLiteral("dur_ns")));
    }
    void theKeyboardRunsAndHistoryRemembers()
    {
        QVERIFY(m_trace->loadDense({.passes = 3}));
        m_panel->editor().setQuery(QStringLiteral("SELECT 1 AS a"));
        QAction perfetto; // a command of the window with the same keys
        perfetto.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
        m_panel->addAction(&perfetto);
        QSignalSpy shown(&perfetto, &QAction::triggered);
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        QTest::keyClick(&m_panel->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(m_panel->model() != nullptr && m_panel->model()->rowCount() == 1);
        QCOMPARE(shown.size(), 0);
        ask("SELECT 2 AS b");
        ask("SELECT 1 AS a");
        QCOMPARE(SqlPanel::history(), (QStringList{QStringLiteral("SELECT 1 AS a"), QStringLiteral("SELECT 2 AS b")}));
    }

private:
    void ask(const char *query)
    {
        m_panel->editor().setQuery(QString::fromLatin1(query));
        m_panel->run();
    }
    [[nodiscard]] QToolButton *button(const char *name) const
    {
        return m_panel->findChild<QToolButton *>(QString::fromLatin1(name));
    }
    [[nodiscard]] bool shows(const QString &text) const
    {
        const auto labels = m_panel->findChildren<QLabel *>();
        return std::any_of(
            labels.begin(), labels.end(), [&text](const QLabel *label) { return label->isVisible() && label->text() == text; });
    }
    std::unique_ptr<test::LoadedTrace> m_trace;
    std::unique_ptr<RankController> m_ranks;
    std::unique_ptr<SqlPanel> m_panel;
};

LAMELLA_WIDGET_TEST(TestSqlPanel)
#include "tst_SqlPanel.moc"
