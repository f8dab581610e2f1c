// SPDX-License-Identifier: GPL-3.0-or-later
// A field of the status bar: a label and a value in fixed-width digits.
#pragma once

#include <QWidget>

namespace lamella::ui {

class StatusField : public QWidget {
    Q_OBJECT
public:
    StatusField(bool line, QWidget *parent); // line: separator on the left
    // The width only grows, so that other fields stay in place while the pointer moves.
    void show(const QString &label, const QString &value, int minimumWidth = 0);

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QString m_label;
    QString m_value;
    bool m_line;
};

} // namespace lamella::ui
