// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/DiffDelegates.h"

#include "widgets/common/DigitGrid.h"
#include "widgets/common/LineText.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr double kZeroAt = 0.4;
constexpr int kHatchPx = 6;
constexpr int kMarkPx = 3;

} // namespace

void paintAbsent(QPainter &painter, const QRect &rect)
{
    painter.save();
    painter.setClipRect(rect);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(Theme::current().track, 1));
    for (int x = rect.left() - rect.height(); x < rect.right(); x += kHatchPx)
        painter.drawLine(x, rect.bottom() + 1, x + rect.height(), rect.top());
    painter.restore();
}

void paintDeltaBar(QPainter &painter, const QRect &zone, double share)
{
    const Theme &theme = Theme::current();
    const int zero = zone.left() + static_cast<int>(zone.width() * kZeroAt);
    if (share != 0 && zone.width() > 8) {
        // Same scale in both directions, limited by the shorter arm.
        const double arm = std::min(zone.width() * kZeroAt, zone.width() * (1 - kZeroAt));
        const int length = std::max(1, static_cast<int>(std::lround(std::abs(share) * arm)));
        const QRect bar(share < 0 ? zero - length : zero, zone.top() + 4, length, zone.height() - 8);
        painter.fillRect(bar, theme.diverging[share < 0 ? 1 : 5]);
    }
    painter.fillRect(zero, zone.top(), 1, zone.height(), theme.separatorStrong);
}

void DeltaDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    const int number = static_cast<int>(std::ceil(digitGridWidth(QStringLiteral("+888.88\u00A0ms"), option.font)));
    const QVariant share = index.data(DiffTableModel::kDiffBarRole);
    if (share.isValid())
        paintDeltaBar(painter, cell.adjusted(0, 0, -number - 6, 0), share.toDouble());
    NumberDelegate::paintContent(painter, option, index, cell);
}

void DiffNameDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    if (index.data(DiffTableModel::kAbsentRole).toBool()) {
        paintAbsent(painter, option.rect.adjusted(0, 1, 0, -1));
        return;
    }
    if (index.data(DiffTableModel::kChangeRole).toInt() == static_cast<int>(core::DiffChange::Replaced))
        painter.fillRect(option.rect.left(), option.rect.top() + 2, kMarkPx, option.rect.height() - 4, Theme::current().accent);
    KernelDelegate::paintContent(painter, option, index, cell);
}

void DiffTotalDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    QStyleOptionViewItem fitted(option);
    if (lineWidth(option.font, option.text) > cell.width())
        fitted.text = option.text.section(QStringLiteral(" · "), 0, 0);
    TextDelegate::paintContent(painter, fitted, index, cell);
}

void DiffTimeDelegate::paintContent(
    QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index, const QRect &cell) const
{
    if (index.data(DiffTableModel::kAbsentRole).toBool())
        paintAbsent(painter, option.rect.adjusted(0, 1, 0, -1));
    NumberDelegate::paintContent(painter, option, index, cell);
}

} // namespace lamella::ui
