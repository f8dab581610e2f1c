// SPDX-License-Identifier: GPL-3.0-or-later
// The search through args in the window: its commands, and the link from the search field.
#pragma once

class QMainWindow;

namespace lamella::ui {

class SearchField;
class SessionController;
class WorkspaceArea;

struct ArgsParts {
    WorkspaceArea &area;
    SessionController &controller;
    SearchField &search;
    QMainWindow &window;
};
// Call once the window has its menus.
void addArgsCommands(const ArgsParts &parts);

} // namespace lamella::ui
