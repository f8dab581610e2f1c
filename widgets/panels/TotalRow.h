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
    // Part: one of the addends, above the total.
    enum class Look { Total, Part };
    explicit TotalRow(QTableView &view, QWidget *parent = nullptr);
    TotalRow(QTableView &view, Look look, int nameColumn, QWidget *parent = nullptr);
    // Numbers at the right of their columns, the name at the left of its. Of "22 kernels · 9 names" the second part is left out
    // where it has no room.
    void setTexts(const QMap<int, QString> &byColumn);
    [[nodiscard]] const QMap<int, QString> &texts() const { return m_texts; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int nameRight() const;
    QTableView &m_view;
    Look m_look = Look::Total;
    int m_nameColumn = 0;
    QMap<int, QString> m_texts;
};

} // namespace lamella::ui
