// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps windows reachable if their screen is gone or too small. Pure function.
#pragma once

#include <QList>
#include <QRect>

namespace lamella::ui {

// The window, moved and shrunk so that its title bar can be grabbed; unchanged if enough of it is visible. `screens`: available
// area of each screen, primary first.
[[nodiscard]] QRect fitted(const QRect &window, const QList<QRect> &screens);

// In the middle of the screen, with room for the title bar above. A window that is larger begins at the upper left.
[[nodiscard]] QRect centred(const QSize &window, const QRect &screen);

} // namespace lamella::ui
