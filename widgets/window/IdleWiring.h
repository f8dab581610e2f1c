// SPDX-License-Identifier: GPL-3.0-or-later
// What the panels about idle time show in other views: exposed communication in the timeline, and what-if walls over the layers.
#pragma once

namespace lamella::ui {

class SessionController;
class TimelinePanel;
class WorkspaceArea;

void connectIdlePanels(WorkspaceArea &area, SessionController &controller, const TimelinePanel &timeline);

} // namespace lamella::ui
