// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that were on a screen that is gone, or are larger than what is left. Pure function.
#pragma once

#include <QList>
#include <QRect>

namespace lamella::ui {

// The window moved and shrunk so that its title can be taken hold of; as it is where enough of it can be seen. `screens`: the
// room on each, the first is the primary one.
[[nodiscard]] QRect fitted(const QRect &window, const QList<QRect> &screens);

} // namespace lamella::ui
