// SPDX-License-Identifier: GPL-3.0-or-later
// The views of programs: steps, regions and findings, in docks.
#pragma once

#include "core/session/AnalysisSession.h"

#include <functional>

class QWidget;

namespace lamella::ui {

class DockArea;
class NavigationBus;
class SessionController;

// `exportTable` asks for the file of a table.
void addProgramViews(DockArea &docks, SessionController &controller, NavigationBus &bus, QWidget *window,
    const std::function<void(const core::TableRequest &)> &exportTable);

} // namespace lamella::ui
