// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does with a window: real events of mouse and keys at what can be seen, nothing else. Dialogs and context menus
// run event loops of their own, so what is to be done in them is said before they open.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QContextMenuEvent>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>
#include <QTest>
#include <QTimer>

#include <functional>

namespace lamella::test {

inline QString plain(QString text)
{
    return text.remove(u'&').section(u'\t', 0, 0);
}

// Does `act` as soon as `there` says yes, in whatever event loop runs then.
inline void whenThere(QObject *context, std::function<bool()> there, std::function<void()> act)
{
    auto *timer = new QTimer(context);
    QObject::connect(timer, &QTimer::timeout, context, [timer, there = std::move(there), act = std::move(act)] {
        if (!there())
            return;
        timer->stop();
        timer->deleteLater();
        act();
    });
    timer->start(5);
}

inline QAction *entryOf(const QMenu &menu, const QString &start)
{
    const auto entries = menu.actions();
    for (QAction *entry : entries)
        if (entry->isVisible() && !entry->isSeparator() && plain(entry->text()).startsWith(start))
            return entry;
    return nullptr;
}

inline bool clickEntry(QMenu &menu, const QString &start)
{
    QAction *entry = entryOf(menu, start);
    if (entry == nullptr || !entry->isEnabled())
        return false;
    constexpr int kSteps = 8; // Qt 6.8 closes a menu at a click if the pointer has hardly moved since it opened
    for (int step = kSteps; step >= 0; --step)
        QTest::mouseMove(&menu, menu.actionGeometry(entry).center() + QPoint(step, 0));
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(entry).center());
    return true;
}

// "File", "Open…": each menu is opened by a click on its entry.
inline bool clickMenuBar(QMainWindow &window, const QStringList &path)
{
    QMenuBar &bar = *window.menuBar();
    QMenu *menu = nullptr;
    const auto menus = bar.actions();
    for (QAction *action : menus)
        if (plain(action->text()) == path.first()) {
            QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(action).center());
            menu = action->menu();
        }
    for (const QString &part : path.mid(1)) {
        if (menu == nullptr || !QTest::qWaitFor([menu] { return menu->isVisible(); }))
            return false;
        const QAction *entry = entryOf(*menu, part);
        QMenu *next = entry != nullptr ? entry->menu() : nullptr;
        if (!clickEntry(*menu, part))
            return false;
        menu = next;
    }
    return true;
}

// By keys: Alt and the letter of the menu, then the arrows down to the entry.
inline bool walkMenuBar(QMainWindow &window, const QString &title, const QString &start)
{
    const auto menus = window.menuBar()->actions();
    for (QAction *action : menus) {
        if (plain(action->text()) != title)
            continue;
        const QKeySequence letter = QKeySequence::mnemonic(action->text());
        if (letter.isEmpty())
            return false;
        QTest::keyClick(
            QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &window, letter[0].key(), Qt::AltModifier);
        QMenu *menu = action->menu();
        if (!QTest::qWaitFor([menu] { return menu->isVisible(); }))
            return false;
        for (int i = 0; i < menu->actions().size() * 2; ++i) {
            if (menu->activeAction() != nullptr && plain(menu->activeAction()->text()).startsWith(start)) {
                QTest::keyClick(menu, Qt::Key_Return);
                return true;
            }
            QTest::keyClick(menu, Qt::Key_Down);
        }
        QTest::keyClick(menu, Qt::Key_Escape);
    }
    return false;
}

// The file dialog that is about to open gets the name typed, and Return or a click on its button once it may be clicked.
inline void answerFileDialog(QObject *context, const QString &path, bool byMouse)
{
    whenThere(
        context, [] { return qobject_cast<QFileDialog *>(QApplication::activeModalWidget()) != nullptr; },
        [context, path, byMouse] {
            QPointer<QWidget> dialog = QApplication::activeModalWidget();
            auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("fileNameEdit"));
            QApplication::setActiveWindow(dialog); // as a window manager does
            name->setFocus();
            name->selectAll();
            QTest::keyClicks(name, path);
            if (!byMouse) {
                QTest::keyClick(name, Qt::Key_Return);
                return;
            }
            const auto ok = [dialog]() -> QAbstractButton * {
                const auto buttons = dialog->findChild<QDialogButtonBox *>()->buttons();
                for (QAbstractButton *button : buttons)
                    if (dialog->findChild<QDialogButtonBox *>()->buttonRole(button) == QDialogButtonBox::AcceptRole)
                        return button;
                return nullptr;
            };
            whenThere(
                context, [dialog, ok] { return dialog != nullptr && ok() != nullptr && ok()->isEnabled(); },
                [ok] {
                    if (QWidget *const popup = QApplication::activePopupWidget()) // completions of the name, over the button
                        popup->close();
                    QTest::mouseClick(ok(), Qt::LeftButton);
                });
        });
}

// The context menu that is about to open: a click on its entry, or its keys.
inline void answerMenu(QObject *context, const QString &start, bool byMouse)
{
    whenThere(
        context, [] { return qobject_cast<QMenu *>(QApplication::activePopupWidget()) != nullptr; },
        [start, byMouse] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            if (byMouse ? clickEntry(*menu, start) : false)
                return;
            for (int i = 0; !byMouse && i < menu->actions().size() * 2; ++i) {
                if (menu->activeAction() != nullptr && plain(menu->activeAction()->text()).startsWith(start)) {
                    QTest::keyClick(menu, Qt::Key_Return);
                    return;
                }
                QTest::keyClick(menu, Qt::Key_Down);
            }
            QTest::keyClick(menu, Qt::Key_Escape);
        });
}

// What the window system makes of a click with the right button, and of the menu key.
inline void askForMenu(QWidget &at, QPoint position)
{
    QTest::mouseClick(&at, Qt::RightButton, {}, position);
    QContextMenuEvent event(QContextMenuEvent::Mouse, position, at.mapToGlobal(position));
    QApplication::sendEvent(&at, &event);
}

inline bool clickRow(QAbstractItemView &view, const QModelIndex &index, Qt::KeyboardModifiers modifiers = {})
{
    view.scrollTo(index); // the wheel
    const QRect cell = view.visualRect(index) & view.viewport()->rect();
    if (cell.isEmpty())
        return false;
    QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, cell.center());
    return true;
}

// Chooses a panel by the title above its place: the workspace has to be shown.
inline bool choosePanel(QMainWindow &window, const QString &title)
{
    const auto titles = window.findChildren<QToolButton *>(QStringLiteral("panelTitle"));
    for (QToolButton *button : titles) {
        if (!button->isVisible())
            continue;
        if (button->text() == title)
            return true; // it is shown
        if (button->menu() == nullptr)
            continue;
        const auto entries = button->menu()->actions();
        for (QAction *entry : entries)
            if (entry->text() == title) {
                entry->trigger();
                return true;
            }
    }
    return false;
}

inline bool clickButton(QWidget &inside, const QString &text)
{
    const auto buttons = inside.findChildren<QAbstractButton *>();
    for (QAbstractButton *button : buttons)
        if (button->isVisible() && button->isEnabled() && plain(button->text()) == text) {
            QTest::mouseClick(button, Qt::LeftButton);
            return true;
        }
    return false;
}

inline bool press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    // A window manager gives the keys back to the window when a dialog has closed.
    const auto windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows)
        if (QApplication::activeWindow() == nullptr && window->isVisible() && qobject_cast<QMainWindow *>(window) != nullptr)
            QApplication::setActiveWindow(window);
    if (QApplication::focusWidget() == nullptr)
        return false;
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    return true;
}

} // namespace lamella::test
