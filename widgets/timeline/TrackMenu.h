// SPDX-License-Identifier: GPL-3.0-or-later
// Menu entries for the tracks of a timeline.
#pragma once

#include <QString>

class QMenu;

namespace lamella::ui {

class TimelineView;

// `key`: the track, or empty for none. The menu must not outlive the view.
void fillTrackMenu(QMenu &menu, TimelineView &view, const QString &key);

} // namespace lamella::ui
