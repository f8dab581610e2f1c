// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace as a declaration: its name, its panels and their arrangement, and when it has nothing to show. WorkspaceList.cpp
// has the list of all; WorkspaceArea makes widgets of them. To add one: a file in widgets/window/workspaces and a row in the list.
#pragma once

#include "widgets/window/PanelContext.h"

#include <QString>

#include <vector>

class QWidget;

namespace lamella::ui {

// A panel of a workspace. Each id occurs once in the list of workspaces.
struct PanelSpec {
    const char *id; // value of --view, and the name of its section in the manual
    const char *title; // English, QT_TRANSLATE_NOOP("Workspaces", "…")
    QWidget *(*make)(const PanelContext &context, QWidget *parent);
};

// A place for one panel at a time. With more than one panel, the title above it is a menu of them. The title goes to the front of
// the panel's ViewBar, or to that of its child widget with the object name "viewBar" and a box layout; a panel without gets a bar.
struct SlotSpec {
    std::vector<PanelSpec> panels;
    // Ids of panels of other places that move here in wide windows. A place without panels is hidden in others.
    std::vector<const char *> whenWide = {};
    int share = 1; // of the height of its column, against the other places there
};

struct ColumnSpec {
    std::vector<SlotSpec> places; // from top to bottom
    int share = 1; // of the width, against the other columns
    int wideShare = 0; // in wide windows; 0 = share
};

struct WorkspaceSpec {
    const char *id; // also a value of --view, unless a panel is called so
    const char *title; // English, QT_TRANSLATE_NOOP("Workspaces", "…")
    const char *icon;
    int key; // of Ctrl+1 to Ctrl+9; 0 = none
    bool timeline; // the timeline is shown above the panels
    bool passes; // the pass strip is shown above the timeline
    std::vector<ColumnSpec> columns; // from left to right
    const char *mainPanel; // whose table is exported while no panel has the focus
    // Why there is nothing to show, translated, for people; empty: there is something.
    QString (*reason)(const PanelContext &context) = nullptr;
    PanelSpec head = {}; // in place of the overview strip
    PanelSpec inspector = {}; // in place of the inspector of the selection
};

} // namespace lamella::ui
