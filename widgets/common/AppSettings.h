// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the user, for the GUI thread.
#pragma once

#include <QSettings>

namespace lamella::ui {

// A change is visible at once, and a worker writes it to the file half a second later or when the program ends. A QSettings object
// made for one change waits for the disk before it is gone. Groups and arrays that are begun must be ended: the object is shared.
[[nodiscard]] QSettings &appSettings();

} // namespace lamella::ui
