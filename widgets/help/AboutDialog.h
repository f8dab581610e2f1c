// SPDX-License-Identifier: GPL-3.0-or-later
// Version, what the program is built with, and the licences of the others whose work it uses.
#pragma once

#include <QDialog>

namespace lamella::ui {

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);

    // "Lamella 0.1.0, Qt 6.4.2, …": for reports of faults.
    [[nodiscard]] static QString versions();
};

} // namespace lamella::ui
