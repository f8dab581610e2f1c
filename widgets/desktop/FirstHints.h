// SPDX-License-Identifier: GPL-3.0-or-later
// Hints for new users: one line above the views, each shown once, never replacing another message; they can be turned off.
#pragma once

#include <QObject>

namespace lamella::ui {

class MainWindow;

class FirstHints : public QObject {
    Q_OBJECT
public:
    explicit FirstHints(MainWindow &window);

private:
    void showNext();

    MainWindow &m_window;
};

} // namespace lamella::ui
