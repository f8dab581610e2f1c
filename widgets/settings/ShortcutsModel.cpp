// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/ShortcutsModel.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/commands/ShortcutSettings.h"
#include "widgets/theme/Theme.h"

#include <QAction>

#include <algorithm>

namespace lamella::ui {

ShortcutsModel::ShortcutsModel(const CommandRegistry &commands, QObject *parent)
    : QAbstractTableModel(parent)
    , m_commands(commands)
{
    connect(&commands, &CommandRegistry::keysChanged, this, &ShortcutsModel::refresh);
    fill();
}

void ShortcutsModel::setFilter(const QString &text)
{
    m_filter = text.simplified();
    beginResetModel();
    fill();
    endResetModel();
}

void ShortcutsModel::fill()
{
    m_rows.clear();
    const QStringList words = m_filter.split(u' ', Qt::SkipEmptyParts);
    const auto add = [this, &words](Row row, const QString &english) {
        const QString all = row.title + u'\n' + row.group + u'\n' + row.keys + u'\n' + english;
        if (std::all_of(
                words.begin(), words.end(), [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); }))
            m_rows.push_back(std::move(row));
    };
    for (const Command &command : m_commands.commands())
        if (command.action)
            add({command.id, command.title(), QKeySequence::listToString(command.action->shortcuts(), QKeySequence::NativeText),
                    command.group},
                command.english());
    const QString timeline = tr("Timeline, with the focus");
    add({{}, tr("Zoom in, out"), QStringLiteral("W, S"), timeline}, QStringLiteral("zoom in out"));
    add({{}, tr("Move left, right (with Shift four times as far)"), QStringLiteral("A, D; ←, →"), timeline},
        QStringLiteral("move pan left right"));
    add({{}, tr("Zoom to the selection"), QStringLiteral("F"), timeline}, QStringLiteral("zoom to selection"));
    add({{}, tr("Zoom to the pass"), QStringLiteral("0"), timeline}, QStringLiteral("zoom to pass fit"));
    add({{}, tr("Whole trace"), QStringLiteral("Home"), timeline}, QStringLiteral("whole trace fit"));
    add({{}, tr("Previous, next kernel of the stream"), QStringLiteral("comma, full stop"), timeline},
        QStringLiteral("previous next kernel"));
    add({{}, tr("Next kernel of the same name (with Shift the previous one)"), QStringLiteral("N"), timeline},
        QStringLiteral("next kernel same name"));
    add({{}, tr("Previous, next layer"), QStringLiteral("[, ]"), timeline}, QStringLiteral("previous next layer"));
    add({{}, tr("Next gap (with Shift the previous one)"), QStringLiteral("G"), timeline}, QStringLiteral("next gap idle"));
    add({{}, tr("Select the time in view as a range"), QStringLiteral("R"), timeline}, QStringLiteral("select time range view"));
    add({{}, tr("Select what holds the selection"), QStringLiteral("Backspace"), timeline}, QStringLiteral("select parent"));
}

// Only keys changed: the rows stay, and with them the selection.
void ShortcutsModel::refresh()
{
    for (Row &row : m_rows)
        if (const Command *known = row.id.isEmpty() ? nullptr : m_commands.find(row.id); known != nullptr && known->action)
            row.keys = QKeySequence::listToString(known->action->shortcuts(), QKeySequence::NativeText);
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

const Command *ShortcutsModel::command(int row) const
{
    if (row < 0 || row >= rowCount() || m_rows[static_cast<std::size_t>(row)].id.isEmpty())
        return nullptr;
    return m_commands.find(m_rows[static_cast<std::size_t>(row)].id);
}

bool ShortcutsModel::isChanged(int row) const
{
    const Command *known = command(row);
    return known != nullptr && ShortcutSettings::shared().keys(known->id).has_value();
}

int ShortcutsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ShortcutsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant ShortcutsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return index.column() == kCommand ? row.title : index.column() == kKeys ? row.keys : row.group;
    if (role == Qt::FontRole && index.column() == kKeys && isChanged(index.row()))
        return Theme::strongFont(); // changed by the user
    if (role == Qt::ForegroundRole && (index.column() == kGroup || row.id.isEmpty()))
        return Theme::current().text2;
    return {};
}

QVariant ShortcutsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == kCommand ? tr("Command") : section == kKeys ? tr("Keys") : tr("Menu");
}

} // namespace lamella::ui
