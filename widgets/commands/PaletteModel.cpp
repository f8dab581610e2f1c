// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/PaletteModel.h"

#include "widgets/commands/CommandRegistry.h"
#include "widgets/commands/FuzzyMatch.h"
#include "widgets/common/AppSettings.h"
#include "widgets/common/UiText.h"

#include <QAction>

#include <algorithm>
#include <optional>
#include <utility>

namespace lamella::ui {

namespace {

const QString kRecent = QStringLiteral("palette/recent");
constexpr qsizetype kMaxRecent = 8;

QVariant hitsOf(const PaletteEntry &entry)
{
    QList<int> hits;
    for (const int hit : entry.hits)
        hits << hit;
    return QVariant::fromValue(hits);
}

struct Ranked {
    PaletteEntry entry;
    int score = 0;
};

// Against the title in the window's language, "menu: title", and the English words of the id.
std::optional<Ranked> matchOf(const CommandRegistry &commands, const Command &command, const QString &text)
{
    if (!command.action || !command.action->isVisible() || command.id == QStringLiteral("tools.command-palette"))
        return std::nullopt;
    const QString title = command.title();
    auto match = fuzzyMatch(text, title);
    int score = match ? match->score : -1;
    for (const QString &other : {QString(command.group + u' ' + title), command.english()}) {
        const auto more = fuzzyMatch(text, other);
        if (more && (!match || more->score - 2 > score)) {
            score = more->score - 2;
            match = match ? match : FuzzyMatch{};
        }
    }
    if (!match)
        return std::nullopt;
    if (!text.isEmpty() && command.id.startsWith(QStringLiteral("view.panel-")))
        --score; // the name of a view more likely means to show it than to hide it
    if (!command.action->isEnabled())
        score -= text.isEmpty() ? 200 : 4;
    return Ranked{{title, command.group, command.action->shortcut().toString(QKeySequence::NativeText),
                      commands.whyDisabled(command), match->positions, command.id, {}},
        score};
}

} // namespace

PaletteModel::PaletteModel(const CommandRegistry &commands, Places places, Settings settings, QObject *parent)
    : QAbstractListModel(parent)
    , m_commands(commands)
    , m_places(std::move(places))
    , m_listSettings(std::move(settings))
{
    setText({});
}

void PaletteModel::setText(const QString &text)
{
    beginResetModel();
    m_entries.clear();
    const QString wanted = text.trimmed();
    if (!wanted.isEmpty() && m_places)
        m_entries = m_places(wanted);
    addMatches(wanted);
    m_ownEntries = m_entries.size();
    endResetModel();
}

void PaletteModel::setKernels(std::vector<PaletteEntry> kernels)
{
    const auto from = static_cast<int>(m_ownEntries);
    if (m_entries.size() > m_ownEntries) {
        beginRemoveRows({}, from, static_cast<int>(m_entries.size()) - 1);
        m_entries.resize(m_ownEntries);
        endRemoveRows();
    }
    if (kernels.empty())
        return;
    beginInsertRows({}, from, from + static_cast<int>(kernels.size()) - 1);
    std::move(kernels.begin(), kernels.end(), std::back_inserter(m_entries));
    endInsertRows();
}

void PaletteModel::addMatches(const QString &text)
{
    const QStringList used = recent();
    std::vector<Ranked> found;
    for (const Command &command : m_commands.commands()) {
        std::optional<Ranked> one = matchOf(m_commands, command, text);
        if (!one)
            continue;
        if (const qsizetype at = used.indexOf(command.id); at >= 0)
            one->score += text.isEmpty() ? 100 - static_cast<int>(at) : 3;
        found.push_back(std::move(*one));
    }
    if (!text.isEmpty() && m_listSettings)
        m_settings = std::exchange(m_listSettings, {})();
    for (const PaletteEntry &setting : m_settings) {
        const auto match = text.isEmpty() ? std::nullopt : fuzzyMatch(text, setting.title);
        if (!match)
            continue;
        found.push_back({setting, match->score - 1}); // after a command of the same name
        found.back().entry.hits = match->positions;
    }
    std::stable_sort(found.begin(), found.end(), [](const Ranked &a, const Ranked &b) { return a.score > b.score; });
    for (Ranked &one : found)
        m_entries.push_back(std::move(one.entry));
}

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const PaletteEntry &one = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return one.title;
    case Qt::AccessibleTextRole: {
        QStringList parts{one.group, one.title};
        for (const QString &more : {one.keys, one.reason})
            if (!more.isEmpty())
                parts << more;
        return listText(parts);
    }
    case Qt::ToolTipRole:
        return one.reason.isEmpty() ? QVariant() : QVariant(one.reason);
    case GroupRole:
        return one.group;
    case KeysRole:
        return one.keys;
    case ReasonRole:
        return one.reason;
    case HitsRole:
        return hitsOf(one);
    default:
        return {};
    }
}

// Disabled entries can be selected, so that their reason can be read.
Qt::ItemFlags PaletteModel::flags(const QModelIndex &index) const
{
    return index.isValid() ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

QStringList PaletteModel::recent()
{
    return appSettings().value(kRecent).toStringList().mid(0, kMaxRecent);
}

void PaletteModel::remember(const QString &id)
{
    QStringList used = recent();
    used.removeAll(id);
    used.prepend(id);
    appSettings().setValue(kRecent, used.mid(0, kMaxRecent));
}

} // namespace lamella::ui
