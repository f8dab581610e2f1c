// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of a window once: the actions of its menus and of the window itself that have a name. The name of an action is
// the id of the command ("go.next-pass"); it spells the English words, is never translated, and is what settings refer to. The
// registry gives the actions the keys that the user chose, and says in their tooltips why they cannot be used at present.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <vector>

class QMainWindow;
class QMenu;

namespace lamella::ui {

struct Command {
    QString id;
    QString group; // title of the menu that it stands in
    QPointer<QAction> action;
    QList<QKeySequence> defaults;

    [[nodiscard]] QString title() const; // as in the menu, without mnemonic and dots
    [[nodiscard]] QString english() const; // words of the id: "next pass"
};

class CommandRegistry : public QObject {
    Q_OBJECT
public:
    // The sentence why a command that is disabled cannot be used.
    using Reason = std::function<QString(const QString &id)>;

    CommandRegistry(QMainWindow &window, Reason reason);

    void collect(); // again, after actions were added; known ones keep their defaults
    [[nodiscard]] const std::vector<Command> &commands() const { return m_commands; }
    [[nodiscard]] const Command *find(const QString &id) const;
    [[nodiscard]] QString whyDisabled(const Command &command) const; // empty while it is enabled
    // Another command that the keys lead to already in a place where `id` would be heard too; null = none.
    [[nodiscard]] const Command *ownerOf(const QKeySequence &keys, const QString &id) const;

signals:
    void keysChanged();

private:
    void add(QAction *action, const QString &group);
    void addMenu(const QMenu &menu, const QString &group);
    void applyKeys();
    void describe(QAction *action);

    QMainWindow &m_window;
    Reason m_reason;
    std::vector<Command> m_commands;
};

// Text of an action or menu for people: without mnemonic and dots.
[[nodiscard]] QString plainTitle(const QString &text);
// True when both actions can be heard at the same time.
[[nodiscard]] bool shareContext(const QAction &a, const QAction &b);

} // namespace lamella::ui
