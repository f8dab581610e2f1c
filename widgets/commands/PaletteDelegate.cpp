// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/PaletteDelegate.h"

#include "widgets/commands/PaletteModel.h"
#include "widgets/common/Elide.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

namespace lamella::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr int kGapPx = 12;
constexpr TextPx kMinRowPx{26};

// Draws matched and other letters in runs, left to right; ends with an ellipsis if there is not enough room.
int drawTitle(QPainter &painter, QRect room, const QString &title, const QList<int> &hits, const QColor &ink)
{
    const QFont plain = Theme::bodyFont();
    const QFont strong = Theme::strongFont();
    int left = room.left();
    for (qsizetype at = 0; at < title.size();) {
        const bool hit = hits.contains(static_cast<int>(at));
        qsizetype end = at + 1;
        while (end < title.size() && hits.contains(static_cast<int>(end)) == hit)
            ++end;
        const QFont &font = hit ? strong : plain;
        const QFontMetrics metrics(font);
        const int rest = room.right() + 1 - left;
        const QString part = title.mid(at, end - at);
        const QString shown = metrics.horizontalAdvance(part) <= rest ? part : elided(metrics, part, Qt::ElideRight, rest);
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QRect(left, room.top(), rest, room.height()), Qt::AlignVCenter | Qt::TextSingleLine, shown);
        left += metrics.horizontalAdvance(shown);
        if (shown != part)
            break;
        at = end;
    }
    return left;
}

} // namespace

void PaletteDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = Theme::current();
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, theme.selection);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, theme.hover);
    const bool usable = index.data(PaletteModel::ReasonRole).toString().isEmpty();
    const QColor ink = usable ? theme.text : theme.text3;
    QRect room = option.rect.adjusted(kMarginPx, 0, -kMarginPx, 0);
    const QString keys = index.data(PaletteModel::KeysRole).toString();
    const QFontMetrics body(Theme::bodyFont());
    if (!keys.isEmpty()) {
        painter->setFont(Theme::bodyFont());
        painter->setPen(usable ? theme.text2 : theme.text3);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, keys);
        room.setRight(room.right() - body.horizontalAdvance(keys) - kGapPx);
    }
    const QString group = index.data(PaletteModel::GroupRole).toString();
    const int groupWidth = QFontMetrics(Theme::captionFont()).horizontalAdvance(group);
    const QRect titleRoom = room.adjusted(0, 0, -groupWidth - kGapPx, 0);
    const int end =
        drawTitle(*painter, titleRoom, index.data().toString(), index.data(PaletteModel::HitsRole).value<QList<int>>(), ink);
    painter->setFont(Theme::captionFont());
    painter->setPen(theme.text3);
    painter->drawText(
        QRect(end + kGapPx, room.top(), groupWidth + 2, room.height()), Qt::AlignVCenter | Qt::TextSingleLine, group);
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {0, qMax<int>(kMinRowPx, QFontMetrics(Theme::bodyFont()).height() + 10)};
}

} // namespace lamella::ui
