// SPDX-License-Identifier: GPL-3.0-or-later
// Small hints for who is new here: one line above the views, each once, never over another message; all of them can be ended.
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
