// SPDX-License-Identifier: GPL-3.0-or-later
// Connects the search field, filter line and views of a window to its filter.
#pragma once

#include "core/session/AnalysisSession.h"

#include <functional>

class QMainWindow;
class QVBoxLayout;

namespace lamella::ui {

class FilterControl;
class KernelTablePanel;
class LayerBarsPanel;
class NavigationBus;
class SearchField;
class SessionController;
class TimelinePanel;

struct FilterParts {
    SessionController &controller;
    NavigationBus &bus;
    QMainWindow &window;
    SearchField &search;
    QVBoxLayout &column; // the line is inserted before the last item
    TimelinePanel &timeline;
    KernelTablePanel &kernels;
    LayerBarsPanel &layers;
};
// Commands are added to the window and to its menu Edit (if the menus exist: call after WindowActions::fillMenuBar()).
FilterControl *addFilter(const FilterParts &parts);
void addFilterMenu(QMainWindow &window, FilterControl &filter);

} // namespace lamella::ui
