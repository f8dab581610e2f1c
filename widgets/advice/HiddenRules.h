// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of advice that the user has hidden, by id. Kept in the settings; each change can be undone. GUI thread.
#pragma once

#include <QObject>
#include <QStringList>
#include <QUndoStack>

namespace lamella::ui {

class SessionController;

class HiddenRules : public QObject {
    Q_OBJECT
public:
    // Of this controller, which owns it; made at the first call.
    [[nodiscard]] static HiddenRules &of(SessionController &controller);

    [[nodiscard]] const QStringList &ids() const { return m_ids; } // sorted
    void hide(const QString &id, const QString &title);
    void show(const QString &id, const QString &title); // hidden before
    [[nodiscard]] QUndoStack &undoStack() { return m_undo; }

signals:
    void changed();

private:
    class Change;
    explicit HiddenRules(QObject *parent);
    void set(const QStringList &ids);

    QStringList m_ids;
    QUndoStack m_undo;
};

} // namespace lamella::ui
