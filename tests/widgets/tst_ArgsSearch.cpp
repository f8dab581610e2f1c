// SPDX-License-Identifier: GPL-3.0-or-later
// The search through args in the window: what it lists, says and selects, and what happens when it is stopped or cannot be done.
#include "core/report/TableWriters.h"
#include "core/session/search/SearchTable.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/SearchField.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/search/ArgsPanel.h"
#include "widgets/search/ArgsSearch.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/window/MainToolBar.h"
#include "widgets/window/MainWindow.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

using namespace lamella;
using State = ui::ArgsSearch::State;

namespace {

// `ops` operators of 4096 rows, every third with a dtype of its own, and a kernel for each.
std::string opsTrace(int ops)
{
    std::string text = R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":9000000,"name":"step","cat":"cpu_op"})";
    for (int i = 0; i < ops; ++i) {
        const std::string at = std::to_string(1000 + i * 100);
        const std::string id = std::to_string(i);
        text += R"(,{"ph":"X","pid":1,"tid":1,"ts":)" + at
            + R"(,"dur":40,"name":"aten::mm","cat":"cpu_op","args":{"External id":)" + id + R"(,"Input Dims":[[4096,)" + id
            + R"(]],"Input type":[")" + (i % 3 == 0 ? "c10::BFloat16" : "float") + R"("]}})";
        text += R"(,{"ph":"X","pid":0,"tid":7,"ts":)" + at
            + R"(,"dur":50,"name":"gemm","cat":"kernel","args":{"device":0,"stream":7,)" + R"("correlation":)" + id
            + R"(,"grid":[)" + id + R"(,1,1]}})";
    }
    return text + "]}";
}

QString emptySentence(const ui::ArgsPanel &panel)
{
    QStringList texts;
    for (const QLabel *label : panel.findChildren<QLabel *>())
        texts << label->text();
    return texts.join(u'\n');
}

} // namespace

