// SPDX-License-Identifier: GPL-3.0-or-later
// All commands of a window, each once: the actions of its menus and of the window itself that have an object name. That name is
// the command's id ("go.next-pass"): English words, never translated, used in the settings. The registry applies the user's
// shortcuts to the actions and adds to their tooltips why they are disabled.
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
    QString group; // title of the menu that contains it
    QPointer<QAction> action;
    QList<QKeySequence> defaults;

    [[nodiscard]] QString title() const; // as in the menu, without mnemonic and ellipsis
    [[nodiscard]] QString english() const; // words of the id: "next pass"
};

class CommandRegistry : public QObject {
    Q_OBJECT
public:
    // Returns why a command is disabled, as a sentence.
    using Reason = std::function<QString(const QString &id)>;

    CommandRegistry(QMainWindow &window, Reason reason);

    void collect(); // call again after adding actions; known ones keep their defaults
    void describeAll(); // call after the reasons have changed: an action that stays disabled does not tell
    [[nodiscard]] const std::vector<Command> &commands() const { return m_commands; }
    [[nodiscard]] const Command *find(const QString &id) const;
    [[nodiscard]] QString whyDisabled(const Command &command) const; // empty if it is enabled
    // Another command that already has the keys in a context that overlaps with that of `id`; null = none.
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

// Text of an action or menu for display: without mnemonic and ellipsis.
[[nodiscard]] QString plainTitle(const QString &text);
// True if both actions can receive the same key press.
[[nodiscard]] bool shareContext(const QAction &a, const QAction &b);

} // namespace lamella::ui
