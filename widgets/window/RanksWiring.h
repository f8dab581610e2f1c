// SPDX-License-Identifier: GPL-3.0-or-later
// Several ranks in the window: progress and messages of their loading, and the switch of the rank shown.
#pragma once

#include <QString>

#include <functional>

class QMainWindow;
class QToolBar;

namespace lamella::ui {

class LoadingPage;
class RankController;

void followRanks(
    RankController &ranks, LoadingPage &loading, QMainWindow &window, const std::function<void(const QString &)> &say);
// In the tool bar, visible while several ranks are open.
void addRankSwitch(QToolBar &toolBar, RankController &ranks);

} // namespace lamella::ui
