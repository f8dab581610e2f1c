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

constexpr TextPx kNumberFromPx{18};
constexpr TextPx kRowOfLayersPx{22};
constexpr int kWaiting = static_cast<int>(core::kCategories); // behind the categories
constexpr int kPastPx = 3; // communication is higher at the bottom, so that it is seen below work that runs beside it

QColor waitingColor(const Theme &theme)
{
    constexpr double kShare = 0.3;
    const QColor full = theme.fill(core::Category::Communication);
    const auto mix = [](int a, int b) { return static_cast<int>(std::lround(kShare * a + (1 - kShare) * b)); };
    return {mix(full.red(), theme.base.red()), mix(full.green(), theme.base.green()), mix(full.blue(), theme.base.blue())};
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

QColor RankStripChart::waiting()
{
    return waitingColor(Theme::current());
}

void RankStripChart::paintParts(QPainter &painter, const QRect &)
{
    const qreal ratio = painter.device()->devicePixelRatioF();
    if (m_data.isEmpty())
        return;
    if (m_lanes.size() != size() * ratio || m_lanes.devicePixelRatio() != ratio || m_lanesBase != Theme::current().base)
        makeLanes(ratio);
    paintAxis(painter);
    paintLayers(painter);
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        paintBand(painter, row);
    painter.drawImage(0, 0, m_lanes);
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        paintLabel(painter, row);
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
    painter.drawText(QRect(8_px, 2, rowRect(0).left() - 16_px, 14_px), Qt::AlignLeft | Qt::AlignVCenter,
        m_fromOwnStart ? tr("from its own start") : tr("common clock"));
}

// The layers of the rank that the other views show.
void RankStripChart::paintLayers(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const std::size_t row = shownRow();
    const QRect first = rowRect(0);
    const QRect bar(first.left(), first.top() - kRowOfLayersPx + 3, first.width(), kRowOfLayersPx - 6);
    painter.fillRect(0, bar.top() - 3, width(), 1, theme.separator);
    painter.fillRect(0, first.top() - 1, width(), 1, theme.separator);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, bar.top(), first.left() - 16_px, bar.height()), Qt::AlignLeft | Qt::AlignVCenter, tr("Layers"));
    painter.save();
    painter.setClipRect(bar.adjusted(0, 0, 1, 1));
    painter.setFont(Theme::microFont());
    int painted = INT_MIN;
    for (const RankStripLayer &layer : m_data.rows[row].layers) {
        const int x = xOf(layer.beginNs - shiftOf(row));
        const int wide = std::max(1, xOf(layer.endNs - shiftOf(row)) - x - 1);
        const bool selected = layer.layer == m_layer;
        if (x + wide <= painted && !selected)
            continue;
        painted = x + wide;
        painter.fillRect(x, bar.top(), wide, bar.height(), selected ? theme.accent : theme.track);
        if (wide < kNumberFromPx)
            continue;
        painter.setPen(selected ? theme.onAccent : theme.text);
        const QString text = layerText(layer.layer);
        if (painter.fontMetrics().horizontalAdvance(text) <= wide)
            painter.drawText(QRect(x, bar.top(), wide, bar.height()), Qt::AlignCenter, text);
    }
    painter.restore();
}

void RankStripChart::paintBand(QPainter &painter, std::size_t row) const
{
    const Theme &theme = Theme::current();
    const QRect area = rowRect(row);
    for (const RankStripLayer &layer : m_data.rows[row].layers) {
        if (layer.layer != m_layer)
            continue;
        const int x = xOf(layer.beginNs - shiftOf(row));
        const QRect band =
            QRect(x, area.top(), std::max(1, xOf(layer.endNs - shiftOf(row)) - x), area.height()).intersected(area);
        painter.fillRect(band, theme.band);
    }
    painter.fillRect(0, area.bottom(), width(), 1, theme.separator);
}

void RankStripChart::makeLanes(qreal ratio)
{
    m_lanes = QImage(size() * ratio, QImage::Format_ARGB32_Premultiplied);
    m_lanes.setDevicePixelRatio(ratio);
    m_lanes.fill(Qt::transparent);
    m_lanesBase = Theme::current().base;
    QPainter painter(&m_lanes);
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        paintLane(painter, row);
}

