// SPDX-License-Identifier: GPL-3.0-or-later
// Shows "Passes × layers" in place of the bars of layers while a trace of many passes is open. The bars come back once a layer is
// selected.
#pragma once

namespace lamella::ui {

class NavigationBus;
class SessionController;
class WorkspaceArea;

void showManyPasses(WorkspaceArea &area, SessionController &controller, NavigationBus &bus);

} // namespace lamella::ui
