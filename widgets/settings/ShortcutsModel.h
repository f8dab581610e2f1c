// SPDX-License-Identifier: GPL-3.0-or-later
// All commands with their keys, as a table that can be filtered; followed by the keys of focused views, which cannot be changed.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace lamella::ui {

class CommandRegistry;
struct Command;

class ShortcutsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { kCommand, kKeys, kGroup, kColumns };

    explicit ShortcutsModel(const CommandRegistry &commands, QObject *parent = nullptr);

    void setFilter(const QString &text); // words of name, menu or keys
    [[nodiscard]] const Command *command(int row) const; // null for keys that cannot be changed
    [[nodiscard]] bool isChanged(int row) const; // by the user
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        QString id; // empty: cannot be changed
        QString title, keys, group;
    };
    void fill();
    void refresh();

    const CommandRegistry &m_commands;
    QString m_filter;
    std::vector<Row> m_rows;
};

} // namespace lamella::ui
