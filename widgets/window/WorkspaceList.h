// SPDX-License-Identifier: GPL-3.0-or-later
// All workspaces, in the order of the tool bar.
#pragma once

#include "widgets/window/WorkspaceSpec.h"

namespace lamella::ui {

[[nodiscard]] const std::vector<const WorkspaceSpec *> &workspaces();
[[nodiscard]] QString titleOf(const WorkspaceSpec &spec);
[[nodiscard]] QString titleOf(const PanelSpec &spec);

} // namespace lamella::ui
