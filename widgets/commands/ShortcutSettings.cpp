// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/ShortcutSettings.h"

#include "widgets/common/AppSettings.h"


#include <algorithm>

namespace lamella::ui {

namespace {

const QString kGroup = QStringLiteral("shortcuts");
const QString kNone = QStringLiteral("none"); // an ini file cannot distinguish an empty list from a missing one

QString entry(const QString &id)
{
    return kGroup + u'/' + id;
}

bool isUsable(const QKeySequence &keys)
{
    if (keys.isEmpty())
        return false;
    for (int i = 0; i < keys.count(); ++i)
        if (keys[static_cast<uint>(i)].key() == Qt::Key_unknown || keys[static_cast<uint>(i)].key() == Qt::Key(0))
            return false;
    return true;
}

} // namespace

ShortcutSettings &ShortcutSettings::shared()
{
    static ShortcutSettings one;
    return one;
}

std::optional<QList<QKeySequence>> ShortcutSettings::keys(const QString &id) const
{
    const QString text = appSettings().value(entry(id)).toString();
    if (text.isEmpty())
        return std::nullopt;
    if (text == kNone)
        return QList<QKeySequence>{};
    const QList<QKeySequence> keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    if (keys.isEmpty() || !std::all_of(keys.begin(), keys.end(), isUsable))
        return std::nullopt;
    return keys;
}

void ShortcutSettings::setKeys(const QString &id, const QList<QKeySequence> &keys)
{
    appSettings().setValue(entry(id), keys.isEmpty() ? kNone : QKeySequence::listToString(keys, QKeySequence::PortableText));
    emit changed();
}

void ShortcutSettings::reset(const QString &id)
{
    appSettings().remove(entry(id));
    emit changed();
}

void ShortcutSettings::resetAll()
{
    appSettings().remove(kGroup);
    emit changed();
}

bool isPlainKey(const QKeySequence &keys)
{
    if (keys.isEmpty())
        return false;
    const QKeyCombination first = keys[0];
    const bool held = first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    return !held && first.key() >= Qt::Key_Space && first.key() < Qt::Key_Escape;
}

bool keysCollide(const QKeySequence &a, const QKeySequence &b)
{
    return !a.isEmpty() && !b.isEmpty() && (a.matches(b) != QKeySequence::NoMatch || b.matches(a) != QKeySequence::NoMatch);
}

} // namespace lamella::ui
