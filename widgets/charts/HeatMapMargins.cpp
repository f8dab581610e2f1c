// SPDX-License-Identifier: GPL-3.0-or-later
// Labels around the cells of the heat map: stage and state of each pass, its mean, the median of each layer.
#include "core/base/Format.h"
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/Counts.h"
#include "widgets/common/UiText.h"
#include "widgets/common/Worded.h"
#include "widgets/theme/TextPx.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kStripPx = 3;
constexpr TextPx kStageFromPx{13}; // minimum height of a row

QString duration(std::int64_t ns)
{
    return QString::fromStdString(core::formatDuration(ns));
}

QString capital(const QString &text)
{
    return text.left(1).toUpper() + text.mid(1);
}

// One letter, to fit beside the number of the pass.
QString stageLetter(core::Stage stage)
{
    return stage == core::Stage::Unknown ? QString() : wordText(core::stageName(stage)).left(1).toUpper();
}

} // namespace

// Left of the label the letter of the stage; right of it a strip: solid for steady passes, dotted for cold and warm-up, in the
// warning colour for outliers. A diamond marks the representative pass.
void HeatMapChart::paintPassMarks(QPainter &painter, const HeatMapGeometry &geometry, int row) const
{
    const Theme &theme = Theme::current();
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    const QRect area = geometry.rowRect(row).adjusted(0, 0, 0, -1);
    if (area.height() >= kStageFromPx - 1) {
        painter.setPen(theme.text3);
        // Left of the diamond, with room for a wide (Chinese) letter too.
        painter.drawText(QRect(0, area.y(), 11_px, area.height()), Qt::AlignRight | Qt::AlignVCenter, stageLetter(line.stage));
    }
    const int x = geometry.left() - kStripPx - 2;
    if (line.state == core::PassState::Steady)
        painter.fillRect(x, area.y(), kStripPx - 1, area.height(), theme.text3);
    else if (line.state == core::PassState::Outlier)
        painter.fillRect(x, area.y(), kStripPx - 1, area.height(), theme.warning);
    else if (line.state != core::PassState::Unknown)
        for (int y = area.top(); y < area.bottom(); y += 4)
            painter.fillRect(x, y, kStripPx - 1, 2, theme.text3);
    if (!line.representative)
        return;
    const QPoint centre(15, area.center().y());
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawPolygon(QPolygon({centre + QPoint(0, -4), centre + QPoint(4, 0), centre + QPoint(0, 4), centre + QPoint(-4, 0)}));
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void HeatMapChart::paintMargins(QPainter &painter, const HeatMapGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    painter.setFont(Theme::microFont());
    const QFontMetrics metrics(painter.font());
    const auto rows = static_cast<int>(m_data.rows.size());
    std::int64_t most = 1;
    for (const HeatMapRow &row : m_data.rows)
        most = std::max(most, meanOfRow(row));
    for (int row = 0; row < rows; ++row) {
        const QRect area = geometry.rowMargin(row);
        if (area.isNull())
            break;
        const std::int64_t mean = meanOfRow(m_data.rows[static_cast<std::size_t>(row)]);
        const auto bar = static_cast<int>(static_cast<double>(mean) / static_cast<double>(most) * (area.width() - 4));
        painter.fillRect(area.x() + 4, area.bottom() - 2, std::max(1, bar), 2, theme.cellBar);
        painter.setPen(row == m_selected.row ? theme.text : theme.text2);
        painter.drawText(area.adjusted(4_px, 0, 0, -2), Qt::AlignRight | Qt::AlignVCenter, duration(mean));
    }
    if (rows > 0 && !geometry.rowMargin(0).isNull()) {
        painter.setPen(theme.text2);
        painter.drawText(QRect(geometry.rowMargin(0).x(), 0, geometry.rowMargin(0).width(), HeatMapGeometry::kHeaderPx - 4_px),
            Qt::AlignRight | Qt::AlignVCenter, tr("mean"));
    }
    // Medians in the colours of the scale: if columns are too narrow for numbers, the tooltips of the cells have them.
    const auto columns = static_cast<int>(m_data.columnMedians.size());
    if (columns == 0 || geometry.columnMargin(0).isNull())
        return;
    painter.setPen(theme.text2);
    painter.drawText(QRect(0, geometry.columnMargin(0).y(), geometry.left() - 8_px, geometry.columnMargin(0).height()),
        Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(tr("median"), Qt::ElideRight, geometry.left() - 8));
    const std::int64_t span = m_data.high - m_data.low;
    for (int column = 0; column < columns; ++column) {
        const QRect area = geometry.columnMargin(column);
        const std::int64_t median = m_data.columnMedians[static_cast<std::size_t>(column)];
        if (median <= 0)
            continue;
        const double share = span > 0 ? static_cast<double>(median - m_data.low) / static_cast<double>(span) : 0.5;
        painter.fillRect(area.x(), area.bottom() - 3, area.width(), 4, theme.sequentialAt(std::clamp(share, 0.0, 1.0)));
        const QString text = duration(median);
        if (metrics.horizontalAdvance(text) <= area.width())
            painter.drawText(area.adjusted(0, -3, 0, -4_px), Qt::AlignCenter, text);
    }
}

QString HeatMapChart::columnCountText() const
{
    const auto count = static_cast<std::int64_t>(m_data.layers.size());
    return m_data.overPasses ? passCount(count) : layerCount(count);
}

QString HeatMapChart::columnText(int column) const
{
    const int number = m_data.layers[static_cast<std::size_t>(column)];
    return m_data.overPasses ? passText(number) : layerText(number);
}

bool HeatMapChart::hasTip(HeatMapGeometry::Place place) const
{
    if (place.column < 0)
        return place.row >= 0 && place.row < static_cast<int>(m_data.rows.size()) && !m_data.byKernel;
    return cellAt(place) != nullptr;
}

TipText HeatMapChart::tipOfPass(int row) const
{
    const HeatMapRow &line = m_data.rows[static_cast<std::size_t>(row)];
    TipText tip;
    tip.name = passText(line.pass);
    QStringList where;
    if (line.stage != core::Stage::Unknown)
        where << wordText(core::stageName(line.stage));
    if (line.state != core::PassState::Unknown)
        where << wordText(core::stateName(line.state));
    if (line.representative)
        where << tr("representative: %1").arg(worded(m_data.chosenWhy));
    tip.where = where.join(QStringLiteral(" · "));
    tip.figures.emplace_back(tr("Mean of its layers"), duration(meanOfRow(line)));
    tip.figures.emplace_back(tr("Median of its layers"), duration(line.median));
    tip.figures.emplace_back(tr("Sum of its layers"), duration(sumOfRow(line)));
    tip.hint =
        m_data.stateRule.empty() ? tr("A right click offers it as representative or steady") : capital(worded(m_data.stateRule));
    return tip;
}

} // namespace lamella::ui
