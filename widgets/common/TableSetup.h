// SPDX-License-Identifier: GPL-3.0-or-later
// The same look for every table, and the bar above a view.
#pragma once

#include "widgets/common/FlowRow.h"

#include <QWidget>

class QAbstractItemView;
class QModelIndex;
class QTableView;

namespace lamella::ui {

class ReportTableModel;

// Delegates, widths and behaviour by the model's columns: rows of 22 px, no grid, one column takes what is left.
void setUpTable(QTableView &view, ReportTableModel &model);

// Scrolls to what was selected elsewhere. Not while a mouse button is down in the view itself: the row that is pressed stays
// below the pointer, else the button would be released on another one.
void bringIntoView(QAbstractItemView &view, const QModelIndex &index);

// Strip of fields and switches above a view; of several lines where the view is narrow.
class ViewBar : public QWidget {
    Q_OBJECT
public:
    explicit ViewBar(QWidget *parent = nullptr);
    [[nodiscard]] FlowRow *row() const { return m_row; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    FlowRow *m_row = nullptr;
};

} // namespace lamella::ui
