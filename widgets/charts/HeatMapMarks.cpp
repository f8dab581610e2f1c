// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapMarks.h"

#include "core/base/Format.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/Theme.h"

#include <QPainter>

#include <algorithm>

namespace lamella::ui {

double shareOfRange(const HeatMapData &map, std::int64_t valueNs)
{
    const std::int64_t span = map.high - map.low;
    return span > 0 ? std::clamp(static_cast<double>(valueNs - map.low) / static_cast<double>(span), 0.0, 1.0) : 0.5;
}

void cutCorner(QPainter &painter, const QRect &cell)
{
    constexpr int kFromPx = 4;
    if (cell.width() < kFromPx || cell.height() < kFromPx)
        return;
    const int side = std::min({6, cell.width() / 2, cell.height() / 2});
    const QPolygon corner({QPoint(cell.right() + 1 - side, cell.top()), QPoint(cell.right() + 1, cell.top()),
        QPoint(cell.right() + 1, cell.top() + side)});
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::current().base);
    painter.drawPolygon(corner);
}

TipText passLayerTip(const HeatMapData &map, std::size_t row, std::size_t column, const QString &metric)
{
    const HeatMapRow &pass = map.rows[row];
    const QString layer = layerText(map.layers[column]);
    const std::int64_t valueNs = pass.cells[column].valueNs;
    TipText tip;
    tip.name = passText(pass.pass) + QStringLiteral(" · ") + layer;
    tip.where = pass.note.empty()                ? HeatMapText::tr("in the colour range")
        : pass.state == core::PassState::Unknown ? HeatMapText::tr("not steady")
                                                 : translatedTerm(pass.note);
    tip.figures.emplace_back(metric, durationText(valueNs));
    if (const std::int64_t median = column < map.columnMedians.size() ? map.columnMedians[column] : 0; median > 0) {
        const double off = static_cast<double>(valueNs - median) / static_cast<double>(median);
        tip.figures.emplace_back(HeatMapText::tr("vs median of %1").arg(layer), signedShare(off));
    }
    tip.hint = HeatMapText::tr("Click selects, with Shift also");
    return tip;
}

} // namespace lamella::ui
