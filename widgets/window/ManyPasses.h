// SPDX-License-Identifier: GPL-3.0-or-later
// Shows "Passes × layers" above the timeline, in place of the panels of Explore, while a trace of many passes is open. They come
// back once a layer is selected: elsewhere, by a click in the map, or by Return there; the arrow keys go on through the map.
#pragma once

namespace lamella::ui {

class NavigationBus;
class SessionController;
class WorkspaceArea;

void showManyPasses(WorkspaceArea &area, SessionController &controller, NavigationBus &bus);

} // namespace lamella::ui
