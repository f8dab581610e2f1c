// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a chart's colours: a chip and a word for each, in one line. GUI thread only.
#pragma once

#include "widgets/plot/AxisPlot.h"

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>

namespace lamella::ui {

struct PlotLegendEntry {
    QColor color;
    QString text;
    bool dashed = false; // a line, not an area
};

class PlotLegend : public QWidget {
    Q_OBJECT
public:
    explicit PlotLegend(QWidget *parent = nullptr);
    void setEntries(const PlotLook &look, const QVector<PlotLegendEntry> &entries);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    PlotLook m_look;
    QVector<PlotLegendEntry> m_entries;
};

} // namespace lamella::ui
