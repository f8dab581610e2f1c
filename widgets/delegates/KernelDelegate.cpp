// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/KernelDelegate.h"

#include "core/profile/Category.h"
#include "widgets/charts/CategoryLegend.h"
#include "widgets/common/DigitGrid.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/models/Roles.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

void KernelDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    constexpr TextPx kChip{10};
    constexpr TextPx kGap{6};
    const Theme &theme = Theme::current();
    QRect rest = cell;
    if (const QVariant category = index.data(kCategoryRole); category.isValid()) {
        paintCategoryChip(painter, QPoint(cell.left(), cell.top() + (cell.height() - kChip) / 2),
            static_cast<core::Category>(category.toInt()), painter.device()->devicePixelRatioF(), kChip);
        rest.setLeft(cell.left() + kChip + kGap);
    }
    const QString use = index.data(kUseRole).toString();
    painter.setPen(theme.text);
    if (!use.isEmpty()) {
        drawLine(painter, rest, Qt::AlignLeft, elidedLine(option.font, use, Qt::ElideRight, rest.width()));
        rest.setLeft(rest.left() + lineWidth(option.font, use) + 6);
        painter.setPen(theme.text2);
    }
    // A name without its first letters tells nothing: better none beside the role.
    if (rest.width() <= (use.isEmpty() ? 0 : option.fontMetrics.averageCharWidth() * 6))
        return;
    const Qt::TextElideMode mode = elideModeOf(option.text);
    QString name = elidedLine(option.font, option.text, mode, rest.width());
    if (name != option.text) // else the other rows need not be looked at
        name = elidedLine(option.font, option.text, mode, rest.width(), index.data(kSharedRole).toInt());
    drawLine(painter, rest, Qt::AlignLeft, name);
}

void DifferenceDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    const Theme &theme = Theme::current();
    const int numberWidth = static_cast<int>(std::ceil(digitGridWidth(QStringLiteral("+888.88\u00A0ms"), option.font)));
    const QRect zone(cell.left(), cell.top() + 4, cell.width() - numberWidth - 6, cell.height() - 8);
    const QVariant share = index.data(kBarRole);
    if (share.isValid() && zone.width() > 12) {
        const int zero = zone.left() + zone.width() * 3 / 10;
        const double part = std::abs(share.toDouble());
        painter.fillRect(QRect(zero, zone.top() - 1, 1, zone.height() + 2), theme.separatorStrong);
        if (share.toDouble() > 0)
            painter.fillRect(
                QRect(zero + 1, zone.top(), std::max(1, static_cast<int>(part * (zone.right() - zero))), zone.height()),
                theme.diverging[5]);
        else if (share.toDouble() < 0) {
            const int length = std::max(1, static_cast<int>(part * (zero - zone.left())));
            painter.fillRect(QRect(zero - length, zone.top(), length, zone.height()), theme.diverging[1]);
        }
    }
    NumberDelegate::paintContent(painter, option, index, cell);
}

} // namespace lamella::ui
