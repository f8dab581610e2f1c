// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the tracks of a timeline, as entries of a menu.
#pragma once

#include <QString>

class QMenu;

namespace lamella::ui {

class TimelineView;

// `key`: the track that is meant, empty for none. The menu must not outlive the view.
void fillTrackMenu(QMenu &menu, TimelineView &view, const QString &key);

} // namespace lamella::ui
