// SPDX-License-Identifier: GPL-3.0-or-later
// What the fills of the flame graph mean, in words: code of the user, modules, other code. GUI thread.
#pragma once

#include <QWidget>

namespace lamella::ui {

class FlameLegend : public QWidget {
    Q_OBJECT
public:
    explicit FlameLegend(QWidget *parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override; // without the words about kernels

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
};

} // namespace lamella::ui
