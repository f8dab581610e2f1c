// SPDX-License-Identifier: GPL-3.0-or-later
// Covers a view during a drag that it accepts: shows an outline and what a drop would do.
#pragma once

#include <QWidget>

namespace lamella::ui {

class DropOverlay : public QWidget {
    Q_OBJECT
public:
    DropOverlay(const QString &text, QWidget *over); // initially hidden; covers `over`
    void setShown(bool shown);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
};

} // namespace lamella::ui
