// SPDX-License-Identifier: GPL-3.0-or-later
// Hatches are small pictures, which SVG files cannot contain as a fill: while one is written, fills are solid.
#pragma once

namespace lamella::ui {

[[nodiscard]] bool hatchesDrawn();
void setHatchesDrawn(bool drawn); // GUI thread only

} // namespace lamella::ui
