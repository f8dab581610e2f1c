// SPDX-License-Identifier: GPL-3.0-or-later
// Lies over a view while something that it takes is dragged over it: an outline, and what a drop would do.
#pragma once

#include <QWidget>

namespace lamella::ui {

class DropVeil : public QWidget {
    Q_OBJECT
public:
    DropVeil(const QString &text, QWidget *over); // hidden at first; as large as `over`
    void setShown(bool shown);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
};

} // namespace lamella::ui
