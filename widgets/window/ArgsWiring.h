// SPDX-License-Identifier: GPL-3.0-or-later
// The search through args in the window: its dock, its commands, and the link from the search field.
#pragma once

class QMainWindow;

namespace lamella::ui {

class DockArea;
class NavigationBus;
class SearchField;
class SessionController;
class TableExport;
class TimelinePanel;

struct ArgsParts {
    DockArea &docks;
    SessionController &controller;
    NavigationBus &bus;
    TableExport &exporter;
    SearchField &search;
    TimelinePanel &timeline;
    QMainWindow &window;
};
// Call before DockArea::finish().
void addArgsView(const ArgsParts &parts);
// Call once the window has its menus.
void addArgsCommands(const ArgsParts &parts);

} // namespace lamella::ui
