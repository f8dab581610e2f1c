// SPDX-License-Identifier: GPL-3.0-or-later
// Common appearance of all tables, and the bar above a view.
#pragma once

#include "core/model/Selection.h"
#include "widgets/common/FlowRow.h"

#include <QWidget>

#include <vector>

class QAbstractItemView;
class QModelIndex;
class QTableView;

namespace lamella::ui {

class ReportTableModel;

// Sets delegates, widths and behaviour from the model's columns: rows of 22 px, no grid, one column takes the remaining width.
// Columns of counts widen to their largest number.
void setUpTable(QTableView &view, ReportTableModel &model);

// Scrolls to a row selected elsewhere. Does nothing while a mouse button is pressed in the view, so that the pressed row stays
// under the pointer.
void bringIntoView(QAbstractItemView &view, const QModelIndex &index);

void selectRows(QTableView &view, const std::vector<int> &rows); // ascending
// The common selection of the selected rows; nothing if that is at most one item, or too many.
[[nodiscard]] core::Selection selectedTogether(const QTableView &view);

// Bar of fields and switches above a view; wraps to several lines if the view is narrow.
class ViewBar : public QWidget {
    Q_OBJECT
public:
    static constexpr int kTitleInsetPx = 4; // of the text of a title in its button

    explicit ViewBar(QWidget *parent = nullptr);
    [[nodiscard]] FlowRow *row() const { return m_row; }
    // Before all others: a flat button, whose own inset is part of the margin.
    void setTitle(QWidget *title);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    FlowRow *m_row = nullptr;
};

[[nodiscard]] QWidget *belowBar(QWidget *bar, QWidget *view, QWidget *parent); // both as one widget

} // namespace lamella::ui
