// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of the palette: places named by the typed text, then commands and settings by score, then kernels.
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <functional>
#include <vector>

namespace lamella::ui {

class CommandRegistry;

struct PaletteEntry {
    QString title;
    QString group; // menu of a command, "Go to", "Settings", "Kernel"
    QString keys;
    QString reason; // why it is disabled; empty = enabled
    std::vector<int> hits; // positions of the matched letters of the title
    QString id; // for a command
    std::function<void()> run; // for any other entry
};

class PaletteModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { GroupRole = Qt::UserRole + 1, KeysRole, ReasonRole, HitsRole };
    using Places = std::function<std::vector<PaletteEntry>(const QString &text)>;

    using Settings = std::function<std::vector<PaletteEntry>()>; // all of them; asked once, when something is typed

    PaletteModel(const CommandRegistry &commands, Places places, Settings settings, QObject *parent = nullptr);

    void setText(const QString &text);
    void setKernels(std::vector<PaletteEntry> kernels); // at the end of the list, until the text changes
    [[nodiscard]] const PaletteEntry &entry(int row) const { return m_entries[static_cast<std::size_t>(row)]; }
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

    // Ids of the commands used last, newest first; saved in the settings.
    [[nodiscard]] static QStringList recent();
    static void remember(const QString &id);

private:
    void addMatches(const QString &text);

    const CommandRegistry &m_commands;
    Places m_places;
    Settings m_listSettings; // null: done
    std::vector<PaletteEntry> m_settings;
    std::vector<PaletteEntry> m_entries;
    std::size_t m_ownEntries = 0; // without kernels
};

} // namespace lamella::ui
