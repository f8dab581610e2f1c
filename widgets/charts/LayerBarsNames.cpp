// SPDX-License-Identifier: GPL-3.0-or-later
// Labels under the layer bars: layer types or names of groups.
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/common/Counts.h"
#include "widgets/common/Elide.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kTypeStripPx{6};
constexpr int kTypeFromPx = 4; // of adjacent layers of one type; names do not fit in less

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + (y - x) * share); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

} // namespace

// Type and number of layers under each group.
void LayerBarsChart::paintGroupNames(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    const Theme &theme = Theme::current();
    for (int row = 0; row < static_cast<int>(m_data.bars.size()); ++row) {
        const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
        const QRect column = geometry.column(row);
        const QRect line(column.left(), geometry.plot().bottom() + 4_px, column.width(), 14_px);
        painter.setFont(row == selectedRow() ? Theme::strongFont() : Theme::bodyFont());
        painter.setPen(theme.text);
        const QString name = bar.type.empty() ? tr("all") : qtext(bar.type);
        painter.drawText(line, Qt::AlignCenter, elided(QFontMetrics(painter.font()), name, Qt::ElideMiddle, column.width() - 4));
        painter.setFont(Theme::microFont());
        painter.setPen(theme.text2);
        painter.drawText(line.translated(0, 15_px), Qt::AlignCenter,
            elided(QFontMetrics(painter.font()), layerCount(bar.members), Qt::ElideRight, column.width() - 4));
    }
}

void LayerBarsChart::paintTypes(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (showsGroups())
        return; // groups have names instead
    const Theme &theme = Theme::current();
    const int top = geometry.plot().bottom() + 20_px;
    std::vector<std::string> seen;
    painter.setFont(Theme::microFont());
    const QFontMetrics metrics(painter.font());
    for (std::size_t first = 0; first < m_data.bars.size();) {
        std::size_t last = first;
        while (last < m_data.bars.size() && m_data.bars[last].type == m_data.bars[first].type)
            ++last;
        const std::string &type = m_data.bars[first].type;
        if (!type.empty()) {
            auto it = std::find(seen.begin(), seen.end(), type);
            if (it == seen.end())
                it = seen.insert(seen.end(), type);
            const auto shade = static_cast<double>((it - seen.begin()) % 5);
            const QColor fill = mixed(theme.cellBar, theme.text2, shade * 0.22);
            const int left = geometry.column(static_cast<int>(first)).left();
            const int right = geometry.column(static_cast<int>(last) - 1).right();
            int painted = left - 1; // layers that share a pixel are painted once
            for (std::size_t row = first; row < last; ++row) {
                const QRect column = geometry.column(static_cast<int>(row));
                if (column.left() > painted)
                    painter.fillRect(column.left(), top, std::max(1, column.width() - 1), kTypeStripPx, fill);
                painted = column.left();
            }
            const bool isNamed = right - left + 1 >= kTypeFromPx;
            QString label = isNamed ? qtext(type) : QString();
            if (isNamed && last - first > 1)
                label += QStringLiteral(" × %1").arg(last - first);
            if (isNamed && metrics.horizontalAdvance(label) > right - left + 1)
                label = qtext(type);
            if (isNamed && metrics.horizontalAdvance(label) <= std::max(right - left + 1, 8)) {
                painter.setPen(theme.text2);
                painter.drawText(QRect((left + right) / 2 - 100_px, top + kTypeStripPx, 200_px, 12_px), Qt::AlignCenter, label);
            }
        }
        first = last;
    }
    if (!seen.empty()) {
        painter.setPen(theme.text2);
        painter.drawText(
            QRect(0, top - 5_px, geometry.plot().left() - 6_px, 16_px), Qt::AlignRight | Qt::AlignVCenter, tr("type"));
    }
}

} // namespace lamella::ui
