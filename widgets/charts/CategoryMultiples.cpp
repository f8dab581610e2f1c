// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CategoryMultiples.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kMinWidthPx{190}; // of a chart
constexpr TextPx kMinHeightPx{72};
constexpr TextPx kTitlePx{18};
constexpr int kMarginPx = 8;
constexpr TextPx kChipPx{9};

} // namespace

CategoryMultiples::CategoryMultiples(QWidget *parent)
    : Chart(tr("Layers by category"), parent)
{
}

void CategoryMultiples::setData(LayerBarsData newData, const QString &emptyText)
{
    m_data = std::move(newData);
    setEmptyText(emptyText);
    m_scales.assign(m_data.categories.size(), {});
    m_total = 0;
    for (const LayerBar &bar : m_data.bars) {
        for (std::size_t c = 0; c < m_scales.size(); ++c) {
            m_scales[c].max = std::max(m_scales[c].max, bar.parts[c]);
            m_scales[c].sum = core::addSaturated(m_scales[c].sum, bar.parts[c]);
            m_total = core::addSaturated(m_total, bar.parts[c]);
        }
    }
    partsChanged();
}

void CategoryMultiples::setSelectedLayer(int layer)
{
    m_selected = layer;
    describe();
}

QString CategoryMultiples::description() const
{
    const int row = m_data.rowOfLayer(m_selected);
    if (partCount() == 0)
        return Chart::description();
    if (row < 0)
        return tr("No layer selected");
    QStringList parts{layerText(m_selected)};
    for (int chart = 0; chart < chartCount(); ++chart)
        if (const std::int64_t ns = m_data.bars[static_cast<std::size_t>(row)].parts[static_cast<std::size_t>(chart)]; ns > 0)
            parts << categoryTitle(m_data.categories[static_cast<std::size_t>(chart)]) + u' ' + durationText(ns);
    return listText(parts);
}

void CategoryMultiples::layOut()
{
    const int count = std::max(1, chartCount());
    m_columns = std::clamp(width() / kMinWidthPx, 1, count);
    setMinimumHeight((count + m_columns - 1) / m_columns * kMinHeightPx);
}

QRect CategoryMultiples::chartRect(int chart) const
{
    const int count = std::max(1, chartCount());
    const int lines = (count + m_columns - 1) / m_columns;
    const int column = chart % m_columns;
    const int line = chart / m_columns;
    const int left = column * width() / m_columns;
    const int top = line * height() / lines;
    return {left, top, (column + 1) * width() / m_columns - left, (line + 1) * height() / lines - top};
}

QRect CategoryMultiples::plotRect(int chart) const
{
    return chartRect(chart).adjusted(kMarginPx, kTitlePx + 4, -kMarginPx, -6);
}

QRect CategoryMultiples::columnRect(int chart, int row) const
{
    const QRect plot = plotRect(chart);
    const auto count = std::max<std::int64_t>(1, rowCount());
    const int left = plot.left() + static_cast<int>(row * static_cast<std::int64_t>(plot.width()) / count);
    const int right = plot.left() + static_cast<int>((row + 1) * static_cast<std::int64_t>(plot.width()) / count);
    return {left, plot.top(), std::max(1, right - left), plot.height()};
}

QRect CategoryMultiples::barRect(int chart, int row) const
{
    const QRect column = columnRect(chart, row);
    const std::int64_t max = m_scales[static_cast<std::size_t>(chart)].max;
    const std::int64_t value = m_data.bars[static_cast<std::size_t>(row)].parts[static_cast<std::size_t>(chart)];
    const double share = max > 0 ? static_cast<double>(value) / static_cast<double>(max) : 0;
    const int tall = value > 0 ? std::max(1, static_cast<int>(share * column.height())) : 0;
    return {column.left(), column.bottom() + 1 - tall, column.width() - (column.width() > 4 ? 1 : 0), tall};
}

