// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/idle/GapHistogram.h"

#include "core/base/Format.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/GapColors.h"
#include "widgets/theme/TextPx.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr TextPx kLeftPx{44};
constexpr int kRightPx = 10;
constexpr TextPx kTopPx{10};
constexpr TextPx kBottomPx{22};

// "1 µs", "20 µs": bin bounds are round numbers.
QString boundText(std::int64_t ns)
{
    if (ns >= 1'000'000'000)
        return QStringLiteral("%1\u00A0s").arg(static_cast<double>(ns) / 1e9);
    if (ns >= 1'000'000)
        return QStringLiteral("%1\u00A0ms").arg(static_cast<double>(ns) / 1e6);
    if (ns >= 1'000)
        return QStringLiteral("%1\u00A0µs").arg(static_cast<double>(ns) / 1e3);
    return QStringLiteral("%1\u00A0ns").arg(ns);
}

} // namespace

std::vector<GapBin> gapBinsFrom(const core::ReportTable &table)
{
    std::vector<GapBin> bins;
    const std::size_t from = table.columnIndex("from_ns");
    const std::size_t firstCause = table.columnIndex("host_late");
    if (from == core::ReportTable::npos || firstCause == core::ReportTable::npos)
        return bins;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.isMissing(row, firstCause))
            continue;
        GapBin bin;
        bin.fromNs = table.integer(row, from);
        bin.toNs = table.integer(row, from + 1);
        bin.gaps = table.integer(row, table.columnIndex("gaps"));
        bin.sumNs = table.integer(row, table.columnIndex("sum_ns"));
        for (std::size_t c = 0; c < core::kGapCauses; ++c)
            bin.byCause[c] = table.integer(row, firstCause + c);
        bins.push_back(bin);
    }
    return bins;
}

GapHistogram::GapHistogram(QWidget *parent)
    : Chart(tr("Gaps by length"), parent)
{
    setMinimumHeight(90);
    setFocusPolicy(Qt::NoFocus);
    setEmptyText(tr("No gap is that long."));
}

void GapHistogram::setBins(std::vector<GapBin> bins)
{
    m_bins = std::move(bins);
    m_max = 1;
    for (const GapBin &bin : m_bins)
        m_max = std::max(m_max, bin.gaps);
    partsChanged();
}

QRect GapHistogram::plot() const
{
    return {kLeftPx, kTopPx, std::max(1, width() - kLeftPx - kRightPx), std::max(1, height() - kTopPx - kBottomPx)};
}

int GapHistogram::heightOf(std::int64_t gaps) const
{
    if (gaps <= 0)
        return 0;
    const double share = std::sqrt(static_cast<double>(gaps) / static_cast<double>(m_max));
    return std::max(1, static_cast<int>(std::lround(share * plot().height())));
}

QRect GapHistogram::partRect(int bin) const
{
    const QRect area = plot();
    const double pitch = static_cast<double>(area.width()) / partCount();
    const int left = area.left() + static_cast<int>(std::lround(bin * pitch));
    const int right = area.left() + static_cast<int>(std::lround((bin + 1) * pitch));
    const int tall = heightOf(m_bins[static_cast<std::size_t>(bin)].gaps);
    return {left, area.bottom() + 1 - tall, std::max(1, right - left - 2), tall};
}

int GapHistogram::hitAt(QPoint position) const
{
    for (int bin = 0; bin < partCount(); ++bin)
        if (const QRect bar = partRect(bin); position.x() >= bar.left() && position.x() <= bar.right() + 2)
            return bin;
    return -1;
}

void GapHistogram::paintAxis(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = plot();
    painter.setFont(Theme::microFont());
    int lowest = area.bottom() + 1;
    for (const std::int64_t share : {1, 4, 16, 64}) { // heights 1, 1/2, 1/4 and 1/8
        const std::int64_t value = m_max / share;
        const int y = area.bottom() + 1 - heightOf(value);
        if (value <= 0 || y > lowest - 14_px)
            if (share > 1)
                continue;
        lowest = y;
        painter.fillRect(area.left(), y, area.width(), 1, theme.separator);
        painter.setPen(theme.text2);
        painter.drawText(
            QRect(0, y - 8_px, kLeftPx - 6_px, 16_px), Qt::AlignRight | Qt::AlignVCenter, qtext(core::formatCount(value)));
    }
    painter.fillRect(area.left(), area.bottom() + 1, area.width(), 1, theme.separatorStrong);
    int free = area.left() - 20;
    for (int bin = 0; bin < partCount(); ++bin) {
        const QString text = boundText(m_bins[static_cast<std::size_t>(bin)].fromNs);
        const int x = partRect(bin).left();
        const int textWidth = QFontMetrics(painter.font()).horizontalAdvance(text);
        if (x - 4 < free || x + textWidth > width())
            continue;
        painter.setPen(theme.text2);
        painter.drawText(QRect(x, area.bottom() + 3, textWidth + 2, 14_px), Qt::AlignLeft | Qt::AlignVCenter, text);
        free = x + textWidth + 12_px;
    }
}

void GapHistogram::paintParts(QPainter &painter, const QRect &)
{
    const Theme &theme = Theme::current();
    paintAxis(painter);
    for (int bin = 0; bin < partCount(); ++bin) {
        const GapBin &entry = m_bins[static_cast<std::size_t>(bin)];
        const QRect bar = partRect(bin);
        double below = 0;
        int bottom = bar.bottom() + 1;
        for (std::size_t c = 0; c < core::kGapCauses && entry.gaps > 0; ++c) {
            below += static_cast<double>(entry.byCause[c]) / static_cast<double>(entry.gaps) * bar.height();
            const int top = bar.bottom() + 1 - static_cast<int>(std::lround(below));
            painter.fillRect(bar.left(), top, bar.width(), bottom - top, gapCauseFill(theme, static_cast<core::GapCause>(c)));
            bottom = top;
        }
    }
}

TipText GapHistogram::tipOf(int number) const
{
    const GapBin &bin = m_bins[static_cast<std::size_t>(number)];
    QStringList parts{
        tr("%1 to %2: %3, %4").arg(boundText(bin.fromNs), boundText(bin.toNs), gapCount(bin.gaps), durationText(bin.sumNs))};
    for (std::size_t c = 0; c < core::kGapCauses; ++c)
        if (bin.byCause[c] > 0)
            parts << QStringLiteral("%1 %2").arg(
                gapCauseTitle(static_cast<core::GapCause>(c)), qtext(core::formatCount(bin.byCause[c])));
    return sentenceTip(parts.join(QStringLiteral(" · ")));
}

} // namespace lamella::ui
