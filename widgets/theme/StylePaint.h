// SPDX-License-Identifier: GPL-3.0-or-later
// Painting helpers of the style: sharp hairlines at any pixel ratio.
#pragma once

#include "widgets/theme/TextPx.h"

#include <QColor>
#include <QPainter>
#include <QRect>

namespace lamella::ui {

inline constexpr int kControlRadius = 4;
inline constexpr TextPx kMenuArrowPx{8}; // more width of a button that opens a menu: for the arrow behind its text

// Rounded box with a hairline border; an invalid colour omits fill or border.
inline void drawBox(QPainter &painter, const QRect &rect, const QColor &fill, const QColor &border, qreal width = 1)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.setPen(border.isValid() ? QPen(border, width) : QPen(Qt::NoPen));
    const qreal inset = border.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), kControlRadius, kControlRadius);
    painter.restore();
}

inline void hairlineBottom(QPainter &painter, const QRect &rect, const QColor &color)
{
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), color);
}

} // namespace lamella::ui
