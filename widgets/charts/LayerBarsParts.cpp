// SPDX-License-Identifier: GPL-3.0-or-later
// Accessible parts of the layer bars: one per bar.
#include "widgets/charts/LayerBarsChart.h"
#include "widgets/charts/TipText.h"

namespace lamella::ui {

int LayerBarsChart::partCount() const
{
    return static_cast<int>(m_data.bars.size());
}

QString LayerBarsChart::partName(int part) const
{
    return tipOf(part).plain();
}

QRect LayerBarsChart::partRect(int part) const
{
    return geometryNow().column(part);
}

int LayerBarsChart::partAt(QPoint position) const
{
    return geometryNow().rowAt(position);
}

int LayerBarsChart::selectedPart() const
{
    return selectedRow();
}

void LayerBarsChart::pressPart(int part)
{
    emit layerActivated(m_data.bars[static_cast<std::size_t>(part)].target);
}

} // namespace lamella::ui
