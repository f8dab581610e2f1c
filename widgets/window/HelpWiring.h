// SPDX-License-Identifier: GPL-3.0-or-later
// F1: the manual, at the page of the view that has the focus. A few lines in MainWindow make it part of the window.
#pragma once

#include <QUrl>

class QMainWindow;
class QWidget;

namespace lamella::ui {

// Once for each window: puts the command at the top of the menu Help (the last menu), and makes F1 work in the window and its
// dialogs.
void addHelp(QMainWindow &window);

// The page about the dock, the dialog of layers or the timeline that holds the widget; the index for anything else.
[[nodiscard]] QUrl helpFor(const QWidget *widget);

} // namespace lamella::ui
