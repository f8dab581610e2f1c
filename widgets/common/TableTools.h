// SPDX-License-Identifier: GPL-3.0-or-later
// What every table of the window can do besides its own: copy rows (as cells of a spreadsheet, or as Markdown), choose columns.
// By key, by the menu of the header, and by entries that panels put into their own menus. Which columns are hidden and by which
// the rows are sorted is remembered by the object name of the view.
#pragma once

#include <QModelIndexList>
#include <QObject>
#include <QPoint>
#include <QSet>
#include <QStringList>

class QMenu;
class QTableView;

namespace lamella::ui {

class ReportTableModel;

class TableTools : public QObject {
    Q_OBJECT
public:
    TableTools(QTableView &view, ReportTableModel &model);

    // The tools of a view that setUpTable() prepared; null for others.
    [[nodiscard]] static TableTools *of(const QTableView &view);
    void addTo(QMenu &menu); // copy, copy as Markdown, columns
    void copyTsv() const; // of the selected rows; of all when none is
    void copyMarkdown() const;
    [[nodiscard]] bool isHiddenByUser(int column) const { return m_hidden.contains(idOf(column)); }
    void setShown(int column, bool shown); // as the user wants it
    // A column that says nothing now, as in another mode of the panel: it is hidden and not offered, whatever the user wants.
    void withhold(int column, bool on);
    // How the view is sorted, as --sort of the command line: "-dur_ns"; empty = the table's own order.
    [[nodiscard]] QString order() const;
    void setOrder(const QString &order);
    void setUsualOrder(); // the one that this view had last, whatever the trace

signals:
    void orderChanged();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QString idOf(int column) const;
    [[nodiscard]] QString settingsKey(const char *what) const;
    void addColumns(QMenu &menu);
    void read(); // once the view has its name
    void readOrder();
    void keepOrder(int column, Qt::SortOrder order);
    [[nodiscard]] QModelIndexList rows() const;
    void tellIfCut() const; // that not all rows were copied
    void openMenu(QPoint globalPosition);

    QTableView &m_view;
    ReportTableModel &m_model;
    QStringList m_hidden; // ids
    QSet<int> m_withheld; // columns
};

} // namespace lamella::ui
