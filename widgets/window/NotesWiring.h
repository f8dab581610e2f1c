// SPDX-License-Identifier: GPL-3.0-or-later
// Notes and session files in the window: flags in the timeline, commands in the menus.
#pragma once

#include "core/base/Error.h"

#include <QMainWindow>

#include <functional>

namespace lamella::ui {

class NotesController;
class SessionController;
class SessionFiles;
class TimeRangeControl;
class TimelinePanel;
class WorkspaceArea;

struct NotesParts {
    SessionController &controller;
    NotesController &notes;
    SessionFiles &files;
    TimeRangeControl &range;
    TimelinePanel &timeline;
    WorkspaceArea &area;
    QMainWindow &window;
    std::function<void(const QString &)> say; // shows information above the views
    std::function<void(const core::Error &)> complain;
};

// Flags in the timeline, messages, and the commands. Call after the menu bar is filled.
void addNotes(const NotesParts &parts);

} // namespace lamella::ui