class tst_ArgsSearch : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_trace = std::make_unique<test::LoadedTrace>();
        QVERIFY(m_trace->load(opsTrace(30)));
    }
    void cleanupTestCase() { m_trace.reset(); }

    void theListIsThatOfTheCommandLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("events");
        QTest::newRow("any value") << QStringLiteral("bfloat16") << 10;
        QTest::newRow("one key") << QStringLiteral("Input Dims=4096") << 30;
        QTest::newRow("a key alone") << QStringLiteral("grid=") << 30;
        QTest::newRow("kernels and operators") << QStringLiteral("29") << 2;
        QTest::newRow("nothing") << QStringLiteral("no such text") << 0;
    }
    void theListIsThatOfTheCommandLine()
    {
        QFETCH(QString, text);
        QFETCH(int, events);
        ui::ArgsPanel panel(m_trace->controller, m_trace->bus);
        panel.search(text);
        QTRY_COMPARE(panel.engine().state(), State::Done);
        QCOMPARE(panel.model()->rowCount(), events);
        auto expected = core::searchTable(m_trace->controller.session()->sharedDocument(), text.toStdString(), {});
        QVERIFY(expected);
        expected->addProvenance("args", text.toStdString());
        QCOMPARE(core::writeTable(*panel.engine().table(), core::TableFormat::Json),
            core::writeTable(*expected, core::TableFormat::Json));
        if (events == 0)
            QVERIFY(emptySentence(panel).contains(QStringLiteral("“no such text”")));
    }

    void aClickSelectsTheEvent()
    {
        ui::ArgsPanel panel(m_trace->controller, m_trace->bus);
        panel.resize(900, 300);
        panel.show();
        panel.search(QStringLiteral("29"));
        QTRY_COMPARE(panel.engine().state(), State::Done);
        auto *view = panel.findChild<QTableView *>(QStringLiteral("argsTable"));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(panel.model()->index(0, 3)).center());
        const auto *event = std::get_if<core::EventSelection>(&m_trace->bus.selection());
        QVERIFY(event != nullptr);
        QCOMPARE(m_trace->controller.document()->text(m_trace->controller.document()->events.row(event->event).name),
            std::string_view("aten::mm"));
        QVERIFY2(panel.statusText().startsWith(QStringLiteral("1 ")), qPrintable(panel.statusText()));
        // What is selected elsewhere is found in the list.
        m_trace->bus.select(core::KernelSelection{core::KernelId{29}}, nullptr);
        QVERIFY(!panel.statusText().startsWith(QStringLiteral("1 ")));
        QVERIFY(view->selectionModel()->hasSelection());
    }

    void stepsGoRound()
    {
        ui::ArgsPanel panel(m_trace->controller, m_trace->bus);
        m_trace->bus.select(core::KernelSelection{core::KernelId{0}}, nullptr);
        panel.search(QStringLiteral("bfloat16"));
        QTRY_COMPARE(panel.engine().state(), State::Done);
        const auto selected = [this] { return m_trace->bus.selection(); };
        panel.step(1);
        const core::Selection first = selected();
        QVERIFY(std::holds_alternative<core::EventSelection>(first));
        panel.step(-1); // before the first comes the last
        const core::Selection last = selected();
        QVERIFY(last != first);
        panel.step(1);
        QCOMPARE(selected(), first);
        for (int i = 0; i < 9; ++i)
            panel.step(1);
        QCOMPARE(selected(), last);
        // Return goes on, and back with Shift, once the text was looked for.
        auto *field = panel.findChild<ui::SearchField *>(QStringLiteral("argsText"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(selected(), first);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(selected(), last);
    }

    void moreThanAreListedAreSaid()
    {
        test::LoadedTrace many;
        QVERIFY(many.load(opsTrace(static_cast<int>(ui::ArgsSearch::kMaxMatches) + 1)));
        ui::ArgsPanel panel(many.controller, many.bus);
        panel.search(QStringLiteral("4096"));
        QTRY_COMPARE(panel.engine().state(), State::Done);
        QVERIFY(!panel.engine().isComplete());
        QCOMPARE(panel.model()->rowCount(), static_cast<int>(ui::ArgsSearch::kMaxMatches));
        QVERIFY(panel.statusText().contains(QStringLiteral("more")));
        QVERIFY(!panel.engine().table()->warnings().empty());
    }

    void whatWasStoppedSaysSo()
    {
        ui::ArgsPanel panel(m_trace->controller, m_trace->bus);
        panel.search(QStringLiteral("4096"));
        QCOMPARE(panel.engine().state(), State::Running);
        auto *stop = panel.findChild<QToolButton *>(QStringLiteral("argsStop"));
        QVERIFY(stop->isVisibleTo(&panel));
        stop->click();
        QCOMPARE(panel.engine().state(), State::Stopped);
        QVERIFY(!stop->isVisibleTo(&panel));
        QVERIFY(panel.statusText().contains(QStringLiteral("stopped")));
        m_trace->pool.waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(panel.engine().state(), State::Stopped); // no late answer
        panel.search(QStringLiteral("4096"));
        QTRY_COMPARE(panel.engine().state(), State::Done);
        QCOMPARE(panel.model()->rowCount(), 30);
    }

    void whatCannotBeSearchedSaysWhy()
    {
        test::LoadedTrace gone;
        QVERIFY(gone.load(opsTrace(4)));
        ui::ArgsPanel panel(gone.controller, gone.bus);
        panel.search(QStringLiteral("="));
        QCOMPARE(panel.engine().state(), State::Failed);
        QVERIFY(emptySentence(panel).contains(QStringLiteral("KEY=TEXT")));
        QVERIFY(QFile::remove(gone.controller.path()));
        panel.search(QStringLiteral("4096"));
        QTRY_COMPARE(panel.engine().state(), State::Failed);
        QCOMPARE(panel.engine().error().code, core::ErrorCode::Io);
        QCOMPARE(panel.model()->rowCount(), 0);
        QVERIFY(!panel.hasMatches());
    }

    void anotherTraceForgets()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.load(opsTrace(4)));
        ui::ArgsPanel panel(trace.controller, trace.bus);
        panel.search(QStringLiteral("4096"));
        QTRY_COMPARE(panel.engine().state(), State::Done);
        QCOMPARE(panel.model()->rowCount(), 4);
        const QSignalSpy changes(&panel, &ui::ArgsPanel::matchesChanged);
        QVERIFY(trace.load(opsTrace(5)));
        QCOMPARE(panel.engine().state(), State::Idle);
        QCOMPARE(panel.model()->rowCount(), 0);
        QVERIFY(changes.count() > 0);
        trace.controller.close();
        QVERIFY(!panel.findChild<ui::SearchField *>(QStringLiteral("argsText"))->isEnabled());
    }

    void theWindowLeadsThere()
    {
        QThreadPool pool;
        ui::RecentFiles recent;
        ui::MainWindow window(pool, recent);
        window.show();
        auto *panel = window.findChild<ui::ArgsPanel *>();
        QVERIFY(panel != nullptr);
        const auto action = [&window](const char *id) { return window.findChild<QAction *>(QLatin1String(id)); };
        QVERIFY(!action("edit.search-in-args")->isEnabled());
        window.openTrace(m_trace->controller.path());
        QTRY_VERIFY(window.isSettled() && window.controller().session());
        QVERIFY(action("edit.search-in-args")->isEnabled());
        QVERIFY(!action("edit.next-args-match")->isEnabled());
        window.findChild<ui::MainToolBar *>()->search()->setText(QStringLiteral("bfloat16"));
        action("edit.search-in-args")->trigger();
        QTRY_COMPARE(panel->engine().state(), State::Done);
        QVERIFY(panel->isVisible());
        QCOMPARE(panel->model()->rowCount(), 10);
        QVERIFY(action("edit.next-args-match")->isEnabled());
        action("edit.next-args-match")->trigger();
        QVERIFY(std::holds_alternative<core::EventSelection>(window.bus().selection()));
        window.controller().close();
        QVERIFY(!action("edit.next-args-match")->isEnabled());
        pool.waitForDone();
    }

private:
    std::unique_ptr<test::LoadedTrace> m_trace;
};

LAMELLA_WIDGET_TEST(tst_ArgsSearch)
#include "tst_ArgsSearch.moc"
