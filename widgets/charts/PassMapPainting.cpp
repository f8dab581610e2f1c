// SPDX-License-Identifier: GPL-3.0-or-later
// PassMapChart: painting.
#include "widgets/charts/HeatMapMarks.h"
#include "widgets/charts/PassMapChart.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/passes/PassBars.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>

namespace lamella::ui {

namespace {

constexpr TextPx kScalePx{116}; // width of the scale in the legend
constexpr TextPx kNumberPx{30}; // of the numbers of layers, left of the map
constexpr int kMinMarkPx = 7;

} // namespace

void PassMapChart::paintParts(QPainter &painter, const QRect &)
{
    paintCaption(painter);
    paintCells(painter);
    paintCorners(painter);
    paintMarks(painter);
    paintLegend(painter);
}

// One row of pixels for each layer, enlarged to its height: the cost is that of the pixels, however many passes there are.
void PassMapChart::paintCells(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = mapArea();
    constexpr int kColours = 256;
    std::array<QRgb, kColours> colours{};
    for (int i = 0; i < kColours; ++i)
        colours[static_cast<std::size_t>(i)] = theme.sequentialAt(i / (kColours - 1.0)).rgb();
    QImage pixels(area.width(), static_cast<int>(m_data.layers.size()), QImage::Format_RGB32);
    pixels.fill(theme.base);
    const std::vector<Column> all = columns();
    for (std::size_t layer = 0; layer < m_data.layers.size(); ++layer) {
        auto *line = reinterpret_cast<QRgb *>(pixels.scanLine(static_cast<int>(layer)));
        for (const Column &column : all) {
            const HeatMapCell *cell = valueOf({column.position, layer});
            if (cell == nullptr)
                continue;
            const auto share = static_cast<std::size_t>(shareOfRange(m_data, cell->valueNs) * (kColours - 1));
            const QRgb colour = isOtherScale(column.position) ? theme.track.rgb() : colours[share];
            std::fill_n(line + column.left, std::min(column.width, area.width() - column.left), colour);
        }
    }
    for (std::size_t layer = 0; layer < m_data.layers.size(); ++layer)
        painter.drawImage(layerRect(layer), pixels, QRect(0, static_cast<int>(layer), area.width(), 1));
}

void PassMapChart::paintCorners(QPainter &painter) const
{
    if (gapPx() == 0) // they would be a pattern
        return;
    for (std::size_t position = 0; position < m_rows.size(); ++position) {
        if (isOtherScale(position))
            continue;
        const QRect column = columnRect(position);
        for (std::size_t layer = 0; layer < m_data.layers.size(); ++layer)
            if (const HeatMapCell *cell = valueOf({position, layer}); cell != nullptr && cell->valueNs > m_data.high)
                cutCorner(painter, column.intersected(layerRect(layer)));
    }
}

// A selected pass of a pixel or two is drawn as wide as its outline, so that its cells show.
void PassMapChart::paintSelectedPass(QPainter &painter, const QRect &mark) const
{
    const Theme &theme = Theme::current();
    const auto position = static_cast<std::size_t>(m_position);
    for (std::size_t layer = 0; layer < m_data.layers.size(); ++layer)
        if (const HeatMapCell *cell = valueOf({position, layer}))
            painter.fillRect(mark.intersected(layerRect(layer)),
                isOtherScale(position) ? theme.track : theme.sequentialAt(shareOfRange(m_data, cell->valueNs)));
}

// What is selected has an outline with a halo, so that it shows on every colour; the cell under the pointer a dashed one.
void PassMapChart::paintMarks(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    painter.setBrush(Qt::NoBrush);
    const auto atLeast = [](QRect rect) {
        const int more = std::max(0, kMinMarkPx - rect.width());
        return rect.adjusted(-more / 2, 0, more - more / 2, 0);
    };
    const auto outline = [&](const QRect &rect) {
        const QRect mark = atLeast(rect);
        painter.setPen(QPen(theme.base, 1));
        painter.drawRect(mark.adjusted(-3, -3, 2, 2));
        painter.setPen(QPen(theme.text, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(mark.adjusted(-1, -1, 1, 1));
    };
    if (hover() >= 0 && hover() < partCount()) {
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawRect(atLeast(partRect(hover())).adjusted(-1, -1, 0, 0));
    }
    for (const int part : m_alsoSelected)
        outline(partRect(part));
    if (m_position < 0 || !m_alsoSelected.empty())
        return;
    const QRect column = columnRect(static_cast<std::size_t>(m_position));
    if (column.width() < kMinMarkPx)
        paintSelectedPass(painter, atLeast(column));
    outline(column);
    if (m_layer >= 0)
        outline(partRect(selectedPart()));
}

void PassMapChart::paintCaption(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QRect area = mapArea();
    const int room = area.left() - kNumberPx - 12_px;
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    const QFontMetrics strong(painter.font());
    const QString title = tr("Layer %1", "wall, busy, idle or a category").arg(m_metric);
    painter.drawText(QRect(8_px, area.top() + 4_px, room, 3 * 16_px), Qt::AlignLeft | Qt::TextWordWrap, title);
    const int below = strong.boundingRect(QRect(0, 0, room, 3 * 16_px), Qt::TextWordWrap, title).height();
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(QRect(8_px, area.top() + 6_px + below, room, 3 * 16_px), Qt::AlignLeft | Qt::TextWordWrap,
        m_data.medianNs > 0 ? tr("against the median layer") : QString());
    const QFontMetrics metrics(painter.font());
    const int layers = static_cast<int>(m_data.layers.size());
    int step = 1;
    for (const int next : {2, 5, 10, 20, 50, 100, 200, 500})
        if (step * area.height() < metrics.height() * layers)
            step = next;
    // That of the selected layer first: those that it would touch are left out.
    std::vector<QRect> written;
    const auto write = [&](int layer) {
        const QRect row = layerRect(static_cast<std::size_t>(layer));
        const int top = std::clamp(row.center().y() - metrics.height() / 2, 0, std::max(0, height() - metrics.height()));
        const QRect label(area.left() - kNumberPx - 6_px, top, kNumberPx, metrics.height());
        if (std::any_of(written.begin(), written.end(), [&label](const QRect &other) { return other.intersects(label); }))
            return;
        written.push_back(label);
        painter.setPen(layer == m_layer ? theme.text : theme.text2);
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, layerText(m_data.layers[static_cast<std::size_t>(layer)]));
    };
    if (m_layer >= 0)
        write(m_layer);
    for (int layer = 0; layer < layers; ++layer)
        if (m_data.layers[static_cast<std::size_t>(layer)] % step == 0)
            write(layer);
    painter.fillRect(kLabelColumnPx - 1, 0, 1, height(), theme.separator);
}

QString PassMapChart::scaleText() const
{
    if (m_data.medianNs <= 0)
        return tr("%1 to %2").arg(durationText(m_data.low), durationText(m_data.high));
    const auto times = [this](std::int64_t ns) {
        return QString::number(static_cast<double>(ns) / static_cast<double>(m_data.medianNs), 'f', 2);
    };
    return tr("%1 to %2 × the median layer, %3").arg(times(m_data.low), times(m_data.high), durationText(m_data.medianNs));
}

void PassMapChart::paintLegend(QPainter &painter) const
{
    const Theme &theme = Theme::current();
    const QFont font = Theme::captionFont();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const QRect area = mapArea();
    const int y = area.bottom() + 1 + 6_px;
    int x = area.left();
    for (int i = 0; i < kScalePx; ++i)
        painter.fillRect(x + i, y + 3, 1, 8, theme.sequentialAt(i / static_cast<double>(std::max<int>(1, kScalePx - 1))));
    x += kScalePx + 6_px;
    const auto write = [&](const QString &text) {
        const int wide = metrics.horizontalAdvance(text);
        if (x + wide > area.right())
            return;
        painter.setPen(theme.text2);
        painter.drawText(QRect(x, y, wide + 2, 14_px), Qt::AlignVCenter | Qt::AlignLeft, text);
        x += wide + 24_px;
    };
    write(scaleText());
    for (const auto &[stage, count] : m_passes.stages)
        if (stage != m_passes.mainStage) {
            painter.fillRect(x, y + 3, 8, 8, theme.track);
            x += 13;
            write(tr("%1, other scale").arg(translatedTerm(core::stageName(stage))));
        }
    if (m_layout->form() == SlotForm::Columns)
        write(tr("one pixel = %1 passes: the slowest is drawn").arg(1 / m_layout->slotPx(), 0, 'f', 1));
    else
        write(m_data.highIsPercentile ? tr("last colour: above the 96th percentile")
                                      : tr("last colour: 5 % above the median layer"));
}

} // namespace lamella::ui
