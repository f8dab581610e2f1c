// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/StatusField.h"

#include "widgets/common/DigitGrid.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QContextMenuEvent>
#include <QPainter>

#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kEdgePx = 8; // the first field needs no separator

} // namespace

StatusField::StatusField(bool line, QWidget *parent)
    : QWidget(parent)
    , m_line(line)
{
    setTextFont(*this, &Theme::captionFont);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

void StatusField::show(const QString &label, const QString &value, int minimumWidth)
{
    m_label = label;
    m_value = value;
    setAccessibleName(label + u' ' + value);
    const int needed = fontMetrics().horizontalAdvance(label) + static_cast<int>(std::ceil(digitGridWidth(value, font()))) + 22;
    setFixedWidth(qMax(minimumWidth, value.isEmpty() && label.isEmpty() ? 0 : needed));
    update();
}

void StatusField::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    if (m_line && x() > kEdgePx)
        painter.fillRect(QRect(0, height() / 2 - 7, 1, 14), theme.separatorStrong);
    painter.setFont(font());
    painter.setPen(theme.text2);
    QRect area = rect().adjusted(8, 0, -8, 0);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, m_label);
    area.setLeft(area.left() + (m_label.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_label) + 5));
    painter.setPen(theme.text);
    drawDigitGrid(painter, area, m_value, font(), false);
}

void StatusField::contextMenuEvent(QContextMenuEvent *event)
{
    popUpCopyMenu(*this, event->globalPos(), accessibleName().trimmed());
}

} // namespace lamella::ui
