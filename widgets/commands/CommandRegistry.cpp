// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/CommandRegistry.h"

#include "widgets/commands/ShortcutSettings.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr const char *kTip = "commandTip"; // tooltip without shortcut and reason
constexpr const char *kDefaults = "commandDefaults"; // an action may be in the registries of several windows

QList<QKeySequence> defaultsOf(QAction &action)
{
    const QVariant known = action.property(kDefaults);
    if (known.isValid())
        return QKeySequence::listFromString(known.toString(), QKeySequence::PortableText);
    action.setProperty(kDefaults, QKeySequence::listToString(action.shortcuts(), QKeySequence::PortableText));
    return action.shortcuts();
}

// Tooltips end with the shortcut in parentheses, and shortcuts can change.
QString withoutKeys(const QAction &action)
{
    QString tip = action.toolTip();
    const auto keys = action.shortcuts();
    for (const QKeySequence &key : keys) {
        const QString end = QStringLiteral(" (%1)").arg(key.toString(QKeySequence::NativeText));
        if (tip.endsWith(end))
            tip.chop(end.size());
    }
    return tip;
}

} // namespace

QString plainTitle(const QString &text)
{
    QString title = text;
    title.replace(QStringLiteral("&&"), QStringLiteral("\n")).remove(u'&').replace(u'\n', u'&');
    // Chinese menus have the mnemonic after the text: "打开(&O)…".
    if (const qsizetype at = title.lastIndexOf(u'(');
        at > 0 && title.size() > at + 2 && title[at + 2] == u')' && QStringView(text).mid(at).startsWith(QLatin1String("(&")))
        title.remove(at, 3);
    while (title.endsWith(u'…') || title.endsWith(u'.'))
        title.chop(1);
    return title.trimmed();
}

bool shareContext(const QAction &a, const QAction &b)
{
    const auto isWide = [](const QAction &action) {
        return action.shortcutContext() == Qt::WindowShortcut || action.shortcutContext() == Qt::ApplicationShortcut;
    };
    if (isWide(a) || isWide(b))
        return true;
    const auto of = a.associatedObjects();
    const auto other = b.associatedObjects();
    return std::any_of(of.begin(), of.end(), [&other](QObject *object) { return other.contains(object); });
}

QString Command::title() const
{
    return action ? plainTitle(action->text()) : QString();
}

QString Command::english() const
{
    return QString(id.section(u'.', 1)).replace(u'-', u' ');
}

CommandRegistry::CommandRegistry(QMainWindow &window, Reason reason)
    : QObject(&window)
    , m_window(window)
    , m_reason(std::move(reason))
{
    connect(&ShortcutSettings::shared(), &ShortcutSettings::changed, this, &CommandRegistry::applyKeys);
    collect();
}

void CommandRegistry::collect()
{
    std::erase_if(m_commands, [](const Command &command) { return command.action.isNull(); });
    const auto menus = m_window.menuBar()->actions();
    for (const QAction *top : menus)
        if (top->menu() != nullptr)
            addMenu(*top->menu(), plainTitle(top->text()));
    const auto own = m_window.actions();
    for (QAction *action : own)
        add(action, plainTitle(m_window.windowTitle()));
    applyKeys();
}

void CommandRegistry::addMenu(const QMenu &menu, const QString &group)
{
    const auto entries = menu.actions();
    for (QAction *entry : entries) {
        if (entry->menu() != nullptr)
            addMenu(*entry->menu(), group);
        else
            add(entry, group);
    }
}

void CommandRegistry::add(QAction *action, const QString &group)
{
    const QString id = action->objectName();
    if (action->isSeparator() || !id.contains(u'.') || find(id) != nullptr)
        return;
    m_commands.push_back({id, group, action, defaultsOf(*action)});
    if (!action->property(kTip).isValid())
        action->setProperty(kTip, withoutKeys(*action));
    connect(action, &QAction::changed, this, [this, action] { describe(action); });
}

void CommandRegistry::applyKeys()
{
    for (const Command &command : m_commands) {
        if (!command.action)
            continue;
        const QList<QKeySequence> keys = ShortcutSettings::shared().keys(command.id).value_or(command.defaults);
        if (command.action->shortcuts() != keys)
            command.action->setShortcuts(keys);
        describe(command.action);
    }
    emit keysChanged();
}

void CommandRegistry::describeAll()
{
    for (const Command &command : m_commands)
        if (command.action)
            describe(command.action);
}

void CommandRegistry::describe(QAction *action)
{
    QString tip = action->property(kTip).toString();
    if (const QKeySequence key = action->shortcut(); !key.isEmpty())
        tip += QStringLiteral(" (%1)").arg(key.toString(QKeySequence::NativeText));
    const QString reason = action->isEnabled() ? QString() : m_reason(action->objectName());
    if (!reason.isEmpty())
        tip += u'\n' + reason;
    if (action->toolTip() != tip) // setting it would trigger another change
        action->setToolTip(tip);
    if (action->statusTip() != reason)
        action->setStatusTip(reason);
}

const Command *CommandRegistry::find(const QString &id) const
{
    const auto at = std::find_if(m_commands.begin(), m_commands.end(), [&id](const Command &one) { return one.id == id; });
    return at == m_commands.end() ? nullptr : &*at;
}

QString CommandRegistry::whyDisabled(const Command &command) const
{
    return !command.action || command.action->isEnabled() ? QString() : m_reason(command.id);
}

const Command *CommandRegistry::ownerOf(const QKeySequence &keys, const QString &id) const
{
    const Command *self = find(id);
    for (const Command &other : m_commands) {
        if (other.id == id || !other.action || (self != nullptr && self->action && !shareContext(*self->action, *other.action)))
            continue;
        const auto taken = other.action->shortcuts();
        if (std::any_of(taken.begin(), taken.end(), [&keys](const QKeySequence &one) { return keysCollide(keys, one); }))
            return &other;
    }
    return nullptr;
}

} // namespace lamella::ui
