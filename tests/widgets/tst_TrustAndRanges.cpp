// SPDX-License-Identifier: GPL-3.0-or-later
// What must not be overlooked: profile files that were left out stand in the trust panel, and rules that disagree about the work
// of a range stand above its table.
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/IconRow.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/panels/RangesDialog.h"
#include "widgets/panels/TrustPanel.h"
#include "widgets/session/JobSlot.h"
#include "widgets/theme/Theme.h"

#include <QComboBox>
#include <QDir>
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

class TestTrustAndRanges : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::apply(ThemeKind::Light); }
    void profilesLeftOutAreNamed();
    void rulesThatDisagreeAreSaid();
    void sharesOfNothingAreNotShown();
};

// Of no GPU time there is no share: no 0 %, and no 100 % either.
void TestTrustAndRanges::sharesOfNothingAreNotShown()
{
    test::LoadedTrace trace;
    TrustPanel panel(trace.controller);
    panel.resize(300, 700);
    panel.show();
    QVERIFY(trace.load(R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"host","cat":"cpu_op"}]})"));
    const auto valueBeside = [&panel](const QString &name) -> const ElidedLabel * {
        const auto labels = panel.findChildren<ElidedLabel *>();
        for (qsizetype i = 0; i + 1 < labels.size(); ++i)
            if (labels[i]->text() == name)
                return labels[i + 1];
        return nullptr;
    };
    for (const char *name : {"GPU time inside passes", "Named by a category rule", "Kernels with own launch"}) {
        QTRY_VERIFY2(valueBeside(QString::fromLatin1(name)) != nullptr, name);
        const ElidedLabel *value = valueBeside(QString::fromLatin1(name));
        QCOMPARE(value->text(), QStringLiteral("–"));
        QVERIFY2(value->toolTip().contains(QStringLiteral("No GPU")), qPrintable(value->toolTip()));
    }
}

void TestTrustAndRanges::profilesLeftOutAreNamed()
{
    const QTemporaryDir data;
    const QByteArray before = qgetenv("XDG_DATA_HOME");
    qputenv("XDG_DATA_HOME", data.path().toUtf8());
    const QDir folder(data.path());
    QVERIFY(folder.mkpath(QStringLiteral("lamella/profiles")));
    test::writeFile(folder.filePath(QStringLiteral("lamella/profiles/mine.json")),
        QByteArray(R"({"schema_version":1,"name":"mine","anchors":[{"pattern":"x","role":"starts"}]})"));
    test::LoadedTrace trace;
    TrustPanel panel(trace.controller);
    panel.resize(300, 700);
    panel.show();
    QVERIFY(trace.loadDense());
    const auto rows = panel.findChildren<IconRow *>(QStringLiteral("profileFault"));
    QCOMPARE(rows.size(), 1);
    QTRY_VERIFY(rows.front()->isVisible());
    QVERIFY2(rows.front()->toolTip().contains(QStringLiteral("mine.json")), qPrintable(rows.front()->toolTip()));
    QVERIFY2(rows.front()->toolTip().contains(QStringLiteral("role")), qPrintable(rows.front()->toolTip()));
    qputenv("XDG_DATA_HOME", before);
}

void TestTrustAndRanges::rulesThatDisagreeAreSaid()
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

LAMELLA_WIDGET_TEST(TestTrustAndRanges)
#include "tst_TrustAndRanges.moc"
