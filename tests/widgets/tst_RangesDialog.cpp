// SPDX-License-Identifier: GPL-3.0-or-later
// Rules that disagree about the work of a range stand above its table.
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/IconRow.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/RangesDialog.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

namespace {

// A range of 100 µs on the host launches one kernel that runs long after it; another kernel runs while it is open.
constexpr const char *kLateWork = R"({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"step","pid":1,"tid":1,"ts":100,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":50,"dur":2,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":110,"dur":2,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"early","pid":0,"tid":7,"ts":120,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"late","pid":0,"tid":7,"ts":400,"dur":90,"args":{"device":0,"stream":7,"correlation":2}}]})";

} // namespace

class TestRangesDialog : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void rulesThatDisagreeAreSaid();
};

void TestRangesDialog::rulesThatDisagreeAreSaid()
{
    test::LoadedTrace trace;
    QVERIFY(trace.load(kLateWork));
    RangesDialog dialog(trace.controller, trace.bus);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    QTRY_COMPARE_WITH_TIMEOUT(dialog.model().rowCount(), 1, 60'000);
    const auto busy = [&dialog] {
        const auto table = dialog.model().table();
        return table ? table->integer(0, table->columnIndex("busy_ns")) : -1;
    };
    QCOMPARE(busy(), std::int64_t(90'000));
    const auto warnings = [&dialog] {
        QStringList texts;
        const auto rows = dialog.findChildren<IconRow *>(QStringLiteral("tableWarning"));
        for (const IconRow *row : rows)
            texts << row->toolTip();
        return texts;
    };
    QCOMPARE(warnings().size(), 1); // both rules by launch agree
    QVERIFY2(warnings().front().contains(QStringLiteral("window")), qPrintable(warnings().front()));
    auto *rule = dialog.findChild<QComboBox *>(QStringLiteral("rangesAttribution"));
    QVERIFY(rule->isVisible());
    rule->setFocus();
    QTest::keyClick(rule, Qt::Key_End);
    QTRY_COMPARE_WITH_TIMEOUT(busy(), std::int64_t(10'000), 60'000);
    QCOMPARE(dialog.request().attribution, core::Attribution::Window);
    QTRY_COMPARE(warnings().size(), 2);
}

LAMELLA_WIDGET_TEST(TestRangesDialog)
#include "tst_RangesDialog.moc"
