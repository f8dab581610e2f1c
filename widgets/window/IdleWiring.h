// SPDX-License-Identifier: GPL-3.0-or-later
// The views about idle time, overlap and what-if: made, put into docks, and connected to timeline and layer bars.
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

// `exportTable` asks where to write a table; `showRange` shows the selection large.
IdleViews addIdleViews(DockArea &docks, SessionController &controller, NavigationBus &bus, TimelinePanel &timeline,
    LayerBarsPanel &layers, QWidget *window, const std::function<void(const core::TableRequest &)> &exportTable,
    const std::function<void()> &showRange);

} // namespace lamella::ui
