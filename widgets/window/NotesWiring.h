// SPDX-License-Identifier: GPL-3.0-or-later
// Notes and session files in the window: panel, flags, commands in the menus.
#pragma once

#include "core/base/Error.h"

#include <QMainWindow>

#include <functional>

namespace lamella::ui {

class DockArea;
class NavigationBus;
class NotesController;
class RankController;
class SessionController;
class SessionFiles;
class TimeRangeControl;
class TimelinePanel;

struct NotesParts {
    SessionController &controller;
    NavigationBus &bus;
    TimeRangeControl &range;
    RankController &ranks;
    TimelinePanel &timeline;
    DockArea &docks;
    QMainWindow &window;
    std::function<void(const QString &)> say; // shows information above the views
    std::function<void(const core::Error &)> complain;
};

// Owned by the window. Call `addNotesViews` before DockArea::finish(), and `addNotesMenus` after the menu bar is filled.
SessionFiles *addNotesViews(const NotesParts &parts);
void addNotesMenus(const NotesParts &parts, SessionFiles &files);

} // namespace lamella::ui
