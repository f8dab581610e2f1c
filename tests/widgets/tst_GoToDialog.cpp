// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog says where a typed place leads before it goes there.
#include "core/base/Format.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/theme/Theme.h"
#include "widgets/window/GoToDialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

using namespace lamella;

class tst_GoToDialog : public QObject {
    Q_OBJECT
private slots:
    void dialogSaysWhereItLeads();
};

void tst_GoToDialog::dialogSaysWhereItLeads()
{
    ui::Theme::apply(ui::ThemeKind::Light);
    test::LoadedTrace trace;
    QVERIFY(trace.loadDense({.passes = 2}));
    QPointer<ui::GoToDialog> dialog = new ui::GoToDialog(trace.controller, trace.bus, nullptr);
    dialog->show();
    auto *text = dialog->findChild<QLineEdit *>(QStringLiteral("goToText"));
    auto *found = dialog->findChild<QLabel *>(QStringLiteral("goToFound"));
    auto *button = dialog->findChild<QPushButton *>(QStringLiteral("goToButton"));
    QVERIFY(!button->isEnabled());
    QTest::keyClicks(text, QStringLiteral("p9999"));
    QVERIFY(!button->isEnabled());
    QVERIFY(found->text().contains(QStringLiteral("No such place")));
    text->clear();
    QTest::keyClicks(text, QStringLiteral("p1 l2"));
    QVERIFY(button->isEnabled());
    const core::LayerSelection place{trace.controller.segmentation()->mainDevice, 1, 2};
    const core::TimeRange range = trace.bus.rangeOf(place);
    QVERIFY2(
        found->text().contains(QString::fromStdString(core::formatDuration(range.length().value))), qPrintable(found->text()));
    QTest::keyClick(text, Qt::Key_Return);
    QVERIFY(trace.bus.selection() == core::Selection(place));
    QTRY_VERIFY(dialog.isNull());
}

LAMELLA_WIDGET_TEST(tst_GoToDialog)
#include "tst_GoToDialog.moc"
