// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers whose digits stand in columns. Qt 6.4 cannot ask a font for tabular figures, so digits are set on the advance of the
// widest one unless the font's digits are of one width already.
#pragma once

#include <QFont>
#include <QPainter>
#include <QString>

namespace lamella::ui {

[[nodiscard]] qreal digitGridWidth(const QString &text, const QFont &font);
// Right-aligned or left-aligned, vertically centred; with the painter's pen.
void drawDigitGrid(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, bool right = true);

} // namespace lamella::ui
