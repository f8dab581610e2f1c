// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the views of idle time, overlap and what-if, puts them into docks, and connects them to timeline and layer bars.
#pragma once

#include "core/session/AnalysisSession.h"

#include <functional>

class QWidget;

namespace lamella::ui {

class DockArea;
class GapPanel;
class LayerBarsPanel;
class NavigationBus;
class OverlapPanel;
class SessionController;
class TimelinePanel;
class WhatIfPanel;

struct IdleViews {
    GapPanel *gaps = nullptr;
    OverlapPanel *overlap = nullptr;
    WhatIfPanel *whatIf = nullptr;
};

// `exportTable` asks for the file of a table; `showRange` zooms to the selection.
IdleViews addIdleViews(DockArea &docks, SessionController &controller, NavigationBus &bus, TimelinePanel &timeline,
    LayerBarsPanel &layers, QWidget *window, const std::function<void(const core::TableRequest &)> &exportTable,
    const std::function<void()> &showRange);

} // namespace lamella::ui
