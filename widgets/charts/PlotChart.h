// SPDX-License-Identifier: GPL-3.0-or-later
// A chart with axes whose dots or bars screen readers can traverse, as the parts of a painted chart. GUI thread.
#pragma once

#include "widgets/charts/ChartParts.h"
#include "widgets/plot/AxisPlot.h"

#include <functional>

namespace lamella::ui {

class PlotChart : public AxisPlot, public ChartParts {
    Q_OBJECT
public:
    // `name`: accessible name.
    explicit PlotChart(const QString &name, QWidget *parent = nullptr);

    void setBarName(std::function<QString(int)> name) { m_barName = std::move(name); } // of each bar, in one line
    void showDot(int dot); // selects it, -1: none, and notifies screen readers
    void showBar(int bar);

    [[nodiscard]] int partCount() const override;
    [[nodiscard]] QString partName(int part) const override;
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int partAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override;
    void pressPart(int part) override;

private:
    void tell();
    std::function<QString(int)> m_barName;
};

} // namespace lamella::ui