QRect CategoryMultiples::partRect(int part) const
{
    return columnRect(part / rowCount(), part % rowCount());
}

int CategoryMultiples::selectedPart() const
{
    return partCount() == 0 ? -1 : m_data.rowOfLayer(m_selected);
}

core::Selection CategoryMultiples::targetOf(int part) const
{
    return m_data.bars[static_cast<std::size_t>(part % rowCount())].target;
}

TipText CategoryMultiples::tipOf(int part) const
{
    const auto chart = static_cast<std::size_t>(part / rowCount());
    const LayerBar &bar = m_data.bars[static_cast<std::size_t>(part % rowCount())];
    return sentenceTip(QStringLiteral("%1 · %2: %3")
                           .arg(layerText(bar.layer), categoryTitle(m_data.categories[chart]), durationText(bar.parts[chart])));
}

std::optional<int> CategoryMultiples::partAfterKey(int key) const
{
    return partInRow(key, selectedPart(), rowCount()); // all charts show the same layers
}

void CategoryMultiples::paintParts(QPainter &painter, const QRect &)
{
    for (int chart = 0; chart < chartCount(); ++chart)
        paintChart(painter, chart);
}

void CategoryMultiples::paintChart(QPainter &painter, int chart) const
{
    const Theme &theme = Theme::current();
    const core::Category category = m_data.categories[static_cast<std::size_t>(chart)];
    const Scale &scale = m_scales[static_cast<std::size_t>(chart)];
    const QRect plot = plotRect(chart);
    const QRect title(plot.left(), chartRect(chart).top() + 4, plot.width(), kTitlePx);
    painter.fillRect(QRect(title.left(), title.center().y() - kChipPx / 2, kChipPx, kChipPx),
        theme.hatched(category) ? theme.brush(category, devicePixelRatioF()) : QBrush(theme.fill(category)));
    painter.setFont(Theme::microFont());
    const double share = m_total > 0 ? static_cast<double>(scale.sum) / static_cast<double>(m_total) : 0;
    const QString figures = tr("max %1 · %2 of all").arg(durationText(scale.max), qtext(core::formatShare(share)));
    const int wide = QFontMetrics(painter.font()).horizontalAdvance(figures);
    painter.setPen(theme.text2);
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, figures);
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text);
    const int room = title.width() - kChipPx - 6 - wide - 8;
    painter.drawText(title.adjusted(kChipPx + 6_px, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(painter.font()).elidedText(categoryTitle(category), Qt::ElideRight, room));
    const int selected = m_data.rowOfLayer(m_selected);
    const QBrush brush = theme.fill(category);
    for (int row = 0; row < rowCount(); ++row) {
        const QRect bar = barRect(chart, row);
        if (row == selected)
            painter.fillRect(QRect(bar.left(), plot.top(), bar.width(), plot.height()), theme.band);
        painter.fillRect(bar, brush);
    }
    painter.fillRect(plot.left(), plot.bottom() + 1, plot.width(), 1, theme.separatorStrong);
    if (selected >= 0) { // the value, beside the selected bar
        const QRect bar = barRect(chart, selected);
        painter.fillRect(bar.left(), plot.bottom() + 2, bar.width(), 2, theme.accent);
    }
}

// Anywhere in a chart that has bars, by the horizontal position.
int CategoryMultiples::hitAt(QPoint position) const
{
    for (int chart = 0; chart < chartCount() && rowCount() > 0; ++chart) {
        if (!chartRect(chart).contains(position))
            continue;
        const QRect plot = plotRect(chart);
        if (position.x() < plot.left() || position.x() > plot.right())
            return -1;
        const auto count = static_cast<std::int64_t>(rowCount());
        const std::int64_t row = (position.x() - plot.left()) * count / std::max(1, plot.width());
        return chart * rowCount() + static_cast<int>(std::min(count - 1, row));
    }
    return -1;
}

} // namespace lamella::ui
