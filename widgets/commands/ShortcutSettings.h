// SPDX-License-Identifier: GPL-3.0-or-later
// The keys that the user gave to commands, by the id of the command. One for all windows, kept in the settings. Thread of the
// GUI.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <optional>

namespace lamella::ui {

class ShortcutSettings : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] static ShortcutSettings &shared();

    // Nothing = the command has its own default keys; an empty list = the user took all keys away. What cannot be understood in
    // the file counts as nothing.
    [[nodiscard]] std::optional<QList<QKeySequence>> keys(const QString &id) const;
    void setKeys(const QString &id, const QList<QKeySequence> &keys);
    void reset(const QString &id);
    void resetAll();

signals:
    void changed();

private:
    ShortcutSettings() = default;
};

// True for sequences that begin with a letter, digit or sign without Ctrl, Alt or Meta: those belong to the view with the focus.
[[nodiscard]] bool isPlainKey(const QKeySequence &keys);
// True when one of them is the other one, or its beginning: both cannot be in one place.
[[nodiscard]] bool keysCollide(const QKeySequence &a, const QKeySequence &b);

} // namespace lamella::ui
