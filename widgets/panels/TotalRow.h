// SPDX-License-Identifier: GPL-3.0-or-later
// The totals of a table, pinned below it: texts under its columns, with a strong line above. Follows the widths of the columns.
#pragma once

#include <QMap>
#include <QString>
#include <QWidget>

class QTableView;

namespace lamella::ui {

class TotalRow : public QWidget {
    Q_OBJECT
public:
    explicit TotalRow(QTableView &view, QWidget *parent = nullptr);
    void setTexts(const QMap<int, QString> &byColumn); // numbers at the right of their columns, column 1 at its left

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QTableView &m_view;
    QMap<int, QString> m_texts;
};

} // namespace lamella::ui
