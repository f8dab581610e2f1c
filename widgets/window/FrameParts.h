// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the frame around the panels of a workspace, the same for all of them.
#pragma once

#include "widgets/window/WorkspaceSpec.h"

namespace lamella::ui {

// Across the window, below the tool bar; null: none.
[[nodiscard]] QWidget *makeOverviewStrip(const PanelContext &context, QWidget *parent);
// Above the timeline; null: none.
[[nodiscard]] QWidget *makePassStrip(const PanelContext &context, QWidget *parent);
// The content of the column at the right.
[[nodiscard]] const PanelSpec &inspectorSpec();

} // namespace lamella::ui