// Communication first, the work that runs beside it over it. Kernels narrower than a pixel add up to columns as high as the share
// of the pixel that is busy.
void RankStripChart::paintLane(QPainter &painter, std::size_t row) const
{
    const Theme &theme = Theme::current();
    const QRect area = rowRect(row);
    const QRect bar = area.adjusted(0, 5, 0, -6);
    const std::int64_t shift = shiftOf(row);
    // As xOf(), but for each of very many kernels.
    const double pxPerNs = static_cast<double>(area.width()) / static_cast<double>(std::max<std::int64_t>(1, m_to - m_from));
    const double last = area.right() + 2;
    const auto xAt = [&](std::int64_t ns) {
        return static_cast<int>(std::clamp(
            area.left() + static_cast<double>(ns - m_from) * pxPerNs + 0.5, static_cast<double>(area.left()) - 1, last));
    };
    const qreal ratio = m_lanes.devicePixelRatio();
    const QColor waits = waitingColor(theme);
    painter.setClipRect(area.adjusted(0, 0, 1, 0));
    std::vector<double> narrow(static_cast<std::size_t>(area.width() + 1) * (kWaiting + 1));
    for (const bool communication : {true, false})
        for (const RankStripKernel &kernel : m_data.rows[row].kernels) {
            const std::int64_t begin = kernel.beginNs - shift;
            const std::int64_t end = kernel.endNs - shift;
            if ((kernel.category == core::Category::Communication) != communication || end < m_from || begin > m_to)
                continue;
            const int x = xAt(begin);
            const int right = xAt(end);
            if (right <= x) {
                const auto column = static_cast<std::size_t>(std::clamp(x - area.left(), 0, area.width()));
                const std::int64_t wait = std::min(kernel.waitNs, end - begin);
                narrow[column * (kWaiting + 1) + kWaiting] += static_cast<double>(wait);
                narrow[column * (kWaiting + 1) + static_cast<std::size_t>(kernel.category)] +=
                    static_cast<double>(end - begin - wait);
                continue;
            }
            const int middle = std::clamp(xAt(begin + kernel.waitNs), x, right);
            const int high = bar.height() + (communication ? kPastPx : 0);
            if (middle > x)
                painter.fillRect(x, bar.top(), middle - x, high, waits);
            if (right > middle)
                painter.fillRect(QRect(middle, bar.top(), std::max(1, right - middle - (right - middle > 2 ? 1 : 0)), high),
                    right - middle >= 6 ? theme.brush(kernel.category, ratio) : QBrush(theme.fill(kernel.category)));
        }
    paintNarrow(painter, bar, narrow);
}

void RankStripChart::paintNarrow(QPainter &painter, const QRect &bar, const std::vector<double> &busyNs) const
{
    const Theme &theme = Theme::current();
    const double pixelNs = static_cast<double>(m_to - m_from) / std::max(1, bar.width());
    const QColor waits = waitingColor(theme);
    for (int column = 0; column <= bar.width(); ++column) {
        double before = 0;
        for (int tag = 0; tag <= kWaiting; ++tag) {
            const double ns = busyNs[static_cast<std::size_t>(column * (kWaiting + 1) + tag)];
            if (ns <= 0)
                continue;
            const auto heightOf = [&](double sum) {
                return static_cast<int>(std::lround(std::min(1.0, sum / pixelNs) * bar.height()));
            };
            const int low = heightOf(before);
            const int high = std::max(before > 0 ? low : low + 1, heightOf(before + ns)); // what ran is seen
            before += ns;
            painter.fillRect(bar.left() + column, bar.bottom() + 1 - high, 1, high - low,
                tag == kWaiting ? waits : theme.fill(static_cast<core::Category>(tag)));
        }
    }
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
    const bool marked = row.member == m_marked;
    painter.setFont(marked ? Theme::strongFont() : Theme::bodyFont());
    painter.setPen(theme.text);
    QString name = tr("Rank %1").arg(row.rank);
    if (const QString whole = name + tr(" · shown");
        shown && painter.fontMetrics().horizontalAdvance(whole) <= label.width() - 10_px)
        name = whole;
    painter.drawText(label.adjusted(8_px, 1_px, 0, 0), Qt::AlignLeft | Qt::AlignTop,
        elided(painter.fontMetrics(), name, Qt::ElideRight, label.width() - 10_px));
    painter.setFont(Theme::microFont());
    painter.setPen(theme.text2);
    painter.drawText(label.adjusted(8_px, 0, 0, -2), Qt::AlignLeft | Qt::AlignBottom,
        elided(painter.fontMetrics(), noteOf(row), Qt::ElideRight, label.width() - 10_px));
}

// Below the name of a rank.
QString RankStripChart::noteOf(const RankStripRow &row) const
{
    const QString wait = durationText(row.times.waitNs);
    switch (row.lane) {
    case RankLane::Least:
        return tr("least of its own");
    case RankLane::Median:
        return tr("median of its own");
    case RankLane::Most:
        return tr("most of its own");
    case RankLane::All:
    case RankLane::Chosen:
        break;
    }
    const auto &straggler = m_data.straggler;
    return straggler && straggler->waitedFor && straggler->rank == row.member ? tr("others wait for it")
                                                                              : tr("waits %1").arg(wait);
}

} // namespace lamella::ui
