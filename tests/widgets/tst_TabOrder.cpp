// SPDX-License-Identifier: GPL-3.0-or-later
// Tab among panels that hand their keys to a part of themselves, in whatever order these were put together.
#include "widgets/common/TabOrder.h"
#include "widgets/common/Panel.h"
#include "widgets/window/PanelSlot.h"
#include "tests/support/TestMain.h"

#include <QApplication>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

using namespace lamella::ui;

namespace {

class Window : public QMainWindow {
protected:
    bool focusNextPrevChild(bool next) override { return focusNextStop(*this, next); }
};

// A panel that stands behind its parts in Qt's chain, as one does that is put elsewhere when its parts are there.
QWidget *panelBehindItsParts(QWidget *parent, const QString &name)
{
    auto *chart = new QLineEdit(parent);
    auto *button = new QPushButton(parent);
    auto *panel = new QWidget(parent);
    auto *layout = new QVBoxLayout(panel);
    layout->addWidget(chart);
    layout->addWidget(button);
    chart->setObjectName(name + QStringLiteral(" chart"));
    button->setObjectName(name + QStringLiteral(" button"));
    panel->setFocusProxy(chart);
    return panel;
}

QStringList round(QWidget &window, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    constexpr int kSteps = 6;
    QStringList met;
    for (int i = 0; i < kSteps; ++i) {
        met << QApplication::focusWidget()->objectName();
        QTest::keyClick(window.focusWidget(), key, modifiers);
    }
    return met;
}

} // namespace

class TestTabOrder : public QObject {
    Q_OBJECT
private slots:
    void tabLeavesAPanel();
    void tabReadsLineByLine_data();
    void tabReadsLineByLine();
    void tabPassesWhatIsHidden();
};

void TestTabOrder::tabLeavesAPanel()
{
    Window window;
    auto *centre = new QWidget(&window);
    window.setCentralWidget(centre);
    auto *layout = new QVBoxLayout(centre);
    layout->addWidget(panelBehindItsParts(centre, QStringLiteral("a")));
    layout->addWidget(panelBehindItsParts(centre, QStringLiteral("b")));
    window.show();
    QApplication::setActiveWindow(&window);
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.findChild<QWidget *>(QStringLiteral("a chart"))->setFocus();
    const QStringList forth{QStringLiteral("a chart"), QStringLiteral("a button"), QStringLiteral("b chart"),
        QStringLiteral("b button"), QStringLiteral("a chart"), QStringLiteral("a button")};
    QCOMPARE(round(window, Qt::Key_Tab), forth);
    window.findChild<QWidget *>(QStringLiteral("b button"))->setFocus();
    const QStringList back{QStringLiteral("b button"), QStringLiteral("b chart"), QStringLiteral("a button"),
        QStringLiteral("a chart"), QStringLiteral("b button"), QStringLiteral("b chart")};
    QCOMPARE(round(window, Qt::Key_Backtab, Qt::ShiftModifier), back);
}

void TestTabOrder::tabReadsLineByLine_data()
{
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::addColumn<QStringList>("order");
    const auto names = [](const char *text) { return QString::fromLatin1(text).split(u' '); };
    QTest::newRow("from left to right") << Qt::LeftToRight << names("top-left top-right table side-1 side-2 top-left");
    QTest::newRow("from right to left") << Qt::RightToLeft << names("top-right top-left side-1 side-2 table top-right");
}

void TestTabOrder::tabReadsLineByLine()
{
    QFETCH(Qt::LayoutDirection, direction);
    QFETCH(QStringList, order);
    Window window;
    window.resize(400, 300);
    window.setLayoutDirection(direction);
    auto *centre = new QWidget(&window);
    window.setCentralWidget(centre);
    const auto put = [centre](const char *name, const QRect &where) { // made in another order than they stand
        auto *part = new QLineEdit(centre);
        part->setObjectName(QString::fromLatin1(name));
        part->setGeometry(where);
    };
    put("side-2", {300, 120, 80, 60});
    put("table", {0, 40, 280, 200});
    put("top-right", {200, 2, 100, 30});
    put("side-1", {300, 40, 80, 60});
    put("top-left", {0, 0, 100, 26});
    window.show();
    QApplication::setActiveWindow(&window);
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.findChild<QWidget *>(order.first())->setFocus();
    QCOMPARE(round(window, Qt::Key_Tab), order);
}

void TestTabOrder::tabPassesWhatIsHidden()
{
    Window window;
    window.resize(500, 400);
    PanelSlot slot(&window);
    for (const char *name : {"front", "behind"}) {
        QWidget *panel = panelBehindItsParts(&window, QLatin1String(name));
        markPanel(*panel, QLatin1String(name));
        slot.add(panel, QLatin1String(name));
    }
    slot.setGeometry(0, 0, 500, 400);
    window.show();
    QApplication::setActiveWindow(&window);
    QVERIFY(QTest::qWaitForWindowActive(&window));
    slot.current()->setFocus();
    const QStringList met = round(window, Qt::Key_Tab);
    QVERIFY2(met.contains(QStringLiteral("front button")), qPrintable(met.join(u' ')));
    QVERIFY2(!met.contains(QStringLiteral("behind chart")), qPrintable(met.join(u' ')));
}

LAMELLA_WIDGET_TEST(TestTabOrder)
#include "tst_TabOrder.moc"
