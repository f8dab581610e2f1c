// SPDX-License-Identifier: GPL-3.0-or-later
// What a painted picture tells those who cannot see it: its bars, cells and bands, each with a name, a place and a press, as if
// they were widgets. A chart implements ChartParts and calls the two functions below.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace lamella::ui {

class ChartParts {
public:
    virtual ~ChartParts() = default;
    // Parts are numbered 0 … partCount() - 1; asked for one at a time, so that a map of a million cells costs what is read.
    [[nodiscard]] virtual int partCount() const = 0;
    [[nodiscard]] virtual QString partName(int part) const = 0; // what its tooltip says, in one line
    [[nodiscard]] virtual QRect partRect(int part) const = 0; // in the widget
    [[nodiscard]] virtual int partAt(QPoint position) const = 0; // -1 = none
    [[nodiscard]] virtual int selectedPart() const = 0; // -1 = none
    virtual void pressPart(int part) = 0; // as a click on it
};

// Makes assistive technology see the parts of every widget that is a ChartParts. In the constructor of each.
void offerChartParts();
// The selection went to another part: readers speak it when the chart has the focus.
void tellSelectedPart(QWidget &chart);

} // namespace lamella::ui
