// SPDX-License-Identifier: GPL-3.0-or-later
// The user's shortcuts by command id, shared by all windows and stored in the settings. GUI thread only.
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

    // Empty optional = the command has its default keys, also if the stored value is invalid; an empty list = the user removed
    // all keys.
    [[nodiscard]] std::optional<QList<QKeySequence>> keys(const QString &id) const;
    void setKeys(const QString &id, const QList<QKeySequence> &keys);
    void reset(const QString &id);
    void resetAll();

signals:
    void changed();

private:
    ShortcutSettings() = default;
};

// True for sequences that begin with a letter, digit or symbol without Ctrl, Alt or Meta: these belong to the view with the
// focus.
[[nodiscard]] bool isPlainKey(const QKeySequence &keys);
// True if one equals the other or is a prefix of it: they cannot coexist in one context.
[[nodiscard]] bool keysCollide(const QKeySequence &a, const QKeySequence &b);

} // namespace lamella::ui
