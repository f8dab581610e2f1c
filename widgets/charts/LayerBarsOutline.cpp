// SPDX-License-Identifier: GPL-3.0-or-later
// Wall times of the layers under other assumptions, as an outline over the bars.
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace lamella::ui {

void LayerBarsChart::setOutline(std::map<int, std::int64_t> wallNs)
{
    m_outline = std::move(wallNs);
    update();
}

// Only over bars of wall times: other heights are not comparable.
void LayerBarsChart::paintOutline(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (!m_wall || m_outline.empty() || showsGroups())
        return;
    const Theme &theme = Theme::current();
    const QRect plot = geometry.plot();
    for (const int row : geometry.paintedRows()) {
        const auto found = m_outline.find(m_data.bars[static_cast<std::size_t>(row)].layer);
        if (found == m_outline.end())
            continue;
        const QRect bar = geometry.bar(row);
        const int top = std::clamp(geometry.y(found->second), plot.top(), plot.bottom());
        const QRect outline(bar.left(), top, bar.width(), plot.bottom() + 1 - top);
        painter.fillRect(outline.left(), outline.top(), outline.width(), 2, theme.text);
        painter.fillRect(outline.left(), outline.top(), 1, outline.height(), theme.text);
        painter.fillRect(outline.right(), outline.top(), 1, outline.height(), theme.text);
    }
}

} // namespace lamella::ui
