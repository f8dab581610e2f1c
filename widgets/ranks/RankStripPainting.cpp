// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the rank strip. Bars narrower than a pixel are merged.
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/ranks/RankStripChart.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLayerBarPx{14};
constexpr TextPx kNumberFromPx{18};

// 6 px diagonals in the colour of communication on the background: time spent waiting.
QBrush waitingBrush(const Theme &theme, qreal ratio)
{
    constexpr int kTile = 6;
    const int pixels = std::max(kTile, static_cast<int>(std::lround(kTile * ratio)));
    QPixmap tile(pixels, pixels);
    tile.fill(theme.base);
    QPainter painter(&tile);
    painter.setPen(QPen(theme.fill(core::Category::Communication), std::max(1.0, ratio)));
    painter.drawLine(0, pixels - 1, pixels - 1, 0);
    painter.end();
    tile.setDevicePixelRatio(ratio);
    return QBrush(tile);
}

// 1, 2 or 5 times a power of ten, with at least 90 px between ticks.
std::int64_t tickStep(double nsPerPixel)
{
    const double min = std::max(1.0, nsPerPixel * 90_px);
    double step = std::pow(10.0, std::floor(std::log10(min)));
    for (const double factor : {2.0, 5.0, 10.0})
        if (step < min)
            step = std::pow(10.0, std::floor(std::log10(min))) * factor;
    return static_cast<std::int64_t>(step);
}

} // namespace

void RankStripChart::paintParts(QPainter &painter, const QRect &)
{
    paintAxis(painter);
    for (std::size_t row = 0; row < m_data.rows.size(); ++row) {
        paintRow(painter, row);
        paintLabel(painter, row);
    }
}

void RankStripChart::paintAxis(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::microFont());
    const std::int64_t step = tickStep(static_cast<double>(m_to - m_from) / std::max(1, rowRect(0).width()));
    const int bottom = rowRect(m_data.rows.size() - 1).bottom();
    for (std::int64_t t = (m_from + step - 1) / step * step; t <= m_to; t += step) {
        const int x = xOf(t);
        painter.fillRect(x, 16_px, 1, bottom - 16_px, theme.separator);
        painter.setPen(theme.text2);
        const QString text = durationText(t);
        if (x + 3 + painter.fontMetrics().horizontalAdvance(text) <= width())
            painter.drawText(QRect(x + 3, 2, 88_px, 14_px), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, 2, rowRect(0).left() - 16_px, 14_px), Qt::AlignLeft | Qt::AlignVCenter, tr("common clock"));
}

void RankStripChart::paintRow(QPainter &painter, std::size_t index) const
{
    const Theme &theme = Theme::current();
    const RankStripRow &row = m_data.rows[index];
    const QRect area = rowRect(index);
    painter.save();
    painter.setClipRect(area.adjusted(0, 0, 1, 1));
    const int top = area.top() + 4;
    const int barTop = top + kLayerBarPx + 2;
    const int barHeight = area.bottom() - barTop - 4;
    painter.setFont(Theme::microFont());
    int painted = INT_MIN;
    for (const RankStripLayer &layer : row.layers) {
        const int x = xOf(layer.beginNs);
        const int wide = std::max(1, xOf(layer.endNs) - x - 1);
        const bool selected = layer.layer == m_layer;
        if (selected)
            painter.fillRect(x, area.top(), wide, area.height(), theme.band);
        if (x + wide <= painted && !selected)
            continue;
        painted = x + wide;
        painter.fillRect(x, top, wide, kLayerBarPx, selected ? theme.accent : layer.layer % 2 != 0 ? theme.cellBar : theme.track);
        if (wide >= kNumberFromPx) {
            painter.setPen(selected ? theme.onAccent : theme.text);
            const QString text = layer.layer >= 0 ? QString::number(layer.layer) : layerText(layer.layer);
            painter.drawText(
                QRect(x, top, wide, kLayerBarPx), Qt::AlignCenter, elided(painter.fontMetrics(), text, Qt::ElideRight, wide));
        }
    }
    const QColor fill = theme.fill(core::Category::Communication);
    const QBrush waiting = waitingBrush(theme, devicePixelRatioF());
    painter.setBrushOrigin(area.topLeft());
    for (const RankStripCollective &c : row.collectives) {
        const int x = xOf(c.beginNs);
        const int right = std::max(x + 1, xOf(c.endNs));
        const int middle = std::clamp(xOf(c.beginNs + c.waitNs), x, right);
        if (right < area.left() || x > area.right())
            continue;
        if (middle - x >= 2) {
            painter.fillRect(QRect(x, barTop, middle - x, barHeight), waiting);
            painter.setPen(fill);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(x, barTop, middle - x - 1, barHeight - 1);
        }
        painter.fillRect(middle, barTop, std::max(1, right - middle), barHeight, fill);
    }
    painter.restore();
    painter.fillRect(0, area.bottom(), width(), 1, theme.separator);
}

void RankStripChart::paintLabel(QPainter &painter, std::size_t index) const
{
    const Theme &theme = Theme::current();
    const RankStripRow &row = m_data.rows[index];
    const QRect area = rowRect(index);
    const QRect label(0, area.top(), area.left() - 4, area.height() - 1);
    const bool shown = row.member == m_member;
    if (shown)
        painter.fillRect(label, theme.selection);
    else if (hover() >= 0 && part(hover()).row == index)
        painter.fillRect(label, theme.hover);
    if (index == m_cursorRow && hasFocusRing()) {
        painter.setPen(theme.accent);
        painter.drawRect(label.adjusted(0, 0, -1, -1));
    }
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    const QString name = shown ? tr("rank %1 · shown").arg(row.rank) : tr("rank %1").arg(row.rank);
    painter.drawText(label.adjusted(8_px, 4_px, 0, 0), Qt::AlignLeft | Qt::AlignTop,
        elided(painter.fontMetrics(), name, Qt::ElideRight, label.width() - 10_px));
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    const QString wait = tr("waits %1").arg(durationText(row.times.waitNs));
    painter.drawText(label.adjusted(8_px, 20_px, 0, 0), Qt::AlignLeft | Qt::AlignTop,
        elided(painter.fontMetrics(), wait, Qt::ElideRight, label.width() - 10_px));
}

} // namespace lamella::ui
