// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/OverlapChart.h"

#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kMarginPx = 8;
constexpr TextPx kBetweenPx{6}; // texts and bars
constexpr TextPx kTallestPx{24};
constexpr TextPx kMinPx{13}; // minimum height of a line

} // namespace

std::vector<OverlapBar> overlapBarsFrom(const core::ReportTable &table)
{
    std::vector<OverlapBar> bars;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto category = core::categoryFromId(table.text(row, table.columnIndex("category")));
        if (!category)
            continue;
        auto at = std::find_if(bars.begin(), bars.end(), [&](const OverlapBar &bar) { return bar.category == *category; });
        if (at == bars.end())
            at = bars.insert(bars.end(), OverlapBar{*category, 0, 0});
        at->exposedNs += table.integer(row, table.columnIndex("exposed_ns"));
        at->hiddenNs += table.integer(row, table.columnIndex("hidden_ns"));
    }
    std::sort(bars.begin(), bars.end(), [](const OverlapBar &a, const OverlapBar &b) { return a.category < b.category; });
    return bars;
}

OverlapChart::OverlapChart(QWidget *parent)
    : Chart(tr("Exposed and overlapped time by category"), parent)
{
    setMinimumHeight(60);
    setFocusPolicy(Qt::NoFocus);
}

void OverlapChart::setBars(std::vector<OverlapBar> bars)
{
    m_bars = std::move(bars);
    m_longest = 1;
    for (const OverlapBar &bar : m_bars)
        m_longest = std::max(m_longest, bar.exposedNs + bar.hiddenNs);
    partsChanged();
}

TipText OverlapChart::tipOf(int row) const
{
    const OverlapBar &bar = m_bars[static_cast<std::size_t>(row)];
    return sentenceTip(tr("%1: %2 exposed, %3 overlapped")
                           .arg(categoryTitle(bar.category), durationText(bar.exposedNs), durationText(bar.hiddenNs)));
}

QString OverlapChart::valueText(const OverlapBar &bar)
{
    return bar.hiddenNs > 0 ? tr("%1 + %2 overlapped").arg(durationText(bar.exposedNs), durationText(bar.hiddenNs))
                            : durationText(bar.exposedNs);
}

void OverlapChart::layOut()
{
    const QFontMetrics metrics(Theme::captionFont()); // the larger of the two that are used
    m_labelPx = m_valuePx = 0;
    for (const OverlapBar &bar : m_bars) {
        m_labelPx = std::max(m_labelPx, metrics.horizontalAdvance(categoryTitle(bar.category)));
        m_valuePx = std::max(m_valuePx, metrics.horizontalAdvance(valueText(bar)));
    }
}

double OverlapChart::pitch() const
{
    return std::min<double>(kTallestPx, static_cast<double>(height() - 2 * kMarginPx) / lines());
}

int OverlapChart::lines() const
{
    return std::clamp((height() - 2 * kMarginPx) / kMinPx, 1, std::max(1, partCount()));
}

QRect OverlapChart::partRect(int row) const
{
    const OverlapBar &bar = m_bars[static_cast<std::size_t>(row)];
    const int left = kMarginPx + m_labelPx + kBetweenPx;
    const int room = std::max(1, width() - left - kBetweenPx - m_valuePx - kMarginPx);
    const double share = static_cast<double>(bar.exposedNs + bar.hiddenNs) / static_cast<double>(m_longest);
    const int top = kMarginPx + static_cast<int>(std::lround(row * pitch()));
    const int bottom = kMarginPx + static_cast<int>(std::lround((row + 1) * pitch()));
    const int tall = std::max(1, bottom - top - 4);
    return {left, top + 2, static_cast<int>(std::lround(share * room)), tall};
}

int OverlapChart::exposedPx(int row) const
{
    const OverlapBar &bar = m_bars[static_cast<std::size_t>(row)];
    const std::int64_t busy = bar.exposedNs + bar.hiddenNs;
    if (busy <= 0)
        return 0;
    return static_cast<int>(std::lround(static_cast<double>(bar.exposedNs) / static_cast<double>(busy) * partRect(row).width()));
}

void OverlapChart::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    painter.setFont(pitch() < 14_px ? Theme::microFont() : Theme::captionFont());
    const int shown = lines() < partCount() ? lines() - 1 : partCount();
    if (shown < partCount()) {
        painter.setPen(theme.text2);
        painter.drawText(
            QRect(partRect(0).left(), kMarginPx + static_cast<int>(shown * pitch()), width(), static_cast<int>(pitch())),
            Qt::AlignLeft | Qt::AlignVCenter, tr("%n more in the table", nullptr, partCount() - shown));
    }
    for (int row = 0; row < shown; ++row) {
        const OverlapBar &bar = m_bars[static_cast<std::size_t>(row)];
        const QRect whole = partRect(row);
        const int exposed = exposedPx(row);
        painter.fillRect(
            QRect(whole.left(), whole.top(), exposed, whole.height()), theme.brush(bar.category, devicePixelRatioF()));
        if (whole.width() - exposed > 0) { // hidden: background with a coloured border, readable without colour
            const QRect hidden(whole.left() + exposed, whole.top(), whole.width() - exposed, whole.height());
            QColor veil = theme.fill(bar.category);
            veil.setAlpha(64);
            painter.fillRect(hidden, veil);
            painter.setPen(theme.fill(bar.category));
            painter.drawRect(hidden.adjusted(0, 0, -1, -1));
        }
        const int middle = whole.center().y();
        painter.setPen(theme.text);
        painter.drawText(
            QRect(kMarginPx, middle - 8_px, m_labelPx, 16_px), Qt::AlignRight | Qt::AlignVCenter, categoryTitle(bar.category));
        painter.setPen(theme.text2);
        painter.drawText(QRect(whole.left() + whole.width() + kBetweenPx, middle - 8_px, m_valuePx + 1, 16_px),
            Qt::AlignLeft | Qt::AlignVCenter, valueText(bar));
    }
}

} // namespace lamella::ui
