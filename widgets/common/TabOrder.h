// SPDX-License-Identifier: GPL-3.0-or-later
// The Tab order in a window of panels: from panel to panel and within each in reading order, independent of the order of
// creation. A panel with a focus proxy is not a stop of its own: Qt would go from its last control through the panel back to its
// first and never leave it. Widgets that are not visible are skipped. GUI thread.
#pragma once

class QWidget;

namespace lamella::ui {

// Moves the focus to the next (previous) stop, cyclically; false if there is no other.
bool focusNextStop(QWidget &window, bool next);

} // namespace lamella::ui
