// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks in the window: panel and dock, the switch in the toolbar, rows while loading, notes about the files.
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

// Before DockArea::finish(). `say` shows a warning above the views; `chooseFiles` asks for files.
RanksPanel *addRankViews(DockArea &docks, SessionController &controller, NavigationBus &bus, RankController &ranks,
    LoadingPage &loading, TableExport &exporter, QMainWindow *window, const std::function<void(const QString &)> &say,
    const std::function<void()> &chooseFiles);

// Which rank the other views show; hidden while there is one only.
void addRankSwitch(QToolBar &toolBar, RankController &ranks);

} // namespace lamella::ui
