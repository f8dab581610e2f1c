// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks in the window: panel and dock, the switch in the toolbar, rows while loading, diagnostics of the files.
#pragma once

#include <functional>

class QMainWindow;
class QToolBar;
class QString;

namespace lamella::ui {

class DockArea;
class LoadingPage;
class NavigationBus;
class RankController;
class RanksPanel;
class SessionController;
class TableExport;

// Call before DockArea::finish(). `say` shows a warning above the views; `chooseFiles` asks for files.
RanksPanel *addRankViews(DockArea &docks, SessionController &controller, NavigationBus &bus, RankController &ranks,
    LoadingPage &loading, TableExport &exporter, QMainWindow *window, const std::function<void(const QString &)> &say,
    const std::function<void()> &chooseFiles);

// Chooses the rank shown in the other views; hidden if there is only one.
void addRankSwitch(QToolBar &toolBar, RankController &ranks);

} // namespace lamella::ui
