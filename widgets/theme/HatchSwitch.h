// SPDX-License-Identifier: GPL-3.0-or-later
// Hatches are small pictures, which files of lines (SVG) cannot hold as a fill: while one is written, fills are solid.
#pragma once

namespace lamella::ui {

[[nodiscard]] bool hatchesDrawn();
void setHatchesDrawn(bool drawn); // by the thread of the window

} // namespace lamella::ui
