// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/LinkButton.h"

#include "widgets/common/Icons.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

namespace lamella::ui {

namespace {

constexpr TextPx kIcon{16};
constexpr int kGap = 8;

} // namespace

LinkButton::LinkButton(const QString &text, QWidget *parent)
    : QToolButton(parent)
{
    setText(text);
    setAccessibleName(text);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void LinkButton::setIconName(const QString &name)
{
    m_iconName = name;
    updateGeometry();
}

QSize LinkButton::sizeHint() const
{
    const int iconWidth = m_iconName.isEmpty() ? 0 : kIcon + kGap;
    return {iconWidth + fontMetrics().horizontalAdvance(text()) + 4, qMax(20, fontMetrics().height() + 4)};
}

void LinkButton::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    const QColor colour = isEnabled() ? theme.accent : theme.disabled;
    QRect area = rect().adjusted(1, 0, -1, 0);
    if (!m_iconName.isEmpty()) {
        painter.drawPixmap(area.left(), (height() - kIcon) / 2, iconPixmap(m_iconName, colour, kIcon, devicePixelRatioF()));
        area.setLeft(area.left() + kIcon + kGap);
    }
    QFont font = this->font();
    font.setUnderline(isEnabled() && underMouse());
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(text(), Qt::ElideMiddle, area.width()));
    if (hasFocus())
        drawBox(painter, rect(), {}, theme.accent);
}

} // namespace lamella::ui
