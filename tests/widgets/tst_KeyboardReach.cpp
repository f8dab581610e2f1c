// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is for the mouse alone: each action of the window hangs in a menu that keys open, has keys of its own, or stands in the
// command palette; each menu of the bar opens by its letter.
#include "tests/support/TestMain.h"
#include "tests/widgets/Hands.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/commands/CommandPalette.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/window/ShellWiring.h"

#include <QToolBar>
#include <QToolButton>

using namespace lamella;
using namespace lamella::ui;

class TestKeyboardReach : public QObject, protected test::OwnSettings {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyActionIsReached();
    void everyMenuOpensByItsLetter();
    void everyCommandStandsInThePalette();
    void cleanupTestCase() { m_windows.reset(); }

private:
    std::unique_ptr<WindowManager> m_windows;
    MainWindow *m_window = nullptr;
};

namespace {

void collect(const QList<QAction *> &entries, QSet<const QAction *> &reached)
{
    for (const QAction *entry : entries) {
        reached << entry;
        if (entry->menu() != nullptr)
            collect(entry->menu()->actions(), reached);
    }
}

} // namespace

void TestKeyboardReach::initTestCase()
{
    m_windows = std::make_unique<WindowManager>();
    m_window = test::openWindow(*m_windows, writeTrace({.passes = 3}));
    QVERIFY(m_window != nullptr);
}

void TestKeyboardReach::everyActionIsReached()
{
    QSet<const QAction *> reached;
    collect(m_window->menuBar()->actions(), reached);
    const auto buttons = m_window->findChildren<QToolButton *>();
    for (const QToolButton *button : buttons) { // Tab and Space press these, or open their menus
        if ((button->focusPolicy() & Qt::TabFocus) == 0)
            continue;
        reached << button->defaultAction();
        if (button->menu() != nullptr)
            collect(button->menu()->actions(), reached);
    }
    QVERIFY(reached.size() > 80);
    const auto bars = m_window->findChildren<QToolBar *>();
    for (const QToolBar *bar : bars) // which cannot be hidden, by mouse or key
        reached << bar->toggleViewAction();
    QStringList lost;
    const auto actions = m_window->findChildren<QAction *>();
    for (const QAction *action : actions) {
        const bool partOfAField = qobject_cast<const QLineEdit *>(action->parent()) != nullptr; // its keys do the same
        if (action->isSeparator() || action->text().isEmpty() || partOfAField || reached.contains(action))
            continue;
        if (action->shortcuts().isEmpty() && m_window->shell().commands().find(action->objectName()) == nullptr)
            lost << QStringLiteral("%1 '%2'").arg(action->objectName(), action->text());
    }
    lost.removeDuplicates();
    QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
}

void TestKeyboardReach::everyMenuOpensByItsLetter()
{
    QApplication::setActiveWindow(m_window);
    QVERIFY(QTest::qWaitForWindowActive(m_window));
    const auto menus = m_window->menuBar()->actions();
    for (QAction *menu : menus) {
        if (!menu->isVisible() || menu->menu() == nullptr)
            continue;
        const QKeySequence letter = QKeySequence::mnemonic(menu->text());
        QVERIFY2(!letter.isEmpty(), qPrintable(menu->text()));
        QVERIFY(test::press(letter[0].key(), Qt::AltModifier));
        QTRY_VERIFY2(menu->menu()->isVisible(), qPrintable(menu->text()));
        QTest::keyClick(menu->menu(), Qt::Key_Down);
        QVERIFY2(menu->menu()->activeAction() != nullptr, qPrintable(menu->text()));
        QTest::keyClick(menu->menu(), Qt::Key_Escape);
        QTRY_VERIFY(!menu->menu()->isVisible());
        if (QApplication::focusWidget() == m_window->menuBar())
            QTest::keyClick(m_window->menuBar(), Qt::Key_Escape);
    }
}

void TestKeyboardReach::everyCommandStandsInThePalette()
{
    CommandPalette &palette = m_window->shell().showPalette();
    QStringList missing;
    for (const Command &command : m_window->shell().commands().commands()) {
        palette.model().setText(command.title());
        bool there = false;
        for (int row = 0; row < palette.model().rowCount(); ++row)
            there = there || palette.model().entry(row).id == command.id;
        if (!there && command.id != QStringLiteral("tools.command-palette")) // which is open
            missing << command.id;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
}

LAMELLA_WIDGET_TEST(TestKeyboardReach)
#include "tst_KeyboardReach.moc"
