// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/panels/TablePane.h"
#include "widgets/program/ProgramPanel.h"
#include "widgets/theme/Theme.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

ProgramView viewOf(const char *table, std::vector<ViewColumn> columns, std::vector<std::string> sentences = {})
{
    return {{QString::fromLatin1(table), QString::fromLatin1(table), QStringLiteral("time"), QStringLiteral("No rows here"),
                QStringLiteral("why"), std::move(columns)},
        table, std::move(sentences)};
}

ProgramView steps()
{
    return viewOf("steps", {{"step", {}, ColumnStyle::Number, 60, {}}, {"wall_ns", {}, ColumnStyle::Bar, 0, {}}});
}

} // namespace

class tst_ProgramPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void nothingIsComputedWhileItIsHidden()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.loadDense({.passes = 3}));
        ProgramPanel panel(trace.controller, trace.bus, steps());
        emit trace.controller.sessionChanged();
        QVERIFY(test::settled());
        QVERIFY(!panel.pane()->table());
        panel.resize(600, 300);
        panel.show();
        QVERIFY(test::settled());
        QVERIFY(panel.pane()->table());
        QVERIFY(panel.pane()->table()->rowCount() > 0);
        QCOMPARE(panel.request().table, std::string("steps"));
    }
    void aRowLeadsToItsPass()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.loadDense({.passes = 3}));
        ProgramPanel panel(trace.controller, trace.bus, steps());
        panel.resize(600, 300);
        panel.show();
        QVERIFY(test::settled());
        QSignalSpy spy(&trace.bus, &NavigationBus::selectionChanged);
        QTableView *view = panel.pane()->view();
        const QRect cell = view->visualRect(panel.pane()->model()->index(0, 0));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(spy.count(), 1);
        QVERIFY(std::holds_alternative<core::PassSelection>(trace.bus.selection()));
        QSignalSpy opened(&panel, &ProgramPanel::rangeOpened);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(opened.size(), 1);
    }
    // A finding is a sentence: the table cuts it, the line below does not.
    void theCurrentRowIsToldInFull()
    {
        test::LoadedTrace trace;
        QVERIFY(trace.loadDense({.passes = 3}));
        ProgramPanel panel(
            trace.controller, trace.bus, viewOf("findings", {{"title", {}, ColumnStyle::Text, 0, {}}}, {"evidence", "advice"}));
        panel.resize(300, 300);
        panel.show();
        QVERIFY(test::settled());
        const auto table = panel.pane()->table();
        QVERIFY(table && table->rowCount() > 1);
        auto *told = panel.findChild<QLabel *>(QStringLiteral("findingsTold"));
        QVERIFY(told && told->isVisible());
        const auto evidence = [&](std::size_t row) {
            return QString::fromStdString(std::string(table->text(row, table->columnIndex("evidence"))));
        };
        const auto text = [told] { return told->text().replace(QChar(0x00A0), u' '); }; // files and tables have plain blanks
        QVERIFY(text().startsWith(evidence(0)));
        panel.pane()->view()->setCurrentIndex(panel.pane()->model()->index(1, 0));
        QVERIFY(text().startsWith(evidence(1)));
        panel.pane()->clear();
        QVERIFY(told->text().isEmpty());
    }
};

LAMELLA_WIDGET_TEST(tst_ProgramPanel)
#include "tst_ProgramPanel.moc"
