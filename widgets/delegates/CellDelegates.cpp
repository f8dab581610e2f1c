// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/CellDelegates.h"

#include "core/profile/Category.h"
#include "widgets/common/DigitGrid.h"
#include "widgets/common/Elide.h"
#include "widgets/common/LineText.h"
#include "widgets/models/Roles.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kPadding = 6;

QColor textColour(const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const Theme &theme = Theme::current();
    if (!option.state.testFlag(QStyle::State_Enabled) || !index.flags().testFlag(Qt::ItemIsEnabled))
        return theme.disabled;
    if (index.data(kMissingRole).toBool())
        return theme.text3;
    return index.data(kSecondaryRole).toBool() ? theme.text2 : theme.text;
}

} // namespace

void TextDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem styled(option);
    initStyleOption(&styled, index);
    const QWidget *widget = option.widget;
    const QStyle *style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &styled, painter, widget);
    painter->save();
    painter->setClipRect(option.rect);
    painter->setFont(styled.font);
    painter->setPen(textColour(option, index));
    paintContent(*painter, styled, index, option.rect.adjusted(kPadding, 0, -kPadding, 0));
    painter->restore();
}

QSize TextDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    constexpr TextPx kRow{22};
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(qMax<int>(kRow, option.fontMetrics.height() + 6));
    return size;
}

void TextDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    const Qt::TextElideMode mode = option.textElideMode == Qt::ElideMiddle ? elideModeOf(option.text) : option.textElideMode;
    QString text = elidedLine(option.font, option.text, mode, cell.width());
    if (text != option.text) // else the other rows need not be looked at
        text = elidedLine(option.font, option.text, mode, cell.width(), index.data(kSharedRole).toInt());
    painter.setLayoutDirection(text.isRightToLeft() ? Qt::RightToLeft : Qt::LeftToRight); // see ElidedLabel
    const Qt::Alignment side = QStyle::visualAlignment(option.direction, option.displayAlignment) & Qt::AlignHorizontal_Mask;
    drawLine(painter, cell, side | Qt::AlignAbsolute, text);
}

void PathDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    QStyleOptionViewItem fitted(option);
    fitted.text = elidedPath(option.fontMetrics, option.text, cell.width());
    TextDelegate::paintContent(painter, fitted, index, cell);
}

void NumberDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &, const QRect &cell) const
{
    drawDigitGrid(painter, cell, option.text, option.font);
}

void BarDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    const double share = index.data(kBarRole).toDouble();
    const int numberWidth = static_cast<int>(std::ceil(digitGridWidth(QStringLiteral("888.88\u00A0ms"), option.font)));
    const int zone = cell.width() - numberWidth - kPadding;
    if (share > 0 && zone > 4) {
        const int width = qMax(1, static_cast<int>(std::lround(zone * share)));
        painter.fillRect(QRect(cell.left(), cell.top() + 4, width, cell.height() - 8), Theme::current().cellBar);
    }
    NumberDelegate::paintContent(painter, option, index, cell);
}

void CategoryDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    constexpr TextPx kChip{10};
    QRect rest = cell;
    const QVariant category = index.data(kCategoryRole);
    const QVariant color = index.data(kColorRole);
    if (category.isValid() || color.isValid()) {
        const QRect chip(cell.left(), cell.top() + (cell.height() - kChip) / 2, kChip, kChip);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color.isValid()
                ? QBrush(color.value<QColor>())
                : Theme::current().brush(static_cast<core::Category>(category.toInt()), painter.device()->devicePixelRatioF()));
        painter.drawRoundedRect(chip, 2, 2);
        painter.restore();
        rest.setLeft(chip.right() + 7);
    }
    TextDelegate::paintContent(painter, option, index, rest);
}

} // namespace lamella::ui
