// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/CauseDelegate.h"

#include "widgets/theme/GapColors.h"
#include "widgets/theme/TextPx.h"

#include <QPainter>

namespace lamella::ui {

void CauseDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    constexpr TextPx kChip{10};
    const auto cause = core::gapCauseFromId(option.text.toStdString());
    if (!cause) {
        TextDelegate::paintContent(painter, option, index, cell);
        return;
    }
    const QRect chip(cell.left(), cell.top() + (cell.height() - kChip) / 2, kChip, kChip);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(gapCauseFill(Theme::current(), *cause));
    painter.drawRoundedRect(chip, 2, 2);
    painter.restore();
    QStyleOptionViewItem named(option);
    named.text = gapCauseTitle(*cause);
    TextDelegate::paintContent(
        painter, named, index, QRect(chip.right() + 7, cell.top(), cell.right() - chip.right() - 7, cell.height()));
}

} // namespace lamella::ui
