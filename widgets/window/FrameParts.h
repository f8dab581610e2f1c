// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the frame around the panels of a workspace, the same for all of them.
#pragma once

#include "widgets/overview/TraceOverview.h"
#include "widgets/window/WorkspaceSpec.h"

namespace lamella::ui {

// Across the window, below the tool bar; null: none.
[[nodiscard]] QWidget *makeOverviewStrip(const PanelContext &context, QWidget *parent);
// Above the timeline; null: none.
[[nodiscard]] QWidget *makePassStrip(const PanelContext &context, QWidget *parent);
// Lets a panel with the signal overviewChanged(const std::vector<OverviewCell> &) put its figures into the overview strip. Its
// link with the action Panel calls followOverviewLink(), where the panel has it.
template <class Panel> Panel *withOverview(const PanelContext &context, Panel *panel)
{
    auto *strip = context.window.findChild<TraceOverview *>();
    if (strip == nullptr)
        return panel;
    QObject::connect(panel, &Panel::overviewChanged, strip, &TraceOverview::setWorkspaceCells);
    if constexpr (requires { panel->followOverviewLink(); })
        QObject::connect(strip, &TraceOverview::requested, panel, [panel](OverviewAction action) {
            if (action == OverviewAction::Panel && panel->isVisible())
                panel->followOverviewLink();
        });
    return panel;
}
// The content of the column at the right.
[[nodiscard]] const PanelSpec &inspectorSpec();

} // namespace lamella::ui
