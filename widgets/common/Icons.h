// SPDX-License-Identifier: GPL-3.0-or-later
// Icons of the project: SVG outlines used as masks, painted in the colour of their state at device pixels.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

namespace lamella::ui {

// name without suffix ("open", "zoom-fit"). Normal: text 2, active: text, disabled: disabled; follows the theme.
[[nodiscard]] QIcon icon(const QString &name);
[[nodiscard]] QPixmap iconPixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio);

} // namespace lamella::ui
