// SPDX-License-Identifier: GPL-3.0-or-later
// F1: opens the manual at the page of the view with the focus. MainWindow needs a few lines to add it.
#pragma once

#include <QUrl>

class QMainWindow;
class QWidget;

namespace lamella::ui {

// Call once per window: adds the command at the top of the menu Help (the last menu), and makes F1 work in the window and its
// dialogs.
void addHelp(QMainWindow &window);

// The page about the panel, layers dialog or timeline that contains the widget; otherwise the index.
[[nodiscard]] QUrl helpFor(const QWidget *widget);

} // namespace lamella::ui
