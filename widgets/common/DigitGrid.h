// SPDX-License-Identifier: GPL-3.0-or-later
// Draws numbers with aligned digits. Qt 6.4 cannot select tabular figures of a font, so each digit gets the advance of the widest
// one, unless all digits of the font have the same width.
#pragma once

#include <QFont>
#include <QPainter>
#include <QString>

namespace lamella::ui {

[[nodiscard]] qreal digitGridWidth(const QString &text, const QFont &font);
// Right- or left-aligned, vertically centred, with the painter's pen.
void drawDigitGrid(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, bool right = true);

} // namespace lamella::ui
