// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/PlotChart.h"

#include "widgets/common/UiText.h"

namespace lamella::ui {

PlotChart::PlotChart(const QString &name, QWidget *parent)
    : AxisPlot(parent)
{
    offerChartParts();
    setAccessibleName(name);
}

void PlotChart::showDot(int dot)
{
    setSelectedDot(dot);
    replot();
    tell();
}

void PlotChart::showBar(int bar)
{
    setSelectedBar(bar);
    replot();
    tell();
}

void PlotChart::tell()
{
    setAccessibleDescription(selectedPart() >= 0 ? partName(selectedPart()) : QString());
    tellSelectedPart(*this);
}

int PlotChart::partCount() const
{
    return barCount() > 0 ? barCount() : dotCount();
}

QString PlotChart::partName(int part) const
{
    if (barCount() > 0)
        return m_barName ? m_barName(part) : QString();
    return listText(dotTip(part).split(u'\n'));
}

QRect PlotChart::partRect(int part) const
{
    return barCount() > 0 ? barRect(part) : dotRect(part);
}

int PlotChart::partAt(QPoint position) const
{
    return barCount() > 0 ? barAt(position) : dotAt(position);
}

int PlotChart::selectedPart() const
{
    return barCount() > 0 ? selectedBar() : selectedDot();
}

void PlotChart::pressPart(int part)
{
    if (barCount() > 0)
        emit barPicked(part);
    else
        emit dotPicked(part);
}

} // namespace lamella::ui
