// SPDX-License-Identifier: GPL-3.0-or-later
// Version, libraries that the program is built with, and the licences of third-party work.
#pragma once

#include <QDialog>

namespace lamella::ui {

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);

    // "Lamella 0.1.0, Qt 6.4.2, …": for bug reports.
    [[nodiscard]] static QString versions();
};

} // namespace lamella::ui
