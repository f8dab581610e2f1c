// SPDX-License-Identifier: GPL-3.0-or-later
// The views about programs: steps, regions and findings, put into docks.
#pragma once

#include "core/session/AnalysisSession.h"

#include <functional>

class QWidget;

namespace lamella::ui {

class DockArea;
class NavigationBus;
class SessionController;

// `exportTable` asks where to write a table.
void addProgramViews(DockArea &docks, SessionController &controller, NavigationBus &bus, QWidget *window,
    const std::function<void(const core::TableRequest &)> &exportTable);

} // namespace lamella::ui
