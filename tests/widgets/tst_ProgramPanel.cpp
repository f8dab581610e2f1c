// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/LoadedTrace.h"
#include "widgets/panels/TablePane.h"
#include "widgets/program/ProgramPanel.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/Theme.h"

#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

bool settled()
{
    return QTest::qWaitFor([] { return JobSlot::awaited() == 0; }, 60'000);
}

ProgramView steps()
{
    return {QStringLiteral("StepsPanel"), QStringLiteral("Steps"), QStringLiteral("time"), QStringLiteral("No steps here"),
        QStringLiteral("why"), {{"step", {}, ColumnStyle::Number, 60, {}}, {"wall_ns", {}, ColumnStyle::Bar, 0, {}}},
        {{QStringLiteral("Steps"), "steps"}}};
}

} // namespace

class tst_ProgramPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void nothingIsComputedWhileItIsHidden()
    {
        test::LoadedTrace trace;
        test::TraceOptions options;
        options.passes = 3;
        QVERIFY(trace.load(test::TraceKind::Dense, options));
        ProgramPanel panel(trace.controller, trace.bus, steps());
        emit trace.controller.sessionChanged();
        QVERIFY(settled());
        QVERIFY(!panel.pane()->table());
        panel.resize(600, 300);
        panel.show();
        QVERIFY(settled());
        QVERIFY(panel.pane()->table());
        QVERIFY(panel.pane()->table()->rowCount() > 0);
        QCOMPARE(panel.request().table, std::string("steps"));
    }
    void aRowLeadsToItsPass()
    {
        test::LoadedTrace trace;
        test::TraceOptions options;
        options.passes = 3;
        QVERIFY(trace.load(test::TraceKind::Dense, options));
        ProgramPanel panel(trace.controller, trace.bus, steps());
        panel.resize(600, 300);
        panel.show();
        QVERIFY(settled());
        QSignalSpy spy(&trace.bus, &NavigationBus::selectionChanged);
        QTableView *view = panel.pane()->view();
        const QRect cell = view->visualRect(panel.pane()->model()->index(0, 0));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(spy.count(), 1);
        QVERIFY(std::holds_alternative<core::PassSelection>(trace.bus.selection()));
    }
};

QTEST_MAIN(tst_ProgramPanel)
#include "tst_ProgramPanel.moc"
