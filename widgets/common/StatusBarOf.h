// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar of a widget's window, for messages about failed actions.
#pragma once

#include <QMainWindow>
#include <QStatusBar>
#include <QWidget>

namespace lamella::ui {

inline constexpr int kToldMs = 10'000; // a message stays

// Null if the widget is in no window with a status bar.
[[nodiscard]] inline QStatusBar *statusBarOf(QWidget *widget)
{
    for (; widget != nullptr; widget = widget->parentWidget())
        if (auto *window = qobject_cast<QMainWindow *>(widget))
            return window->statusBar();
    return nullptr;
}

} // namespace lamella::ui
