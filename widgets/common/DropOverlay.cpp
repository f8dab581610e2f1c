// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/DropOverlay.h"

#include "widgets/theme/Theme.h"

#include <QPainter>

namespace lamella::ui {

DropOverlay::DropOverlay(const QString &text, QWidget *over)
    : QWidget(over)
    , m_text(text)
{
    setAttribute(Qt::WA_TransparentForMouseEvents); // drags go to the widget below
    setAccessibleName(text);
    hide();
}

void DropOverlay::setShown(bool shown)
{
    if (shown) {
        setGeometry(parentWidget()->rect());
        raise();
    }
    setVisible(shown);
}

void DropOverlay::paintEvent(QPaintEvent *)
{
    constexpr int kOutlinePx = 2;
    constexpr int kPadPx = 12;
    const Theme &theme = Theme::current();
    QPainter painter(this);
    for (int i = 0; i < kOutlinePx; ++i) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(i, i, -1 - i, -1 - i));
    }
    painter.setFont(Theme::strongFont());
    const QFontMetrics metrics(painter.font());
    const QString text = metrics.elidedText(m_text, Qt::ElideRight, width() - 4 * kPadPx);
    QRect plate(0, 0, metrics.horizontalAdvance(text) + 2 * kPadPx, metrics.height() + kPadPx);
    plate.moveCenter(rect().center());
    painter.fillRect(plate, theme.base);
    painter.drawRect(plate.adjusted(0, 0, -1, -1));
    painter.drawText(plate, Qt::AlignCenter, text);
}

} // namespace lamella::ui
