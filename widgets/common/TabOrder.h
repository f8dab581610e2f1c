// SPDX-License-Identifier: GPL-3.0-or-later
// Where Tab leads in a window of panels: from panel to panel and inside each in the order one reads, whatever was made first. A
// panel that hands its keys to a part of itself (focusProxy) is no stop of its own: Qt would go from its last control through the
// panel to its first one again, and never leave it. What lies behind another tab is no stop either: nobody could see where the
// focus is. GUI thread.
#pragma once

class QWidget;

namespace lamella::ui {

// Gives the focus to the stop after (before) the one that has it, round the window; false where there is no other.
bool focusNextStop(QWidget &window, bool next);

} // namespace lamella::ui
