// SPDX-License-Identifier: GPL-3.0-or-later
// Accessible parts of the heat map: one per cell, row by row.
#include "widgets/charts/HeatMapChart.h"
#include "widgets/charts/TipText.h"

namespace lamella::ui {

HeatMapGeometry::Place HeatMapChart::placeOfPart(int part) const
{
    const int columns = static_cast<int>(m_data.layers.size());
    return {part / columns, part % columns};
}

int HeatMapChart::partOf(HeatMapGeometry::Place place) const
{
    return place.row < 0 || place.column < 0 ? -1 : place.row * static_cast<int>(m_data.layers.size()) + place.column;
}

int HeatMapChart::partCount() const
{
    return static_cast<int>(m_data.rows.size() * m_data.layers.size());
}

QString HeatMapChart::partName(int part) const
{
    const HeatMapGeometry::Place place = placeOfPart(part);
    if (cellAt(place) != nullptr)
        return tipOf(place).plain();
    const std::string &row = m_data.rows[static_cast<std::size_t>(place.row)].label;
    return tr("%1, layer %2: no such layer")
        .arg(QString::fromStdString(row))
        .arg(m_data.layers[static_cast<std::size_t>(place.column)]);
}

QRect HeatMapChart::partRect(int part) const
{
    const HeatMapGeometry::Place place = placeOfPart(part);
    return geometryNow().cell(place.row, place.column);
}

int HeatMapChart::partAt(QPoint position) const
{
    return partOf(geometryNow().at(position));
}

int HeatMapChart::selectedPart() const
{
    return partOf(m_selected);
}

void HeatMapChart::pressPart(int part)
{
    activate(placeOfPart(part));
}

} // namespace lamella::ui
