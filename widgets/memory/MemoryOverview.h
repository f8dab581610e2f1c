// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the overview strip in the workspace Memory: peak, reserved, kept per layer, after the passes, events, source.
#pragma once

#include "widgets/memory/MemoryPicture.h"
#include "widgets/overview/OverviewCells.h"

#include <vector>

namespace lamella::ui {

// GUI thread. Of a picture with blocks, even if it has no events.
[[nodiscard]] std::vector<OverviewCell> memoryCells(const MemoryPicture &picture);

} // namespace lamella::ui
