// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of the overview strip in the workspace Roofline: wall and roofline time of the pass or layer, MBU, MFU, peaks, and
// how much of the kernel time is modelled.
#pragma once

#include "widgets/overview/OverviewCells.h"
#include "widgets/roofline/RooflinePicture.h"

#include <vector>

namespace lamella::ui {

// GUI thread.
[[nodiscard]] std::vector<OverviewCell> rooflineCells(const RooflinePicture &picture);

} // namespace lamella::ui
