// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankSkewChart.h"

#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kLeftPx{64};
constexpr TextPx kTopPx{22};
constexpr TextPx kBottomPx{22};

} // namespace

RankSkewChart::RankSkewChart(QWidget *parent)
    : Chart(tr("Skew of the ranks by layer"), parent)
{
    setObjectName(QStringLiteral("rankSkew"));
    setMinimumSize(220, 80);
}

void RankSkewChart::setData(const RankStripData &strip)
{
    m_skews = strip.skews;
    partsChanged();
}

void RankSkewChart::setSelectedLayer(int layer)
{
    m_layer = layer;
    describe();
}

void RankSkewChart::setWaiting(bool waiting)
{
    m_waiting = waiting;
    update();
}

QRect RankSkewChart::partRect(int row) const
{
    const int wide = std::max(1, width() - kLeftPx - 8);
    const int left = kLeftPx + row * wide / partCount();
    const int right = kLeftPx + (row + 1) * wide / partCount();
    return {left, kTopPx, std::max(1, right - left), std::max(1, height() - kTopPx - kBottomPx)};
}

int RankSkewChart::hitAt(QPoint position) const
{
    return Chart::hitAt({position.x(), kTopPx}); // with the labels above and below
}

int RankSkewChart::selectedPart() const
{
    const auto found =
        std::find_if(m_skews.begin(), m_skews.end(), [this](const RankStripSkew &one) { return one.layer == m_layer; });
    return found == m_skews.end() ? -1 : static_cast<int>(found - m_skews.begin());
}

TipText RankSkewChart::tipOf(int row) const
{
    const RankStripSkew &bar = skew(row);
    const QString figures =
        tr("%1: starts %2 apart, waiting up to %3").arg(layerText(bar.layer), durationText(bar.skewNs), durationText(bar.waitNs));
    return sentenceTip(bar.slowest < 0 ? figures : tr("%1, slowest is rank %2").arg(figures).arg(bar.slowest));
}

void RankSkewChart::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    std::int64_t max = 0;
    for (const RankStripSkew &skew : m_skews)
        max = std::max(max, valueOf(skew));
    painter.setFont(Theme::microFont());
    const QRect first = partRect(0);
    painter.fillRect(kLeftPx, first.bottom(), width() - kLeftPx - 8, 1, theme.separatorStrong);
    painter.setPen(theme.text2);
    painter.drawText(QRect(0, first.top() - 7_px, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter,
        max > 0 ? durationText(max) : QString());
    painter.drawText(
        QRect(0, first.bottom() - 7_px, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(QRect(0, 2, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter, tr("slowest"));
    painter.drawText(QRect(0, first.bottom() + 4_px, kLeftPx - 6_px, 14_px), Qt::AlignRight | Qt::AlignVCenter, tr("layer"));
    const int chosen = selectedPart();
    for (int row = 0; row < partCount(); ++row) {
        const QRect column = partRect(row);
        const std::int64_t value = valueOf(skew(row));
        const bool selected = row == chosen;
        if (selected)
            painter.fillRect(column.adjusted(0, -20, 0, 20), theme.band);
        const double share = max > 0 ? static_cast<double>(value) / static_cast<double>(max) : 0;
        const int high = value > 0 ? std::max(1, static_cast<int>(share * (column.height() - 4))) : 0;
        painter.fillRect(column.left() + 1, column.bottom() - high, std::max(1, column.width() - 3), high,
            selected ? theme.accent : theme.cellBar);
    }
    paintLabels(painter);
}

// The selected layer's label first, then as many as fit from left to right.
void RankSkewChart::paintLabels(QPainter &painter) const
{
    constexpr int kApartPx = 6;
    const Theme &theme = Theme::current();
    const QFontMetrics metrics(painter.font());
    std::vector<QRect> taken;
    const int selected = selectedPart();
    const auto paint = [&](int row) {
        const RankStripSkew &bar = skew(row);
        const QRect column = partRect(row);
        const QString layer = bar.layer >= 0 ? QString::number(bar.layer) : layerText(bar.layer);
        const QString slowest = bar.slowest >= 0 ? QString::number(bar.slowest) : QString();
        const int wide = std::max(metrics.horizontalAdvance(layer), metrics.horizontalAdvance(slowest));
        const QRect text(std::max<int>(kLeftPx, column.center().x() - wide / 2), 0, wide, 14_px);
        const QRect around = text.adjusted(-kApartPx, 0, kApartPx, 0);
        if (std::any_of(taken.begin(), taken.end(), [&around](const QRect &other) { return other.intersects(around); }))
            return;
        taken.push_back(text);
        painter.setPen(row == selected ? theme.text : theme.text2);
        painter.drawText(text.translated(0, 2), Qt::AlignCenter, slowest);
        painter.drawText(text.translated(0, column.bottom() + 4_px), Qt::AlignCenter, layer);
    };
    if (selected >= 0)
        paint(selected);
    for (int row = 0; row < partCount(); ++row)
        if (row != selected)
            paint(row);
}

} // namespace lamella::ui
