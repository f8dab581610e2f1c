// SPDX-License-Identifier: GPL-3.0-or-later
// One field of the status bar: a label and a value, whose digits stand still.
#pragma once

#include <QWidget>

namespace lamella::ui {

class StatusField : public QWidget {
    Q_OBJECT
public:
    StatusField(bool line, QWidget *parent); // a line at its left
    // The width only grows, so that the neighbours stand still while the pointer moves.
    void show(const QString &label, const QString &value, int minimumWidth = 0);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_label;
    QString m_value;
    bool m_line;
};

} // namespace lamella::ui
