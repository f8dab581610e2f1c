// SPDX-License-Identifier: GPL-3.0-or-later
// LamellaStyle: rows, headers and tabs.
#include "widgets/common/Icons.h"
#include "widgets/theme/LamellaStyle.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QAbstractItemView>
#include <QStyleOption>

namespace lamella::ui {

void LamellaStyle::drawRow(const QStyleOption &option, QPainter &painter, const QWidget *widget) const
{
    const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(&option);
    if (item == nullptr)
        return;
    const Theme &theme = Theme::current();
    if (item->backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(item->rect, item->backgroundBrush);
    if (item->state.testFlag(State_Selected))
        painter.fillRect(item->rect, theme.selection);
    else if (item->state.testFlag(State_MouseOver) && item->state.testFlag(State_Enabled))
        painter.fillRect(item->rect, theme.hover);
    // Focus of a whole row: an outline closed at both ends.
    const auto *view = qobject_cast<const QAbstractItemView *>(widget);
    if (view == nullptr || !view->hasFocus() || !item->state.testFlag(State_KeyboardFocusChange)
        || view->currentIndex().row() != item->index.row() || view->currentIndex().parent() != item->index.parent())
        return;
    const QRect r = item->rect;
    painter.fillRect(QRect(r.left(), r.top(), r.width(), 1), theme.accent);
    painter.fillRect(QRect(r.left(), r.bottom(), r.width(), 1), theme.accent);
    const auto position = item->viewItemPosition;
    if (position == QStyleOptionViewItem::Beginning || position == QStyleOptionViewItem::OnlyOne)
        painter.fillRect(QRect(r.left(), r.top(), 1, r.height()), theme.accent);
    if (position == QStyleOptionViewItem::End || position == QStyleOptionViewItem::OnlyOne)
        painter.fillRect(QRect(r.right(), r.top(), 1, r.height()), theme.accent);
}

void LamellaStyle::drawHeaderSection(const QStyleOption &option, QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const bool hovered = option.state.testFlag(State_MouseOver) && option.state.testFlag(State_Enabled);
    painter.fillRect(option.rect, hovered ? theme.hover : theme.base);
    hairlineBottom(painter, option.rect, theme.separator);
}

void LamellaStyle::drawHeaderLabel(const QStyleOption &option, QPainter &painter) const
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
    if (header == nullptr)
        return;
    const Theme &theme = Theme::current();
    constexpr TextPx kArrow{10};
    const bool sorted = header->sortIndicator != QStyleOptionHeader::None;
    const bool right = (header->textAlignment & Qt::AlignRight) != 0;
    const QRect area = header->rect;
    painter.setFont(Theme::captionFont());
    const QFontMetrics metrics(painter.font());
    const int arrowWidth = sorted ? kArrow + 2 : 0;
    const QString text = metrics.elidedText(header->text, Qt::ElideRight, area.width() - arrowWidth);
    const int width = metrics.horizontalAdvance(text);
    const int x = right ? area.right() + 1 - width - arrowWidth : area.left();
    painter.setPen(header->state.testFlag(State_Enabled) ? theme.text2 : theme.disabled);
    painter.drawText(
        QRect(x, area.top(), width + 1, area.height()), Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, text);
    if (!sorted)
        return;
    const QString name =
        header->sortIndicator == QStyleOptionHeader::SortDown ? QStringLiteral("chevron-up") : QStringLiteral("chevron-down");
    painter.drawPixmap(x + width + 2, area.center().y() - kArrow / 2,
        iconPixmap(name, theme.text2, kArrow, painter.device()->devicePixelRatioF()));
}

void LamellaStyle::drawTab(const QStyleOption &option, QPainter &painter) const
{
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(&option);
    if (tab == nullptr)
        return;
    const Theme &theme = Theme::current();
    const bool active = tab->state.testFlag(State_Selected);
    const bool hovered = tab->state.testFlag(State_MouseOver);
    painter.fillRect(tab->rect, active ? theme.base : (hovered ? theme.hover : theme.header));
    if (active)
        painter.fillRect(QRect(tab->rect.left(), tab->rect.top(), tab->rect.width(), 2), theme.accent);
    else
        hairlineBottom(painter, tab->rect, theme.separator);
    if (tab->state.testFlag(State_HasFocus) && tab->state.testFlag(State_KeyboardFocusChange))
        drawBox(painter, tab->rect.adjusted(1, 3, -1, -2), {}, theme.accent);
}

} // namespace lamella::ui
