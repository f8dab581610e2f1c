// SPDX-License-Identifier: GPL-3.0-or-later
// Single lines of text, measured and shaped once. Views write mostly the same words at every paint, and shaping them anew takes
// more time than drawing them. A few thousand lines are kept, the ones used last. GUI thread.
#pragma once

#include <QFont>
#include <QPainter>
#include <QString>

namespace lamella::ui {

// As QFontMetricsF and QFontMetrics::horizontalAdvance().
[[nodiscard]] qreal lineAdvance(const QFont &font, const QString &text);
[[nodiscard]] int lineWidth(const QFont &font, const QString &text);

// As elidedApart() with the metrics of the font; `shared` 0: as elided().
[[nodiscard]] QString elidedLine(const QFont &font, const QString &text, Qt::TextElideMode mode, int width, qsizetype shared = 0);

// The text for Qt::TextWordWrap: a word that is longer than a line, as names are, may break behind its separators too, and where
// it has none at the end of the line. Of very long texts the beginning.
[[nodiscard]] QString wrappable(const QFont &font, const QString &text, int width);

// The same pixels as QPainter::drawText() with `side` (Qt::AlignLeft, AlignRight, AlignHCenter), Qt::AlignVCenter and
// Qt::TextSingleLine.
void drawLine(QPainter &painter, const QRectF &rect, Qt::Alignment side, const QString &text);

} // namespace lamella::ui
