// SPDX-License-Identifier: GPL-3.0-or-later
// LayerBarsChart: a whisker on each bar for the range over the steady passes, and its legend.
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/theme/TextPx.h"
#include "widgets/theme/Theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace lamella::ui {

namespace {

constexpr int kCapsFromPx = 8; // minimum width of a bar for whiskers with caps
constexpr int kMinBarPx = 3; // on narrower bars, whiskers would cover the bars

} // namespace

void LayerBarsChart::paintSpread(QPainter &painter, const LayerBarsGeometry &geometry) const
{
    if (m_data.spreadPasses == 0 || showsGroups())
        return;
    const Theme &theme = Theme::current();
    for (const int row : geometry.paintedRows()) {
        const LayerBar &bar = m_data.bars[static_cast<std::size_t>(row)];
        const std::int64_t low = m_wall ? bar.wallLowNs : bar.sumLowNs;
        const std::int64_t high = m_wall ? bar.wallHighNs : bar.sumHighNs;
        const QRect rect = geometry.bar(row);
        if (high <= 0 || rect.width() < kMinBarPx)
            continue;
        const int top = geometry.y(high);
        const int bottom = geometry.y(low);
        const int x = rect.center().x();
        // A border in the background colour makes it visible on every category.
        painter.fillRect(x - 1, top, 3, bottom - top + 1, theme.base);
        painter.fillRect(x, top, 1, bottom - top + 1, theme.text);
        if (rect.width() < kCapsFromPx)
            continue;
        painter.fillRect(x - 2, top, 5, 1, theme.text);
        painter.fillRect(x - 2, bottom, 5, 1, theme.text);
    }
    painter.setFont(Theme::microFont());
    const QString label = (m_data.spreadIsDeciles ? tr("whiskers: p10 to p90 of the %1 steady passes")
                                                  : tr("whiskers: least to most of the %1 steady passes"))
                              .arg(m_data.spreadPasses);
    painter.setPen(theme.text2);
    painter.drawText(QRect(geometry.plot().left() + 2, 1, geometry.plot().width(), 14_px), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(painter.font()).elidedText(label, Qt::ElideRight, geometry.plot().width()));
}

} // namespace lamella::ui
