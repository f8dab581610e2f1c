// SPDX-License-Identifier: GPL-3.0-or-later
// Common actions of all tables: copy rows (for spreadsheets, or as Markdown) and choose columns. Available by shortcut, in the
// header menu, and as entries in the menus of panels. Hidden columns and sort order are stored under the object name of the view.
#pragma once

#include <QModelIndexList>
#include <QObject>
#include <QPoint>
#include <QSet>
#include <QStringList>

class QAbstractItemModel;
class QMenu;
class QTableView;

namespace lamella::ui {

class CopyableTable;

class TableTools : public QObject {
    Q_OBJECT
public:
    // `table` is the model, too.
    TableTools(QTableView &view, QAbstractItemModel &model, const CopyableTable &table);

    // The tools of a view prepared by setUpTable(); null for others.
    [[nodiscard]] static TableTools *of(const QTableView &view);
    void addTo(QMenu &menu); // copy, copy as Markdown, columns
    void copyTsv() const; // selected rows, or all if none is selected
    void copyMarkdown() const;
    [[nodiscard]] bool isHiddenByUser(int column) const { return m_hidden.contains(idOf(column)); }
    void setShown(int column, bool shown); // by the user's choice
    // A column that is not offered, because it has no meaning in the current mode of the panel or no room, is hidden and absent
    // from the menu, whatever the user chose.
    void setOffered(int column, bool offered);
    // Sort order in the syntax of --sort: "-dur_ns"; empty = the table's own order.
    [[nodiscard]] QString order() const;
    void setOrder(const QString &order);
    void restoreOrder(const QString &order); // of one trace; the usual order stays
    void sortForView(int column, Qt::SortOrder order); // set by the contents of the view; not stored as the user's order
    void setUsualOrder(); // the last order used in this view, for any trace

signals:
    void orderChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QString idOf(int column) const;
    [[nodiscard]] QString settingsKey(const char *what) const;
    void addColumns(QMenu &menu);
    void read(); // called once the view has its name
    void readOrder();
    void keepOrder(int column, Qt::SortOrder order);
    [[nodiscard]] QModelIndexList rows() const;
    void warnIfTruncated() const; // shows a message that not all rows were copied
    void openMenu(QPoint globalPosition);

    QTableView &m_view;
    QAbstractItemModel &m_model;
    const CopyableTable &m_table;
    QStringList m_hidden; // column ids
    QSet<int> m_notOffered; // column numbers
    bool m_sortedByView = false; // while sortForView() sorts
    bool m_isRestored = false; // the order is that of one trace
};

} // namespace lamella::ui
